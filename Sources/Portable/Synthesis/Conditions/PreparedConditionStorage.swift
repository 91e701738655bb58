import PeachInstrumentModel

/// The conditions of a preset's regions in memory of their own, with the tables they point to.
///
/// Made with the preset, on a control thread; nothing in it changes.
final class PreparedConditionStorage {
  private var tables: [UnsafeMutablePointer<Float>] = []
  private var knownTables: [[Float]: UnsafePointer<Float>] = [:]
  private var conditions: [UnsafeMutablePointer<PreparedConditions>] = []
  private var ranges: [UnsafeMutablePointer<RegionConditions.ControllerRange>] = []
  private var starts: [UnsafeMutablePointer<RegionConditions.Start>] = []
  private var crossfades: [UnsafeMutablePointer<RegionCrossfade>] = []
  private var modulations: [UnsafeMutablePointer<PreparedExtendedParameters.Modulation>] = []
  private var envelopes: [UnsafeMutablePointer<PreparedEnvelope>] = []
  private var points: [UnsafeMutablePointer<FlexEnvelope.Point>] = []
  private var bands: [UnsafeMutablePointer<RegionBand>] = []
  private var sequencePlaces: [Region: Int] = [:]
  /// More than this of one region are left out.
  private static var listLimit: Int { 256 }

  deinit {
    for table in tables { table.deallocate() }
    for one in conditions { one.deallocate() }
    for range in ranges { range.deallocate() }
    for start in starts { start.deallocate() }
    for crossfade in crossfades { crossfade.deallocate() }
    for modulation in modulations { modulation.deallocate() }
    for envelope in envelopes { envelope.deallocate() }
    for point in points { point.deallocate() }
    for band in bands { band.deallocate() }
  }

  /// The conditions of a region for the audio thread, valid while this object lives; nil for none.
  func prepare(_ region: Region) -> UnsafePointer<PreparedConditions>? {
    if region.conditions == nil && region.performance == nil { return nil }
    let own = region.conditions ?? RegionConditions()
    let isSequence = own.sequenceLength > 1
    let memory = UnsafeMutablePointer<PreparedConditions>.allocate(capacity: 1)
    let lists = Array(own.controllers.prefix(Self.listLimit))
    let movements = Array(own.starts.prefix(Self.listLimit))
    memory.initialize(
      to: PreparedConditions(
        trigger: own.trigger, starts: Self.copy(movements, &starts),
        startCount: movements.count, sequenceLength: max(own.sequenceLength, 1),
        sequencePosition: own.sequencePosition,
        roundRobinIndex: isSequence ? roundRobinIndex(region, own) : 0,
        lowestRandom: own.random.lowerBound, highestRandom: own.random.upperBound,
        hasKeyswitch: own.keyswitch != nil, keyswitch: PreparedKeyswitch(own.keyswitch),
        controllers: Self.copy(lists, &ranges), controllerCount: lists.count,
        lowestBend: Int(own.bend.lowerBound), highestBend: Int(own.bend.upperBound),
        lowestPressure: own.pressure.lowerBound, highestPressure: own.pressure.upperBound,
        group: own.group, endedBy: own.endedBy, ending: own.ending,
        polyphony: own.polyphony ?? 0, keyPolyphony: own.keyPolyphony ?? 0,
        selfMasks: own.selfMasks,
        playsThrough: own.playsThrough || Self.outlastsKeys(own.trigger),
        isSustained: own.isSustained, ignoresDeadNotes: own.ignoresDeadNotes,
        performance: prepare(region.performance ?? ExtendedParameters())))
    conditions.append(memory)
    return UnsafePointer(memory)
  }

  private static func outlastsKeys(_ trigger: RegionConditions.Trigger) -> Bool {
    switch trigger {
    case .attack, .first, .legato: false
    case .release, .releaseKey, .movement: true
    }
  }

  /// Regions whose conditions are the same but for their position in turn share a place.
  private func roundRobinIndex(_ region: Region, _ conditions: RegionConditions) -> Int {
    var shared = conditions
    shared.sequencePosition = 0
    let key = Region(
      keys: region.keys, velocities: region.velocities, sample: 0, conditions: shared)
    if let place = sequencePlaces[key] { return place }
    let place = sequencePlaces.count
    sequencePlaces[key] = place
    return place
  }

  private func prepare(_ own: ExtendedParameters) -> PreparedExtendedParameters {
    let fades = Array(own.crossfades.prefix(Self.listLimit))
    let moves = own.modulations.prefix(Self.listLimit).map {
      PreparedExtendedParameters.Modulation(
        source: $0.source, target: $0.target, amount: $0.amount, curve: table($0.curve))
    }
    let envelopes = PreparedEnvelope.prepare(own)
    let ownBands = Array(own.bands.prefix(VoiceEqualizer.limit))
    return PreparedExtendedParameters(
      gainCentibels: own.gainCentibels, velocityTracking: own.velocityTracking,
      velocityCurve: table(own.velocityCurve), crossfades: Self.copy(fades, &crossfades),
      crossfadeCount: fades.count, modulations: Self.copy(moves, &modulations),
      modulationCount: moves.count, delaySeconds: own.delaySeconds,
      randomDelaySeconds: own.randomDelaySeconds, randomStartFrames: own.randomStartFrames,
      randomGainCentibels: own.randomGainCentibels, randomPitchCents: own.randomPitchCents,
      randomCutoffCents: own.randomCutoffCents, releaseDecayCentibels: own.releaseDecayCentibels,
      filter: own.filter, vibrato: own.vibrato, modulation: own.modulation,
      isPolarityInverted: own.isPolarityInverted,
      envelopes: Self.copy(envelopes.envelopes, &self.envelopes),
      envelopeCount: envelopes.envelopes.count,
      envelopePoints: Self.copy(envelopes.points, &points),
      bands: Self.copy(ownBands, &bands), bandCount: ownBands.count)
  }

  /// A table of 128 values, each kept once; nil for an empty one.
  private func table(_ values: [Float]) -> UnsafePointer<Float>? {
    if values.isEmpty { return nil }
    if let known = knownTables[values] { return known }
    let memory = UnsafeMutablePointer<Float>.allocate(capacity: 128)
    let last = values[values.count - 1]
    for index in 0..<128 {
      let value = index < values.count ? values[index] : last
      (memory + index).initialize(to: value.isFinite ? value : 0)
    }
    tables.append(memory)
    let pointer = UnsafePointer(memory)
    knownTables[values] = pointer
    return pointer
  }

  private static func copy<Element: BitwiseCopyable>(
    _ values: [Element], _ owners: inout [UnsafeMutablePointer<Element>]
  ) -> UnsafePointer<Element> {
    let memory = UnsafeMutablePointer<Element>.allocate(capacity: max(values.count, 1))
    for (index, value) in values.enumerated() { (memory + index).initialize(to: value) }
    owners.append(memory)
    return UnsafePointer(memory)
  }
}
