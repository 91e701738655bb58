import Peach
import Synchronization

/// `peach render` with many songs: which, and what is told about them.
struct BatchRendering {
  private let batch: RenderBatch
  private let isJSON: Bool

  /// The songs that the words ask for; nil where they ask for one song and no more.
  init?(_ arguments: Arguments, options: RenderOptions) throws {
    let out = arguments.value("out")
    let isMany = arguments.operands.count > 1 || arguments.has("manifest") || arguments.has("shard")
    let isFolder = out.map { $0.hasSuffix("/") || FileAccess.isFolder($0) } ?? false
    if arguments.operands.isEmpty && !arguments.has("manifest") {
      throw UsageError(reason: "SONG.mid is missing.")
    }
    guard isMany || isFolder else { return nil }
    var jobs = arguments.operands.map { song in
      out.map { RenderJob(song: song, folder: $0) }
        ?? RenderJob(song: song, audio: RenderJob.audioPath(ofSong: song))
    }
    if let path = arguments.value("manifest") {
      jobs += try RenderManifest(contentsOf: path, folder: out ?? "").jobs
    }
    if let text = arguments.value("shard") {
      guard let shard = RenderShard(text) else {
        throw UsageError(
          reason:
            "--shard is \"\(text)\"; it must be two numbers like 2/8, the first not above the "
            + "second.")
      }
      try Self.check(RenderBatch(jobs))
      jobs = shard.part(of: jobs)
    }
    var batch = RenderBatch(jobs, options: options, again: arguments.has("again"))
    if let count = try arguments.integer("jobs", in: 1...1024) { batch.jobsAtOnce = count }
    try Self.check(batch)
    self.batch = batch
    isJSON = arguments.has("json")
  }

  private static func check(_ batch: RenderBatch) throws(UsageError) {
    if let path = batch.doubleAudioPath {
      throw UsageError(reason: "two songs would both go into \(path).")
    }
  }

  /// Renders them; throws `CommandEnd` where one failed, or Ctrl-C was pressed.
  func run(with bank: SoundBank) throws {
    Interruption.watch()
    let count = batch.jobs.count
    let isJSON = isJSON
    let display = Mutex(Progress("\(count) songs"))
    let summary = batch.run(
      with: bank, isStopped: { Interruption.wasAskedFor },
      progress: { part in display.withLock { $0.show(part) } },
      report: { outcome in
        display.withLock { $0.finish() }
        Self.tell(outcome, asJSON: isJSON)
      })
    display.withLock { $0.finish() }
    Console.note(Self.sentence(summary))
    if summary.leftCount > 0 {
      throw CommandEnd(
        status: ExitStatus.interrupted,
        reason: "stopped; \(count - summary.leftCount) of \(count) songs are done, and nothing "
          + "unfinished was left behind. The same command goes on from here.")
    }
    if summary.failedCount > 0 { throw CommandEnd(status: ExitStatus.failure) }
  }

  private static func tell(_ outcome: RenderOutcome, asJSON: Bool) {
    if asJSON { try? Console.print(jsonLine: RenderReport(outcome)) }
    switch outcome.result {
    case .unchanged: break
    case .failed(let reason):
      let name = outcome.job.song
      Console.error(reason.contains(name) ? reason : "\(name): \(reason)")
    case .rendered(let summary):
      if asJSON { return }
      let said =
        summary.warnings
        + [RenderReport.sentence(missing: summary), RenderReport.sentence(clipped: summary)]
        .compactMap { $0 }
      for sentence in said { Console.error("\(outcome.job.song): \(sentence)") }
    }
  }

  /// `998 songs rendered, 45210 s of audio at 212 times real time; 1 was there before, 1 failed.`
  private static func sentence(_ summary: RenderBatchSummary) -> String {
    var text = "\(Console.count(summary.renderedCount, "song")) rendered"
    if summary.renderedCount > 0 {
      text +=
        ", \(summary.audioSeconds.decimals(1)) s of audio in \(summary.seconds.decimals(1)) s, "
        + "\(summary.timesRealTime.decimals(0)) times real time"
    }
    return text + "; \(summary.unchangedCount) as before, \(summary.failedCount) failed."
  }
}
