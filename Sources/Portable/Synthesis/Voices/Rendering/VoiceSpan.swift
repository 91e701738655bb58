/// A span of time whose voices are rendered or about to be, and where it is to be heard.
struct VoiceSpan: BitwiseCopyable {
  let buses: SpanBuses
  /// Its first frame, counted from the synthesizer's beginning.
  let frame: Int
  let count: Int
  let left: UnsafeMutablePointer<Float>
  let right: UnsafeMutablePointer<Float>

  /// Renders some parts of the voices.
  func sound(_ pool: VoicePool, parts: Range<Int>) {
    buses.sound(pool, parts: parts, frame: frame, count: count)
  }
}
