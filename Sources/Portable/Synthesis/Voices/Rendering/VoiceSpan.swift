/// Consecutive frames of a synthesizer's output: the voices to render, and where they go.
struct VoiceSpan: BitwiseCopyable {
  /// The outputs of the effects, if they are not added to the voices'.
  struct Wet: BitwiseCopyable {
    let left: UnsafeMutablePointer<Float>
    let right: UnsafeMutablePointer<Float>
  }

  /// The maximum length of a span that is rendered and finished; a block, which is split into such
  /// spans, may be longer.
  static var maximumFrames: Int { 1024 }

  private(set) var buses: SpanBuses
  private(set) var frame: Int64
  private(set) var count: Int
  private(set) var left: UnsafeMutablePointer<Float>
  private(set) var right: UnsafeMutablePointer<Float>
  private(set) var wet: Wet?

  init(
    buses: SpanBuses, frame: Int64, count: Int, left: UnsafeMutablePointer<Float>,
    right: UnsafeMutablePointer<Float>, wet: Wet?
  ) {
    self.buses = buses
    self.frame = frame
    self.count = count
    self.left = left
    self.right = right
    self.wet = wet
  }

  /// Returns `count` frames of the span from an offset on.
  @inline(__always) func part(from offset: Int, count: Int) -> VoiceSpan {
    VoiceSpan(
      buses: buses, frame: frame &+ Int64(offset), count: count, left: left + offset,
      right: right + offset,
      wet: wet.map { Wet(left: $0.left + offset, right: $0.right + offset) })
  }

  /// Returns the span with `count` frames more, which follow in the same buffers.
  @inline(__always) func extended(by count: Int) -> VoiceSpan {
    var span = self
    span.count &+= count
    return span
  }

  @inline(__always) func replacingBuses(_ buses: SpanBuses) -> VoiceSpan {
    var span = self
    span.buses = buses
    return span
  }

  func render(_ pool: VoicePool, partitions: Range<Int>) {
    buses.render(pool, partitions: partitions, frame: frame, count: count)
  }

  /// Fills the output with zeros.
  func clear() {
    left.update(repeating: 0, count: count)
    right.update(repeating: 0, count: count)
  }
}
