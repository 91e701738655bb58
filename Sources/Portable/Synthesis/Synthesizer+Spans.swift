/// Rendering by two at once: the voices in parts, and the effects of the span before while the voices
/// of the next are rendered. The bits are those of rendering by one.
extension Synthesizer {
  private static var longestSpan: Int { 1024 }

  /// Writes the next `count` frames, as ``render(left:right:count:)``, but the last of them only when
  /// ``finishSpan()`` is called: until then the memory must stay.
  ///
  /// The other hand is asked for nothing where fewer than `leastWork` frames of voices are to be
  /// rendered: to tell it takes about a microsecond. Not for the audio thread: it allocates when first
  /// called.
  package mutating func render<Hand: SecondHand>(
    left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>, count: Int,
    with hand: Hand, leastWork: Int = 4096
  ) {
    if live.areVoicesStale { refreshStale() }
    if spans.isEmpty { for _ in 0..<2 { spans.append(SpanBuses(capacity: Self.longestSpan)) } }
    var done = 0
    while done < count {
      let run = min(count - done, Self.longestSpan)
      // The buses of the span before are read while these are written.
      spans.swapAt(0, 1)
      let span = VoiceSpan(
        buses: spans[0], frame: frame, count: run, left: left + done, right: right + done)
      let (pool, output, former) = (pool, output, unfinished)
      if pool.allSoundingCount * run < leastWork {
        finishSpan()
        span.sound(pool, parts: 0..<VoicePart.count)
      } else {
        hand.perform(VoicePart.count + 1) { turn in
          if turn < VoicePart.count {
            let part = VoicePart.inOrder(turn)
            span.sound(pool, parts: part..<(part + 1))
          } else if let former {
            output.finish(former)
          }
        }
      }
      unfinished = span
      pass(frames: run)
      done += run
    }
  }

  /// Writes what ``render(left:right:count:with:)`` has left. What changes effects or the level of the
  /// whole calls it first.
  package mutating func finishSpan() {
    guard let span = unfinished else { return }
    unfinished = nil
    output.finish(span)
  }
}
