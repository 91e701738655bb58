/// How a file holds plain, uncompressed frames (PCM), and where: enough to read them without a
/// decoder.
public struct PCMLayout: Hashable, Sendable {
  /// How one value is stored.
  public enum Format: UInt8, CaseIterable, Sendable {
    /// 8 bits, 128 for silence.
    case unsigned8
    /// 8 bits, two's complement.
    case signed8
    /// 16 bits, two's complement.
    case integer16
    /// 24 bits, two's complement.
    case integer24
    /// 32 bits, two's complement.
    case integer32
    /// IEEE 754, 32 bits.
    case float32
    /// IEEE 754, 64 bits.
    case float64

    /// How many bytes one value has.
    public var byteCount: Int {
      switch self {
      case .unsigned8, .signed8: 1
      case .integer16: 2
      case .integer24: 3
      case .integer32, .float32: 4
      case .float64: 8
      }
    }
  }

  /// How one value is stored.
  public var format: Format
  /// Whether the high byte comes first.
  public var isBigEndian: Bool
  /// 1 for mono, 2 for stereo, …; the channels of a frame lie side by side.
  public var channelCount: Int
  /// Where in the file the frames are, in bytes.
  public var data: Range<Int>

  /// Frames of this kind and place. `channelCount` is at least 1.
  public init(format: Format, isBigEndian: Bool, channelCount: Int, data: Range<Int>) {
    precondition(channelCount >= 1, "A frame has at least one channel.")
    self.format = format
    self.isBigEndian = isBigEndian
    self.channelCount = channelCount
    self.data = data
  }

  /// How many whole frames there are.
  public var frameCount: Int { data.count / bytesPerFrame }

  private var bytesPerFrame: Int { format.byteCount * channelCount }

  /// Where in the file so many of its frames are, in bytes. They must be among those that there are.
  func byteRange(of frames: Range<Int>) -> Range<Int> {
    let begin = data.lowerBound + frames.lowerBound * bytesPerFrame
    return begin..<(begin + frames.count * bytesPerFrame)
  }

  /// One channel of the frames in `range`, −1…1; what lies outside the file is left out, and what
  /// is no number is 0.
  public func read(
    _ range: Range<Int>, channel: Int, of bytes: UnsafeRawBufferPointer
  ) -> [Float] {
    let inside = data.clamped(to: 0..<bytes.count)
    guard channel < channelCount, inside.lowerBound == data.lowerBound else { return [] }
    let frames = range.clamped(to: 0..<inside.count / bytesPerFrame)
    let size = format.byteCount
    var values: [Float] = []
    values.reserveCapacity(frames.count)
    var place = data.lowerBound + frames.lowerBound * bytesPerFrame + channel * size
    for _ in 0..<frames.count {
      var bits: UInt64 = 0
      for index in 0..<size {
        let byte = bytes[place + (isBigEndian ? index : size - 1 - index)]
        bits = bits << 8 | UInt64(byte)
      }
      values.append(value(bits))
      place += bytesPerFrame
    }
    return values
  }

  private func value(_ bits: UInt64) -> Float {
    switch format {
    case .unsigned8: return Float(Int(bits) - 128) * (1.0 / 128)
    case .signed8: return Float(Int8(truncatingIfNeeded: bits)) * (1.0 / 128)
    case .integer16: return Float(Int16(truncatingIfNeeded: bits)) * (1.0 / 32768)
    case .integer24:
      // Moved to the top of 32 bits, where its sign is the number's.
      return Float(Int32(truncatingIfNeeded: bits << 8) >> 8) * (1.0 / 8_388_608)
    case .integer32:
      return Float(Double(Int32(truncatingIfNeeded: bits)) * (1.0 / 2_147_483_648))
    case .float32: return Self.finite(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))
    case .float64: return Self.finite(Float(Double(bitPattern: bits)))
    }
  }

  private static func finite(_ value: Float) -> Float { value.isFinite ? value : 0 }
}
