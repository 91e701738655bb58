import Dispatch
public import PeachInstrumentModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Renders many songs with one bank, on all processors.
///
/// Each song comes out as it would alone, bit for bit, whatever the others are. What was rendered
/// before of the same song, bank and options is left as it is; a song that fails does not keep the
/// others from being rendered; a file has its name only once it is whole.
///
/// ```swift
/// let jobs = ["one.mid", "two.mid"].map { RenderJob(song: $0, folder: "audio") }
/// let summary = try RenderBatch(jobs).run(with: bank) { print($0.job.audio) }
/// print(summary.renderedCount, summary.timesRealTime)
/// ```
public struct RenderBatch: Sendable {
  /// What to render. No two may have the same audio file: one of them would be lost.
  public var jobs: [RenderJob]
  /// How, all of them.
  public var options: RenderOptions
  /// How many are rendered at the same time, 1 or more.
  public var jobsAtOnce: Int
  /// Whether songs are rendered that were rendered before.
  public var again: Bool

  /// A batch; with nil, as many at once as there are processors.
  public init(
    _ jobs: [RenderJob], options: RenderOptions = RenderOptions(),
    jobsAtOnce: Int? = nil, again: Bool = false
  ) {
    self.jobs = jobs
    self.options = options
    self.jobsAtOnce = max(jobsAtOnce ?? ProcessInfo.processInfo.activeProcessorCount, 1)
    self.again = again
  }

  /// The path of an audio file that two jobs have; nil where each has its own.
  public var doubleAudioPath: String? {
    var seen: Set<String> = []
    return jobs.first { !seen.insert($0.audio).inserted }?.audio
  }

  /// Renders them; returns when all are done, or soon after `isStopped` says true, which leaves no
  /// unfinished file.
  ///
  /// `progress` is told how much of all is done, 0…1, and `report` what became of each song, in the
  /// order in which they end: one call at a time, on any thread.
  public func run(
    with bank: SoundBank, intonation: IntonationCache = IntonationCache(),
    isStopped: @escaping @Sendable () -> Bool = { false },
    progress: @escaping @Sendable (Double) -> Void = { _ in },
    report: @escaping @Sendable (RenderOutcome) -> Void = { _ in }
  ) -> RenderBatchSummary {
    precondition(doubleAudioPath == nil, "Two songs would go into the same file.")
    let begun = ContinuousClock.now
    let lanes = min(jobsAtOnce, jobs.count)
    let instruments =
      jobs.count == 1 ? SharedInstruments(readingOnDemand: bank) : SharedInstruments(bank)
    let work = RenderWork(
      self, instruments: instruments, intonation: intonation, laneCount: lanes,
      isStopped: isStopped, progress: progress, report: report)
    if lanes > 0 {
      DispatchQueue.concurrentPerform(iterations: lanes) { work.renderAll(inLane: $0) }
    }
    var summary = work.summary
    summary.seconds = (ContinuousClock.now - begun) / .seconds(1)
    return summary
  }
}
