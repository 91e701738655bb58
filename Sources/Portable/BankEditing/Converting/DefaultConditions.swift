import PeachInstrumentModel

/// Selects the regions that the first note-on plays, for a format without conditions.
struct DefaultConditions {
  let controllers: [UInt8]
  /// The initial key switch; `nil` if no region has one.
  private let initialKeyswitch: UInt8?

  init(_ regions: [Region], of preset: Preset) {
    controllers = Self.controllers(of: preset)
    let keyswitches = regions.compactMap { $0.conditions?.keyswitch }
    initialKeyswitch =
      keyswitches.compactMap { $0.initial }.first
      ?? keyswitches.compactMap { $0.last?.lowerBound }.min()
  }

  /// MIDI's initial controller values (RP-015).
  static let initialControllers: [UInt8] = {
    var values = [UInt8](repeating: 0, count: 128)
    for (controller, value) in [(7, 100), (8, 64), (10, 64), (11, 127), (91, 40)] {
      values[controller] = UInt8(value)
    }
    for soundController in 71..<79 { values[soundController] = 64 }
    return values
  }()

  /// Returns MIDI's initial values, overridden by the preset's.
  static func controllers(of preset: Preset) -> [UInt8] {
    var values = initialControllers
    for setting in preset.controllers { values[Int(setting.controller)] = setting.value }
    return values
  }

  /// Returns whether the first note-on plays a region, and counts its losses.
  func includes(_ conditions: RegionConditions, _ losses: inout ConversionLosses) -> Bool {
    let omitted: String? =
      switch conditions.trigger {
      case .attack, .first: nil
      case .release, .releaseKey: "release-triggered regions"
      case .movement: "controller-triggered regions"
      case .legato: "legato regions"
      }
    if let omitted {
      losses.add(omitted, "omitted")
      return false
    }
    if conditions.trigger == .first { losses.add("first-note regions", "triggered by every note") }
    if !conditions.starts.isEmpty {
      losses.add("controller-triggered regions", "triggered by keys only")
    }
    if conditions.sequenceLength > 1 {
      losses.add("round-robin regions", "the first of each cycle")
      if conditions.sequencePosition != 1 { return false }
    }
    if conditions.random != 0..<1 {
      losses.add("random regions", "those for the lowest random value")
      if !conditions.random.contains(0) { return false }
    }
    if let keyswitch = conditions.keyswitch, !includes(keyswitch, &losses) {
      losses.add("articulations of other key switches", "omitted")
      return false
    }
    for range in conditions.controllers {
      losses.add("controller conditions", "evaluated at the initial values")
      let value = controllers[Int(range.controller)]
      if value < range.lowest || value > range.highest {
        losses.add("layers of other controller values", "omitted")
        return false
      }
    }
    if conditions.bend != -8192...8191 || conditions.pressure != 0...127 {
      losses.add("conditions of pitch bend and pressure", "evaluated at the initial values")
      if !conditions.bend.contains(0) || !conditions.pressure.contains(0) {
        losses.add("layers of other pitch bends and pressures", "omitted")
        return false
      }
    }
    return true
  }

  private func includes(
    _ keyswitch: RegionConditions.Keyswitch, _ losses: inout ConversionLosses
  ) -> Bool {
    losses.add("key switches", "the regions of the initial key switch")
    if keyswitch.down != nil || keyswitch.previous != nil { return false }
    guard let last = keyswitch.last else { return true }
    return initialKeyswitch.map { last.contains($0) } ?? true
  }

  /// Converts conditions to generators as far as possible.
  func apply(
    _ conditions: RegionConditions, to values: inout GeneratorValues,
    _ losses: inout ConversionLosses
  ) {
    if conditions.offBy != 0 {
      if conditions.offBy == conditions.group {
        values[.exclusiveClass] = Float((conditions.group - 1) % 127 + 1)
      } else {
        losses.add("off-by groups", "omitted")
      }
    }
    if conditions.isOneShot {
      losses.add("one-shots", "a release of 100 s")
      values[.volumeEnvelopeRelease] = 7973
    }
    if conditions.polyphony != nil || conditions.keyPolyphony != nil {
      losses.add("polyphony limits", "omitted")
    }
    if !conditions.isSustained { losses.add("regions that ignore the sustain pedal", "sustained") }
  }
}
