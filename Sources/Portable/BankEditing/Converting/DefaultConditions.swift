import PeachInstrumentModel

/// Which regions a format without conditions keeps: those that the first key struck would play.
struct DefaultConditions {
  /// Where the controllers stand before anything moves them.
  let controllers: [UInt8]
  /// The keyswitch that counts where no region says which.
  private let firstSwitch: UInt8?

  /// The conditions of a preset's regions.
  init(_ regions: [Region], of preset: Preset) {
    controllers = Self.controllers(of: preset)
    let keyswitches = regions.compactMap { $0.conditions?.keyswitch }
    firstSwitch =
      keyswitches.compactMap { $0.initial }.first
      ?? keyswitches.compactMap { $0.last?.lowerBound }.min()
  }

  /// MIDI's own beginning (RP-015), and what the preset says.
  private static func controllers(of preset: Preset) -> [UInt8] {
    var values = [UInt8](repeating: 0, count: 128)
    for (controller, value) in [(7, 100), (8, 64), (10, 64), (11, 127), (91, 40)] {
      values[controller] = UInt8(value)
    }
    for tone in 71..<79 { values[tone] = 64 }
    for setting in preset.controllers { values[Int(setting.controller)] = setting.value }
    return values
  }

  /// Whether a region sounds then; what it loses is counted.
  func keeps(_ conditions: RegionConditions, _ losses: inout ConversionLosses) -> Bool {
    switch conditions.trigger {
    case .attack: break
    case .first: losses.add("regions for the first key alone", "they answer every key")
    case .release, .releaseKey:
      losses.add("regions for keys that go up", "left out")
      return false
    case .movement:
      losses.add("regions that controllers start", "left out")
      return false
    case .legato:
      losses.add("regions for legato", "left out")
      return false
    }
    if !conditions.starts.isEmpty {
      losses.add("regions that controllers start", "keys alone start them")
    }
    if conditions.sequenceLength > 1 {
      losses.add("regions in turn", "the first of each")
      if conditions.sequencePosition != 1 { return false }
    }
    if conditions.random != 0..<1 {
      losses.add("regions by chance", "those of the lowest number")
      if !conditions.random.contains(0) { return false }
    }
    if let keyswitch = conditions.keyswitch, !keeps(keyswitch, &losses) { return false }
    for range in conditions.controllers {
      losses.add("regions by controllers", "those that sound before a controller moves")
      let value = controllers[Int(range.controller)]
      if value < range.lowest || value > range.highest { return false }
    }
    return conditions.bend.contains(0) && conditions.pressure.contains(0)
  }

  private func keeps(
    _ keyswitch: RegionConditions.Keyswitch, _ losses: inout ConversionLosses
  ) -> Bool {
    losses.add("keyswitches", "the regions of the first")
    if keyswitch.down != nil || keyswitch.previous != nil { return false }
    guard let last = keyswitch.last else { return true }
    return firstSwitch.map { last.contains($0) } ?? true
  }

  /// What a kept region's conditions leave behind in its generators.
  func settle(
    _ conditions: RegionConditions, in values: inout GeneratorValues,
    _ losses: inout ConversionLosses
  ) {
    if conditions.offBy != 0 {
      if conditions.offBy == conditions.group {
        values[.exclusiveClass] = Float((conditions.group - 1) % 127 + 1)
      } else {
        losses.add("groups that end others", "left out")
      }
    }
    if conditions.isOneShot {
      losses.add("regions that play through", "a release of 100 s")
      values[.volumeEnvelopeRelease] = 7973
    }
    if conditions.polyphony != nil || conditions.keyPolyphony != nil {
      losses.add("limits of polyphony", "left out")
    }
    if !conditions.isSustained { losses.add("regions without the sustain pedal", "it holds them") }
  }
}
