/// The frames of one channel between margins of silence, for ``SincInterpolator``.
final class PaddedFrames {
  /// The frames of silence before and after the channel.
  static let margin = 64

  private(set) var count = 0
  private let buffer = ScratchBuffer<Float>()

  /// The first frame; `count` frames and the margins on both sides may be accessed.
  var frames: UnsafeMutablePointer<Float> { buffer.base + Self.margin }

  /// Sets the number of frames. All are silent.
  func reset(count newCount: Int) {
    count = newCount
    buffer.fill(newCount + 2 * Self.margin, with: 0)
  }
}
