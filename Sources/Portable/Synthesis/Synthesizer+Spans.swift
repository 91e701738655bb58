/// Rendering by two at once: the voices in parts, and meanwhile the effects of spans before. The bits
/// are those of rendering by one.
extension Synthesizer {
  private static var longestSpan: Int { 1024 }

  /// Writes the next `count` frames, as ``render(left:right:count:)``, but the last spans of them only
  /// when ``finishSpans()`` or ``finishSpans(_:)`` is called: until then the memory must stay.
  ///
  /// The other hand is asked for nothing where fewer than `leastWork` frames of voices are to be
  /// rendered: to tell it takes about a microsecond. Not for the audio thread: it allocates when first
  /// called. Always by the same hand.
  package mutating func render<Hand: ParallelRunner>(
    left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>, count: Int,
    with hand: Hand, leastWork: Int = 4096
  ) {
    if live.areVoicesStale { refreshStale() }
    let (pool, output) = (pool, output)
    let queue = queue ?? makeQueue(for: hand)
    var done = 0
    while done < count {
      let run = min(count - done, Self.longestSpan)
      let span = VoiceSpan(
        buses: queue.nextBuses(output: output), frame: frame, count: run, left: left + done,
        right: right + done)
      if pool.allSoundingCount * run < leastWork {
        span.sound(pool, parts: 0..<VoicePartition.count)
      } else {
        hand.perform(VoicePartition.count) { turn in
          let part = VoicePartition.inOrder(turn)
          span.sound(pool, parts: part..<(part + 1))
        }
      }
      queue.add(span)
      hand.remind()
      pass(frames: run)
      done += run
    }
  }

  private mutating func makeQueue<Hand: ParallelRunner>(for hand: Hand) -> SpanQueue {
    let memory = SpanQueueMemory(longestSpan: Self.longestSpan)
    let (queue, output) = (memory.queue, output)
    hand.setIdleWork { withExtendedLifetime(memory) { queue.finishNext(output: output) } }
    queueMemory = memory
    self.queue = queue
    return queue
  }

  /// How many spans ``render(left:right:count:with:leastWork:)`` has rendered.
  package var spanCount: Int { queue?.addedCount ?? 0 }

  /// Writes what is left of the first `count` of all spans.
  package func finishSpans(_ count: Int) {
    queue?.finish(count, output: output)
  }

  /// Writes what ``render(left:right:count:with:leastWork:)`` has left. What changes effects or the
  /// level of the whole calls it first.
  package func finishSpans() {
    guard let queue else { return }
    queue.finish(queue.addedCount, output: output)
  }
}
