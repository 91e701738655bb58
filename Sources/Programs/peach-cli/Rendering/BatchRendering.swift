import PeachServices
import Synchronization

/// `peach render` with several songs.
struct BatchRendering {
  private let batch: RenderBatch
  private let isJSON: Bool

  /// Creates the batch that the arguments request; returns `nil` if they request a single song.
  init?(_ arguments: Arguments, songs: [String], options: RenderOptions) throws {
    let output = arguments.value("output")
    let isBatch =
      songs.count > 1 || songs != arguments.operands || arguments.has("manifest")
      || arguments.has("shard")
    let isFolder = output.map { Self.isFolder($0) } ?? false
    if arguments.operands.isEmpty && !arguments.has("manifest") {
      throw UsageError.missing("SONG.mid")
    }
    guard isBatch || isFolder else { return nil }
    if songs.contains(StandardStream.name) || output == StandardStream.name {
      throw UsageError(reason: "- requires a single song, and a file or - as its output.")
    }
    let type = options.fileType ?? .wav
    var jobs = songs.map { song in
      output.map { RenderJob(song: song, folder: $0, type: type) }
        ?? RenderJob(song: song, audio: RenderJob.audioPath(ofSong: song, type: type))
    }
    if let path = arguments.value("manifest") {
      let listed = try RenderManifest(contentsOf: path, folder: output ?? "", type: type).jobs
      for job in listed { try arguments.checkAudioOutput(job.audio) }
      jobs += listed
    }
    if let text = arguments.value("shard") {
      guard let shard = RenderShard(text) else {
        throw UsageError.invalid(text, "--shard", use: "I/N with 1 ≤ I ≤ N, such as 2/8")
      }
      try Self.check(RenderBatch(jobs))
      jobs = shard.jobs(of: jobs)
    }
    var batch = RenderBatch(jobs, options: options, rendersUnchanged: arguments.has("force"))
    if let count = try arguments.integer("jobs", in: 1...1024) { batch.concurrentJobCount = count }
    try Self.check(batch)
    self.batch = batch
    isJSON = arguments.has("json")
  }

  /// Whether an output is a folder: it exists as one, or its name has no extension. A pattern may
  /// match a single song.
  private static func isFolder(_ output: String) -> Bool {
    if output.hasSuffix("/") || FileAccess.isFolder(output) { return true }
    return output != StandardStream.name && !FileAccess.fileName(of: output).contains(".")
      && FileAccess.resolved(output) == nil
  }

  private static func check(_ batch: RenderBatch) throws(UsageError) {
    if let path = batch.duplicateAudioPath {
      throw UsageError(reason: "Two songs have the same output file \(path).")
    }
  }

  /// Renders the songs. Throws ``CommandExit`` if a song failed or Ctrl-C was pressed.
  func run(with banks: BankStack) throws {
    Interruption.watch()
    let count = batch.jobs.count
    let isJSON = isJSON
    let display = Mutex(Progress("\(count) songs"))
    let summary = batch.run(
      with: banks, isStopped: { Interruption.isRequested },
      progress: { fraction in display.withLock { $0.show(fraction) } },
      report: { outcome in
        display.withLock { $0.finish() }
        Self.printOutcome(outcome, of: banks, asJSON: isJSON)
      })
    display.withLock { $0.finish() }
    Console.info(Self.text(summary))
    if summary.remainingCount > 0 {
      throw CommandExit(
        status: ExitStatus.interrupted,
        message:
          "Interrupted after \(count - summary.remainingCount) of \(count) songs. No incomplete "
          + "files remain. Run the same command again to continue.")
    }
    if summary.failedCount > 0 { throw CommandExit(status: ExitStatus.failure) }
    if summary.incompleteCount > 0 { throw CommandExit(status: ExitStatus.incomplete) }
  }

  private static func printOutcome(_ outcome: RenderOutcome, of banks: BankStack, asJSON: Bool) {
    if asJSON {
      try? Console.print(json: RenderReport.json(outcome, banks: banks), isIndented: false)
    }
    switch outcome.result {
    case .unchanged: break
    case .failed(let reason):
      let name = outcome.job.song
      Console.error(reason.contains(name) ? reason : "\(name): \(reason)")
    case .rendered(let summary):
      if asJSON { return }
      for warning in RenderReport.warnings(summary) {
        Console.warning("\(outcome.job.song): \(warning)")
      }
    }
  }

  /// Returns a summary such as
  /// `2 songs rendered, 180.0 s of audio in 0.9 s, 200 times real time; 1 up to date, 0 failed.`
  private static func text(_ summary: RenderBatchSummary) -> String {
    var text = "\(Console.count(summary.renderedCount, "song")) rendered"
    if summary.incompleteCount > 0 { text += " (\(summary.incompleteCount) without some samples)" }
    if summary.renderedCount > 0 {
      text +=
        ", \(summary.audioSeconds.decimals(1)) s of audio in \(summary.seconds.decimals(1)) s, "
        + "\(summary.timesRealTime.decimals(0)) times real time"
    }
    return text + "; \(summary.unchangedCount) up to date, \(summary.failedCount) failed."
  }
}
