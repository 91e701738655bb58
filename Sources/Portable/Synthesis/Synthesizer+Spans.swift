/// Rendering with two threads: voices in partitions, and the effects of earlier spans at the same
/// time. The output is bit-identical to that of one thread.
extension Synthesizer {
  private static var maximumSpanFrames: Int { 1024 }

  /// Renders `count` frames like ``render(left:right:count:)``, with a second thread; pass the same
  /// `runner` each time. The last spans are complete only after ``finishSpans()`` or
  /// ``finishSpans(_:)``: keep the buffers until then. Notifying the second thread takes about a
  /// microsecond, which `minimumWork` voice frames are worth. Not for the audio thread: the first
  /// call allocates.
  package mutating func render<Runner: ParallelRunner>(
    left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>, count: Int,
    with runner: Runner, minimumWork: Int = 4096
  ) {
    if live.areVoicesStale { refreshStale() }
    let (pool, output) = (pool, output)
    let queue = queue ?? makeQueue(for: runner)
    var done = 0
    while done < count {
      let run = min(count - done, Self.maximumSpanFrames)
      let span = VoiceSpan(
        buses: queue.nextBuses(output: output), frame: frame, count: run, left: left + done,
        right: right + done)
      if pool.activeCount * run < minimumWork {
        span.render(pool, partitions: 0..<VoicePartition.count)
      } else {
        runner.perform(VoicePartition.count) { index in
          let partition = VoicePartition.scheduled(at: index)
          span.render(pool, partitions: partition..<(partition + 1))
        }
      }
      queue.add(span)
      runner.remind()
      frame &+= Int64(run)
      done += run
    }
  }

  private mutating func makeQueue<Runner: ParallelRunner>(for runner: Runner) -> SpanQueue {
    let memory = SpanQueueMemory(
      maxFrames: Self.maximumSpanFrames, hasSends: configuration.effects)
    let (queue, output) = (memory.queue, output)
    runner.setIdleWork { withExtendedLifetime(memory) { queue.finishNext(output: output) } }
    queueMemory = memory
    self.queue = queue
    return queue
  }

  package var spanCount: Int { queue?.addedCount ?? 0 }

  /// Completes the first `count` of all spans.
  package func finishSpans(_ count: Int) { queue?.finish(count, output: output) }

  /// Completes all spans. Call it before changing effects or the master level.
  package func finishSpans() {
    guard let queue else { return }
    queue.finish(queue.addedCount, output: output)
  }
}
