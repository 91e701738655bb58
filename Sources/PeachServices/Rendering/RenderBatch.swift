import Dispatch
public import PeachInstrumentModel
public import PeachSequencing

/// Renders many songs with one bank, on all processors.
///
/// Each output is bit-identical to that of the song alone. Songs that were already rendered with
/// the same bank and options are skipped. A failure does not affect other songs. Files appear at
/// their paths when they are complete.
///
/// ```swift
/// let jobs = ["one.mid", "two.mid"].map { RenderJob(song: $0, folder: "audio") }
/// let summary = try RenderBatch(jobs).run(with: bank) { print($0.job.audio) }
/// print(summary.renderedCount, summary.timesRealTime)
/// ```
public struct RenderBatch: Sendable {
  /// The jobs, which must have different audio files.
  public var jobs: [RenderJob]
  /// The options of all songs.
  public var options: RenderOptions
  /// The number of songs rendered at the same time, at least 1.
  public var concurrentJobCount: Int
  /// Whether to render songs again that are up to date.
  public var rendersUnchanged: Bool

  /// Creates a batch. By default, it renders one song per processor at the same time.
  public init(
    _ jobs: [RenderJob], options: RenderOptions = RenderOptions(),
    concurrentJobCount: Int? = nil, rendersUnchanged: Bool = false
  ) {
    self.jobs = jobs
    self.options = options
    self.concurrentJobCount = max(concurrentJobCount ?? ActiveProcessors.count, 1)
    self.rendersUnchanged = rendersUnchanged
  }

  /// The path of an audio file of two jobs; `nil` if all are different.
  public var duplicateAudioPath: String? {
    var seen: Set<String> = []
    return jobs.first { !seen.insert($0.audio).inserted }?.audio
  }

  /// Renders all songs. Returns early, without incomplete files, if `isStopped` returns `true`.
  ///
  /// `progress` is called with the completed fraction, 0…1, and `report` with the outcome of each
  /// song as soon as it is complete: on any thread, one call at a time.
  public func run(
    with bank: SoundBank, intonation: IntonationCache = IntonationCache(),
    straightTones: StraightToneCache = StraightToneCache(),
    isStopped: @escaping @Sendable () -> Bool = { false },
    progress: @escaping @Sendable (Double) -> Void = { _ in },
    report: @escaping @Sendable (RenderOutcome) -> Void = { _ in }
  ) -> RenderBatchSummary {
    run(
      with: BankStack(bank), intonation: intonation, straightTones: straightTones,
      isStopped: isStopped, progress: progress, report: report)
  }

  /// Renders all songs with the presets of several banks, as with one.
  public func run(
    with banks: BankStack, intonation: IntonationCache = IntonationCache(),
    straightTones: StraightToneCache = StraightToneCache(),
    isStopped: @escaping @Sendable () -> Bool = { false },
    progress: @escaping @Sendable (Double) -> Void = { _ in },
    report: @escaping @Sendable (RenderOutcome) -> Void = { _ in }
  ) -> RenderBatchSummary {
    precondition(duplicateAudioPath == nil, "Two songs have the same output file.")
    let begun = ContinuousClock.now
    let lanes = min(concurrentJobCount, jobs.count)
    let scheduler = RenderScheduler(
      self,
      banks: SongBanks(
        banks, interpolation: options.interpolation, readsOnDemand: jobs.count == 1),
      intonation: intonation, straightTones: straightTones,
      laneCount: lanes,
      isStopped: isStopped, progress: progress, report: report)
    if lanes > 0 {
      DispatchQueue.concurrentPerform(iterations: lanes) { scheduler.renderAll(inLane: $0) }
    }
    var summary = scheduler.summary
    summary.seconds = (ContinuousClock.now - begun) / .seconds(1)
    return summary
  }
}
