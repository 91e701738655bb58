/// Rendering: voices, effects and output, span by span.
extension Synthesizer {
  /// Renders `count` frames. Full scale is ±1; the output is not clipped.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  public mutating func render(
    left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>, count: Int
  ) {
    renderOnOneThread(left: left, right: right, wet: nil, count: count)
  }

  /// Renders the frames of a block up to an event. Voices that the event does not change may render
  /// them later: they are complete after the last segment of the block.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  package mutating func render(_ segment: BlockSplitter.Segment) {
    if segment.count == 0 && !segment.isLast { return }
    renderOnOneThread(
      left: segment.left, right: segment.right, wet: nil, count: segment.count,
      isLast: segment.isLast)
  }

  /// Renders `count` frames of voices, and of their effects to other buffers; without clicks and
  /// limiter.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  public mutating func render(
    left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>,
    wetLeft: UnsafeMutablePointer<Float>, wetRight: UnsafeMutablePointer<Float>, count: Int
  ) {
    let wet = VoiceSpan.Wet(left: wetLeft, right: wetRight)
    renderOnOneThread(left: left, right: right, wet: wet, count: count)
  }

  /// Renders `count` frames with events in the order of their frames. Events beyond the block take
  /// effect at its end.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  public mutating func render(
    events: UnsafeBufferPointer<TimedEvent>,
    left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>, count: Int
  ) {
    var block = BlockSplitter(left: left, right: right, count: count)
    for index in 0..<events.count {
      render(block.nextSegment(upTo: events[index].frame))
      handle(events[index].event)
    }
    render(block.nextSegment(upTo: count))
  }

  /// Renders `count` frames like ``render(left:right:count:)``, with a second thread; pass the same
  /// `runner` each time. The last spans are complete only after ``finishSpans()`` or
  /// ``finishSpans(_:)``: keep the buffers until then. Notifying the second thread takes about a
  /// microsecond, which `minimumWork` voice frames are worth. Not for the audio thread: the first
  /// call allocates.
  package mutating func render<Runner: ParallelRunner>(
    left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>, count: Int,
    with runner: Runner, minimumWork: Int = 4096
  ) {
    let (pool, output) = (pool, output)
    finishDeferred()
    let queue = queue ?? makeQueue(for: runner)
    let block = VoiceSpan(
      buses: buses, frame: frame, count: count, left: left, right: right, wet: nil)
    forEachSpan(of: block, upTo: { _ in VoiceSpan.maximumFrames }) { part in
      let span = part.replacingBuses(queue.nextBuses(output: output))
      if pool.activeCount * span.count < minimumWork {
        span.render(pool, partitions: 0..<VoicePartition.count)
      } else {
        runner.perform(VoicePartition.count) { index in
          let partition = VoicePartition.scheduled(at: index)
          span.render(pool, partitions: partition..<(partition + 1))
        }
      }
      queue.add(span)
      runner.remind()
    }
  }

  /// Renders a block or a segment of it: voices and output, up to the end of each long control
  /// block. Defers the last frames if another segment follows.
  private mutating func renderOnOneThread(
    left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>, wet: VoiceSpan.Wet?,
    count: Int, isLast: Bool = true
  ) {
    finishQueue()
    let (pool, output) = (pool, output)
    let block = VoiceSpan(
      buses: buses, frame: frame, count: count, left: left, right: right, wet: wet)
    // A block that has been abandoned before its last segment.
    if !pool.canExtendDeferred(by: block) { finishDeferred() }
    forEachSpan(of: block, upTo: ControlBlock.longFramesRemaining(from:)) { span in
      let endsLongBlock = span.count == ControlBlock.longFramesRemaining(from: span.frame)
      if VoicePool.defersFrames && !isLast && !endsLongBlock {
        pool.defer(span)
      } else if let whole = pool.finishDeferred(andNext: span.count) {
        output.finish(whole)
      } else {
        span.render(pool, partitions: 0..<VoicePartition.count)
        output.finish(span)
      }
    }
    if isLast { finishDeferred() }
  }

  /// Calls `body` with consecutive spans of a block, and advances the clock.
  ///
  /// - Parameter maximumFrames: Returns the maximum length of a span that starts at a frame.
  @inline(__always)
  private mutating func forEachSpan(
    of block: VoiceSpan, upTo maximumFrames: (Int64) -> Int, _ body: (VoiceSpan) -> Void
  ) {
    if live.areVoicesStale { refreshStale() }
    var done = 0
    while done < block.count {
      let run = min(block.count &- done, maximumFrames(frame))
      body(block.part(from: done, count: run))
      done &+= run
      frame &+= Int64(run)
    }
  }
}

/// Rendering with two threads: voices in partitions, and the effects of earlier spans at the same
/// time. The output is bit-identical to that of one thread.
extension Synthesizer {
  private mutating func makeQueue<Runner: ParallelRunner>(for runner: Runner) -> SpanQueue {
    let memory = SpanQueueMemory(hasSends: configuration.effects)
    let (queue, output) = (memory.queue, output)
    runner.setIdleWork { withExtendedLifetime(memory) { queue.finishNext(output: output) } }
    queueMemory = memory
    self.queue = queue
    return queue
  }

  package var spanCount: Int { queue?.addedCount ?? 0 }

  /// Completes the first `count` of all spans.
  package func finishSpans(_ count: Int) { queue?.finish(count, output: output) }

  /// Completes all frames. Call it before changing effects or the master level.
  package func finishSpans() {
    finishDeferred()
    finishQueue()
  }

  private func finishDeferred() {
    if let span = pool.finishDeferred() { output.finish(span) }
  }

  func finishQueue() {
    guard let queue else { return }
    queue.finish(queue.addedCount, output: output)
  }
}
