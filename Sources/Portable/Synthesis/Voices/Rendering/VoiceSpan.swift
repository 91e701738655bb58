/// A span of voices to render, and the buffers of its output.
struct VoiceSpan: BitwiseCopyable {
  let buses: SpanBuses
  /// The synthesizer's frame of its start.
  let frame: Int
  let count: Int
  let left: UnsafeMutablePointer<Float>
  let right: UnsafeMutablePointer<Float>

  /// Renders some partitions of the voices.
  func render(_ pool: VoicePool, partitions: Range<Int>) {
    buses.render(pool, partitions: partitions, frame: frame, count: count)
  }
}
