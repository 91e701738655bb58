import PeachInstrumentModel
import PeachMusicUnits

/// Owns a preset's data in the form for the audio thread, and prepares the regions' conditions.
/// Filled on a control thread, and immutable afterwards.
final class PreparedStorage {
  private var allocations: [UnsafeMutableRawPointer] = []
  private var knownTables = KeyedArray<[Float], UnsafePointer<Float>>()
  private var knownVibratos = KeyedArray<VibratoSource, UnsafePointer<RecordedVibrato>>()
  private var roundRobinIndices = KeyedArray<Region, Int>()
  /// The maximum number of elements of each list of a region; more are ignored.
  private static var listLimit: Int { 256 }

  deinit { for memory in allocations { memory.deallocate() } }

  /// Returns the conditions of a region, valid while this object lives; `nil` if it has none.
  func prepare(_ region: Region) -> UnsafePointer<PreparedConditions>? {
    if region.conditions == nil && region.extendedParameters == nil { return nil }
    let own = region.conditions ?? RegionConditions()
    let isSequence = own.sequenceLength > 1
    let controllers = Array(own.controllers.prefix(Self.listLimit))
    let starts = Array(own.starts.prefix(Self.listLimit))
    return copy([
      PreparedConditions(
        trigger: own.trigger, starts: copy(starts), startCount: starts.count,
        sequenceLength: max(own.sequenceLength, 1), sequencePosition: own.sequencePosition,
        roundRobinIndex: isSequence ? roundRobinIndex(region, own) : 0,
        lowestRandom: own.random.lowerBound, highestRandom: own.random.upperBound,
        hasKeyswitch: own.keyswitch != nil, keyswitch: PreparedKeyswitch(own.keyswitch),
        controllers: copy(controllers), controllerCount: controllers.count,
        lowestBend: Int(own.bend.lowerBound), highestBend: Int(own.bend.upperBound),
        lowestPressure: own.pressure.lowerBound, highestPressure: own.pressure.upperBound,
        group: own.group, offBy: own.offBy, ending: own.ending, polyphony: own.polyphony ?? 0,
        keyPolyphony: own.keyPolyphony ?? 0, selfMasks: own.selfMasks,
        isOneShot: own.isOneShot || own.trigger.event != .noteOn, isSustained: own.isSustained,
        ignoresDeadNotes: own.ignoresDeadNotes,
        extendedParameters: prepare(region.extendedParameters ?? ExtendedParameters()))
    ])
  }

  /// Returns an index that regions share if they differ only in their sequence position.
  private func roundRobinIndex(_ region: Region, _ conditions: RegionConditions) -> Int {
    var shared = conditions
    shared.sequencePosition = 0
    let key = Region(
      keys: region.keys, velocities: region.velocities, sample: 0, conditions: shared)
    if let known = roundRobinIndices[key] { return known }
    roundRobinIndices.setValue(roundRobinIndices.count, for: key)
    return roundRobinIndices.count - 1
  }

  private func prepare(_ own: ExtendedParameters) -> PreparedExtendedParameters {
    let crossfades = Array(own.crossfades.prefix(Self.listLimit))
    let modulations = own.modulations.prefix(Self.listLimit).map {
      PreparedExtendedParameters.Modulation(
        source: $0.source, target: $0.target, amount: $0.amount, curve: table($0.curve))
    }
    let envelopes = PreparedEnvelope.prepare(own)
    let bands = Array(own.bands.prefix(VoiceEqualizer.maxCount))
    return PreparedExtendedParameters(
      gainCentibels: own.gainCentibels, velocityTracking: own.velocityTracking,
      velocityCurve: table(own.velocityCurve), crossfades: copy(crossfades),
      crossfadeCount: crossfades.count, modulations: copy(modulations),
      modulationCount: modulations.count, delaySeconds: own.delaySeconds,
      randomDelaySeconds: own.randomDelaySeconds, randomStartFrames: own.randomStartFrames,
      randomGainCentibels: own.randomGainCentibels, randomPitchCents: own.randomPitchCents,
      randomCutoffCents: own.randomCutoffCents, releaseDecayCentibels: own.releaseDecayCentibels,
      filter: own.filter, vibrato: own.vibrato, modulation: own.modulation,
      isPolarityInverted: own.isPolarityInverted,
      envelopes: copy(envelopes.envelopes), envelopeCount: envelopes.envelopes.count,
      envelopePoints: copy(envelopes.points), bands: copy(bands), bandCount: bands.count)
  }

  /// Returns a table of 128 values, shared by equal curves; `nil` for an empty curve.
  private func table(_ values: [Float]) -> UnsafePointer<Float>? {
    guard let last = values.last else { return nil }
    if let known = knownTables[values] { return known }
    let table = copy(
      (0..<128).map { index in
        let value = index < values.count ? values[index] : last
        return value.isFinite ? value : 0
      })
    knownTables.setValue(table, for: values)
    return table
  }

  /// Returns the vibrato of a region's replacement; `nil` if it has none. Regions with equal ones,
  /// as the two channels of a stereo sample, share it.
  func prepareVibrato(of region: RegionSource) -> UnsafePointer<RecordedVibrato>? {
    guard let replacement = region.replacement else { return nil }
    let (loop, framesPerEntry) = (region.looped.loop, replacement.framesPerVibratoEntry)
    let entries = RecordedVibrato.entries(
      replacement.vibratoCents, framesPerEntry: framesPerEntry, loop: loop)
    if entries.isEmpty { return nil }
    let source = VibratoSource(
      entries: entries, framesPerEntry: framesPerEntry, loop: loop,
      loopEndsOnRelease: region.region.looping == .untilRelease)
    if let known = knownVibratos[source] { return known }
    let vibrato = copy([
      RecordedVibrato(
        copy(entries), count: entries.count, framesPerEntry: framesPerEntry, loop: loop,
        loopEndsOnRelease: source.loopEndsOnRelease)
    ])
    knownVibratos.setValue(vibrato, for: source)
    return vibrato
  }

  /// Copies values to memory that this object owns, at an address of their own.
  func copy<Element: BitwiseCopyable>(_ values: [Element]) -> UnsafePointer<Element> {
    let memory = UnsafeMutablePointer<Element>.allocate(capacity: max(values.count, 1))
    for (index, value) in values.enumerated() { (memory + index).initialize(to: value) }
    allocations.append(UnsafeMutableRawPointer(memory))
    return UnsafePointer(memory)
  }
}

/// All that a ``RecordedVibrato`` is made of.
private struct VibratoSource: Hashable {
  let entries: [Float]
  let framesPerEntry: Int
  let loop: Range<Int>?
  let loopEndsOnRelease: Bool
}
