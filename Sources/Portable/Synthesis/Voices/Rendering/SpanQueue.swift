import Synchronization

/// A queue of spans whose voices are rendered and whose output is not. One thread adds spans. Any
/// thread finishes the next one, one thread at a time.
struct SpanQueue: BitwiseCopyable {
  /// The maximum number of waiting spans; the thread that adds more finishes the oldest itself.
  private static var length: Int { 4 }

  private struct Progress: ~Copyable {
    let added = Atomic<Int>(0)
    let finished = Atomic<Int>(0)
    let isTaken = Atomic<Bool>(false)
  }

  private let progress: UnsafeMutablePointer<Progress>
  private let spans: UnsafeMutablePointer<VoiceSpan>
  private let buses: UnsafeMutablePointer<SpanBuses>

  init(maxFrames: Int, hasSends: Bool) {
    progress = .allocate(capacity: 1)
    progress.initialize(to: Progress())
    spans = .allocate(capacity: Self.length)
    buses = .allocate(capacity: Self.length)
    for index in 0..<Self.length {
      (buses + index).initialize(to: SpanBuses(capacity: maxFrames, hasSends: hasSends))
    }
  }

  func deallocate() {
    for index in 0..<Self.length { buses[index].deallocate() }
    buses.deallocate()
    spans.deallocate()
    progress.deinitialize(count: 1)
    progress.deallocate()
  }

  /// The number of spans ever added. For the thread that adds them.
  var addedCount: Int { progress.pointee.added.load(ordering: .relaxed) }

  /// Returns the buses of the next span to add, and finishes older spans until they are free.
  func nextBuses(output: OutputStage) -> SpanBuses {
    let next = addedCount
    finish(next &+ 1 &- Self.length, output: output)
    return buses[next & (Self.length &- 1)]
  }

  /// Adds a span with the buses of ``nextBuses(output:)``, whose voices are rendered.
  func add(_ span: VoiceSpan) {
    let next = addedCount
    (spans + (next & (Self.length &- 1))).initialize(to: span)
    // Ordered against the flag that a thread sets before it sleeps.
    progress.pointee.added.store(next &+ 1, ordering: .sequentiallyConsistent)
  }

  /// Finishes the next span. Returns `false` if the queue is empty or another thread finishes it.
  @discardableResult func finishNext(output: OutputStage) -> Bool {
    if isEmpty || progress.pointee.isTaken.exchange(true, ordering: .acquiring) { return false }
    let next = progress.pointee.finished.load(ordering: .relaxed)
    // The other thread may have finished it since.
    let isWaiting = !isEmpty
    if isWaiting {
      output.finish(spans[next & (Self.length &- 1)])
      progress.pointee.finished.store(next &+ 1, ordering: .releasing)
    }
    progress.pointee.isTaken.store(false, ordering: .releasing)
    return isWaiting
  }

  private var isEmpty: Bool {
    progress.pointee.finished.load(ordering: .relaxed)
      == progress.pointee.added.load(ordering: .sequentiallyConsistent)
  }

  /// Waits until the first `count` spans are finished, and helps. For the thread that adds them.
  func finish(_ count: Int, output: OutputStage) {
    while progress.pointee.finished.load(ordering: .acquiring) < count {
      finishNext(output: output)
    }
  }
}

/// Owns a queue's memory while any thread may access it.
final class SpanQueueMemory {
  let queue: SpanQueue

  init(hasSends: Bool) {
    queue = SpanQueue(maxFrames: VoiceSpan.maximumFrames, hasSends: hasSends)
  }

  deinit { queue.deallocate() }
}
