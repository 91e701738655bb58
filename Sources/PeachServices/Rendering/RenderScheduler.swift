import PeachFileIO
import PeachInstrumentModel
import PeachMIDIEvents
import Synchronization

/// The state of a running batch, whose lanes each render one song after another.
final class RenderScheduler: Sendable {
  private struct State {
    var next = 0
    /// The completed fraction of each lane's song.
    var fractions: [Double]
    var summary = RenderBatchSummary()
  }

  private let batch: RenderBatch
  /// The songs, largest first, so that all lanes end at nearly the same time.
  private let jobs: [RenderJob]
  private let banks: SongBanks
  private let intonation: IntonationCache
  private let straightTones: StraightToneCache
  private let recordKey: String
  /// The number of threads per song: 2 only if a single lane may use several.
  private let threadsPerSong: Int
  private let isStopped: @Sendable () -> Bool
  private let progress: @Sendable (Double) -> Void
  private let report: @Sendable (RenderOutcome) -> Void
  private let state: Mutex<State>

  init(
    _ batch: RenderBatch, banks: SongBanks, intonation: IntonationCache,
    straightTones: StraightToneCache, laneCount: Int, isStopped: @escaping @Sendable () -> Bool,
    progress: @escaping @Sendable (Double) -> Void,
    report: @escaping @Sendable (RenderOutcome) -> Void
  ) {
    self.batch = batch
    self.banks = banks
    self.intonation = intonation
    self.straightTones = straightTones
    self.isStopped = isStopped
    threadsPerSong = laneCount == 1 && batch.concurrentJobCount > 1 ? 2 : 1
    self.progress = progress
    self.report = report
    jobs = batch.jobs.map { (job: $0, byteCount: FileAccess.byteCount($0.song) ?? 0) }
      .sorted { $0.byteCount > $1.byteCount }.map { $0.job }
    recordKey = RenderRecord.key(of: banks.stack, options: batch.options)
    state = Mutex(State(fractions: Array(repeating: 0, count: laneCount)))
  }

  var summary: RenderBatchSummary {
    state.withLock { state in
      var summary = state.summary
      summary.remainingCount = jobs.count - summary.completedCount
      return summary
    }
  }

  /// Renders one song after another until none remain or the batch is stopped.
  func renderAll(inLane lane: Int) {
    while !isStopped(), let job = next() {
      do {
        finish(RenderOutcome(job: job, result: try render(job, inLane: lane)), inLane: lane)
      } catch is CancellationError {
        return
      } catch {
        finish(RenderOutcome(job: job, result: .failed(reason: "\(error)")), inLane: lane)
      }
    }
  }

  private func next() -> RenderJob? {
    state.withLock { state in
      guard state.next < jobs.count else { return nil }
      defer { state.next += 1 }
      return jobs[state.next]
    }
  }

  private func render(_ job: RenderJob, inLane lane: Int) throws -> RenderOutcome.Result {
    let file = try MIDIFile.song(at: job.song, number: batch.options.songNumber).song
    let record = RenderRecord(audio: job.audio, song: file.bytes, key: recordKey)
    if !batch.rendersUnchanged && record.isDone { return .unchanged }
    try file.checkLength(batch.options)
    try FileAccess.makeFolder(ofFileAt: job.audio, isPrivate: false)
    let summary = try file.render(
      with: banks, to: job.audio, options: batch.options, intonation: intonation,
      straightTones: straightTones, processors: threadsPerSong
    ) { fraction in
      if isStopped() { throw CancellationError() }
      show(fraction, inLane: lane)
    }
    // Otherwise it would be up to date, and the next run would not report the missing samples.
    if summary.missingSamples.isEmpty { record.write() }
    return .rendered(summary)
  }

  private func show(_ fraction: Double, inLane lane: Int) {
    state.withLock { state in
      state.fractions[lane] = fraction
      progress(completedFraction(state))
    }
  }

  private func completedFraction(_ state: State) -> Double {
    let finished = Double(state.summary.completedCount)
    return (finished + state.fractions.reduce(0, +)) / Double(max(jobs.count, 1))
  }

  private func finish(_ outcome: RenderOutcome, inLane lane: Int) {
    state.withLock { state in
      state.fractions[lane] = 0
      switch outcome.result {
      case .rendered(let summary):
        state.summary.renderedCount += 1
        if !summary.missingSamples.isEmpty { state.summary.incompleteCount += 1 }
        state.summary.audioSeconds += Double(summary.frameCount) / Double(summary.sampleRate)
      case .unchanged: state.summary.unchangedCount += 1
      case .failed: state.summary.failedCount += 1
      }
      report(outcome)
      progress(completedFraction(state))
    }
  }
}
