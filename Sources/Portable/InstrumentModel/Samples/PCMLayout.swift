/// The format and the location of uncompressed frames (PCM) in a file.
package struct PCMLayout: Hashable, Sendable {
  /// The format of a value: unsigned with 128 for silence, two's complement, or IEEE 754.
  package enum Format: UInt8, CaseIterable, Sendable {
    case unsigned8
    case signed8, integer16, integer24, integer32
    case float32, float64

    package var byteCount: Int {
      switch self {
      case .unsigned8, .signed8: 1
      case .integer16: 2
      case .integer24: 3
      case .integer32, .float32: 4
      case .float64: 8
      }
    }
  }

  package var format: Format
  package var isBigEndian: Bool
  /// The number of interleaved channels.
  package var channelCount: Int
  /// The range of the frames in the file, in bytes.
  package var data: Range<Int>

  /// Creates a layout. `channelCount` must be at least 1.
  package init(format: Format, isBigEndian: Bool, channelCount: Int, data: Range<Int>) {
    precondition(channelCount >= 1, "A frame has at least one channel.")
    self.format = format
    self.isBigEndian = isBigEndian
    self.channelCount = channelCount
    self.data = data
  }

  /// The number of complete frames.
  package var frameCount: Int { data.count / bytesPerFrame }
  private var bytesPerFrame: Int { format.byteCount * channelCount }

  /// Returns the range of existing frames in the file, in bytes.
  func byteRange(of frames: Range<Int>) -> Range<Int> {
    let begin = data.lowerBound + frames.lowerBound * bytesPerFrame
    return begin..<(begin + frames.count * bytesPerFrame)
  }

  /// Returns a channel of the frames in `range`, −1…1. Omits frames outside the file, and replaces
  /// NaN and infinity by 0.
  package func read(
    _ range: Range<Int>, channel: Int, of bytes: UnsafeRawBufferPointer
  ) -> [Float] {
    let available = data.clamped(to: 0..<bytes.count)
    guard channel < channelCount, available.lowerBound == data.lowerBound else { return [] }
    let frames = range.clamped(to: 0..<available.count / bytesPerFrame)
    let size = format.byteCount
    var values: [Float] = []
    values.reserveCapacity(frames.count)
    var offset = data.lowerBound + frames.lowerBound * bytesPerFrame + channel * size
    for _ in 0..<frames.count {
      var bits: UInt64 = 0
      for index in 0..<size {
        bits = bits << 8 | UInt64(bytes[offset + (isBigEndian ? index : size - 1 - index)])
      }
      values.append(value(bits))
      offset += bytesPerFrame
    }
    return values
  }

  private func value(_ bits: UInt64) -> Float {
    switch format {
    case .unsigned8: Float(Int(bits) - 128) * (1.0 / 128)
    case .signed8: Float(Int8(truncatingIfNeeded: bits)) * (1.0 / 128)
    case .integer16: Float(Int16(truncatingIfNeeded: bits)) * (1.0 / 32768)
    // The shifts extend the sign.
    case .integer24: Float(Int32(truncatingIfNeeded: bits << 8) >> 8) * (1.0 / 8_388_608)
    case .integer32: Float(Double(Int32(truncatingIfNeeded: bits)) * (1.0 / 2_147_483_648))
    case .float32: Self.finite(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))
    case .float64: Self.finite(Float(Double(bitPattern: bits)))
    }
  }

  private static func finite(_ value: Float) -> Float { value.isFinite ? value : 0 }
}
