import Synchronization

/// Spans of time whose voices are rendered, and which wait for their effects: first come, first
/// served.
///
/// One thread adds them. Whichever is free finishes the next, one thread at a time.
struct SpanQueue: BitwiseCopyable {
  /// How many may wait; what more there is the thread that adds them sees to itself.
  static var length: Int { 4 }

  private struct Progress: ~Copyable {
    let added = Atomic<Int>(0)
    let finished = Atomic<Int>(0)
    let isTaken = Atomic<Bool>(false)
  }

  private let progress: UnsafeMutablePointer<Progress>
  private let spans: UnsafeMutablePointer<VoiceSpan>
  private let buses: UnsafeMutablePointer<SpanBuses>

  /// Allocates room for spans of at most so many frames.
  init(longestSpan: Int) {
    progress = .allocate(capacity: 1)
    progress.initialize(to: Progress())
    spans = .allocate(capacity: Self.length)
    buses = .allocate(capacity: Self.length)
    for place in 0..<Self.length {
      (buses + place).initialize(to: SpanBuses(capacity: longestSpan))
    }
  }

  func deallocate() {
    for place in 0..<Self.length { buses[place].deallocate() }
    buses.deallocate()
    spans.deallocate()
    progress.deinitialize(count: 1)
    progress.deallocate()
  }

  /// How many spans were ever added. For the thread that adds them.
  var addedCount: Int { progress.pointee.added.load(ordering: .relaxed) }

  /// The buses of the span that is added next: free, if need be after others are finished.
  func nextBuses(output: OutputStage) -> SpanBuses {
    let next = addedCount
    finish(next &+ 1 &- Self.length, output: output)
    return buses[next & (Self.length &- 1)]
  }

  /// Adds a span, which has these buses and whose voices are rendered.
  func add(_ span: VoiceSpan) {
    let next = addedCount
    (spans + (next & (Self.length &- 1))).initialize(to: span)
    // In one order with what a thread says before it sleeps.
    progress.pointee.added.store(next &+ 1, ordering: .sequentiallyConsistent)
  }

  /// Finishes the next span; false where there is none or another thread is at it.
  @discardableResult
  func finishNext(output: OutputStage) -> Bool {
    if !isAnyLeft || progress.pointee.isTaken.exchange(true, ordering: .acquiring) { return false }
    let next = progress.pointee.finished.load(ordering: .relaxed)
    // Meanwhile the other thread may have finished it.
    let isThere = isAnyLeft
    if isThere {
      output.finish(spans[next & (Self.length &- 1)])
      progress.pointee.finished.store(next &+ 1, ordering: .releasing)
    }
    progress.pointee.isTaken.store(false, ordering: .releasing)
    return isThere
  }

  private var isAnyLeft: Bool {
    progress.pointee.finished.load(ordering: .relaxed)
      != progress.pointee.added.load(ordering: .sequentiallyConsistent)
  }

  /// Returns when the first `count` of all spans ever added are finished. For the thread that adds
  /// them.
  func finish(_ count: Int, output: OutputStage) {
    while progress.pointee.finished.load(ordering: .acquiring) < count {
      finishNext(output: output)
    }
  }
}

/// Keeps a queue's memory as long as any thread may look into it.
final class SpanQueueMemory {
  let queue: SpanQueue

  init(longestSpan: Int) { queue = SpanQueue(longestSpan: longestSpan) }

  deinit { queue.deallocate() }
}
