/// Encodes stereo frames as interleaved little-endian samples, with the dither of ``WAVWriter``, for
/// other kinds of files.
package struct FrameEncoder: Sendable {
  package var summary: WAVSummary { encoder.summary }
  package let bytesPerFrame: Int
  private var encoder: WAVEncoder

  /// Creates an encoder. `isDithered` applies to integers.
  package init(format: WAVWriter.SampleFormat, isDithered: Bool) {
    let dither = isDithered && format != .float32 ? TriangularDither() : nil
    encoder = WAVEncoder(format: format, dither: dither, summary: WAVSummary())
    bytesPerFrame = 2 * format.byteCount
  }

  /// Encodes frames to memory for `count` times ``bytesPerFrame`` bytes.
  package mutating func encode(
    left: UnsafePointer<Float>, right: UnsafePointer<Float>, count: Int,
    to destination: UnsafeMutableRawPointer
  ) {
    var destination = destination
    for frame in 0..<count {
      encoder.beginFrame()
      for value in [left[frame], right[frame]] {
        encoder.encode(value, to: destination)
        destination += bytesPerFrame / 2
      }
      encoder.endFrame()
    }
  }
}
