import PeachBankEditing
import PeachBankFiles
package import PeachBankTuning
package import PeachInstrumentFiles
package import PeachInstrumentModel
import PeachIntonation

extension StraightenedBank {
  /// Straightens presets on all processors. Percussion is unchanged, except for zones that it
  /// shares with another preset. Takes about 20 ms for a second of a recording, on one processor.
  /// Call on any thread but the audio thread.
  ///
  /// - Parameters:
  ///   - vibrato: The amount of the recorded vibrato to keep, 0…2.
  ///   - smoothsLevels: Whether the levels of the partials are smoothed.
  ///   - isIncluded: Selects the presets.
  ///   - progress: Called with the completed fraction, 0…1. Its errors are rethrown.
  /// - Throws: `SampleCodecError`, or `InstrumentFileError`.
  package init(
    _ font: SoundFont, intonation: IntonationCache = IntonationCache(), vibrato: Double = 0,
    smoothsLevels: Bool = false, isIncluded: (Preset) -> Bool = { _ in true },
    progress: (Double) throws -> Void = { _ in }
  ) throws {
    var stages = StraighteningStages(
      font, vibrato: vibrato, smoothsLevels: smoothsLevels, isIncluded: isIncluded)
    try Self.straighten(&stages) { try progress(0.6 * $0) }
    stages.findPluckedPresets()
    try Self.straighten(&stages) { try progress(0.6 + 0.1 * $0) }
    let bank = stages.bank
    for index in stages.plans.indices {
      try progress(0.7 + 0.1 * Double(index) / Double(stages.plans.count))
      try stages.correct(planAt: index) { regions throws(SampleCodecError) in
        try intonation.measuredMap(for: regions, of: bank)
      }
    }
    let straightening = try stages.assignHeaders()
    stages.samples = try ConcurrentMap.map(
      Array(straightening.headers.indices), batchSize: 1, progress: { try progress(0.8 + 0.1 * $0) }
    ) { straightening.sample(at: $0) }
    let measured = stages
    let windows = try ConcurrentMap.map(
      Array(stages.headersOfRecordings.indices), batchSize: 2,
      progress: { try progress(0.9 + 0.1 * $0) }
    ) { measured.windows(ofRecording: $0) }
    for (number, found) in windows.enumerated() { stages.set(found, at: number) }
    guard let finished = stages.finished else { preconditionFailure("All stages are complete.") }
    self = finished
    try progress(1)
  }

  /// Straightens the recordings that have been added on all processors.
  private static func straighten(
    _ stages: inout StraighteningStages, progress: (Double) throws -> Void
  ) throws {
    let pool = StraightenerPool()
    let (numbers, unchanged) = (stages.unknownRecordings, stages)
    let entries = try ConcurrentMap.map(numbers, batchSize: 1, progress: progress) { number in
      let item = pool.take()
      defer { pool.put(item) }
      return try unchanged.straightened(
        number, decoder: DefaultSampleDecoder.decoder, using: item.tool)
    }
    for (number, entry) in zip(numbers, entries) { stages.set(entry, at: number) }
    stages.finishStraightening()
  }
}
