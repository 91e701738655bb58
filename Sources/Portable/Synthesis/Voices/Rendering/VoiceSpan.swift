/// A span of voices to render, and the buffers of its output.
struct VoiceSpan: BitwiseCopyable {
  let buses: SpanBuses
  let frame: Int64
  let count: Int
  let left: UnsafeMutablePointer<Float>
  let right: UnsafeMutablePointer<Float>

  func render(_ pool: VoicePool, partitions: Range<Int>) {
    buses.render(pool, partitions: partitions, frame: frame, count: count)
  }

  /// Fills the output with zeros.
  func clear() {
    left.update(repeating: 0, count: count)
    right.update(repeating: 0, count: count)
  }
}
