/// AIFF and AIFC files in memory (Audio Interchange File Format 1.3; AIFF-C, 1991), mono.
public struct AIFFFile {
  /// The form and the encoding of the frames.
  public enum Encoding: Sendable, CaseIterable {
    /// AIFF: big-endian integers.
    case integer16, integer24, integer32
    /// AIFC: the compression types `NONE` and `sowt`, 16-bit integers of either byte order.
    case none16, swapped16
    /// AIFC: the compression types `fl32` and `fl64`.
    case float32, float64

    fileprivate var compression: String? {
      switch self {
      case .integer16, .integer24, .integer32: nil
      case .none16: "NONE"
      case .swapped16: "sowt"
      case .float32: "fl32"
      case .float64: "fl64"
      }
    }

    fileprivate var bits: Int {
      switch self {
      case .integer16, .none16, .swapped16: 16
      case .integer24: 24
      case .integer32, .float32: 32
      case .float64: 64
      }
    }

    fileprivate func bytes(_ frame: Float) -> [UInt8] {
      switch self {
      case .float32: AIFFFile.big(Int(frame.bitPattern), 4)
      case .float64: AIFFFile.big(Int(bitPattern: UInt(Double(frame).bitPattern)), 8)
      case .swapped16: AIFFFile.big(Int((frame * 32_768).rounded()), 2).reversed()
      default: AIFFFile.big(Int((Double(frame) * Double(1 << (bits - 1))).rounded()), bits / 8)
      }
    }
  }

  private let isCompressed: Bool
  private var chunks: [UInt8] = []

  /// Creates a file of `frames`, −1…1.
  public init(_ frames: [Float], encoding: Encoding, rate: Int = 44_100) {
    isCompressed = encoding.compression != nil
    // The version of AIFF-C: 1990-05-23.
    if isCompressed { add("FVER", Self.big(0xA280_5140, 4)) }
    var common = Self.big(1, 2) + Self.big(frames.count, 4) + Self.big(encoding.bits, 2)
    common += Self.extended(rate)
    // The compression type, and its name: a Pascal string of even total size.
    if let type = encoding.compression { common += Array(type.utf8) + [3] + Array("PCM".utf8) }
    add("COMM", common)
    add("SSND", Self.big(0, 8) + frames.flatMap { encoding.bytes($0) })
  }

  /// Adds an instrument chunk, and for a sustain loop its two markers.
  public mutating func addInstrument(
    baseNote: UInt8, detune: Int = 0, keys: ClosedRange<UInt8> = 0...127, gain: Int = 0,
    loop: Range<Int>? = nil
  ) {
    if let loop {
      var markers = Self.big(2, 2)
      for (number, frame) in [(1, loop.lowerBound), (2, loop.upperBound)] {
        markers += Self.big(number, 2) + Self.big(frame, 4) + [3] + Array("abc".utf8)
      }
      add("MARK", markers)
    }
    let ranges = [keys.lowerBound, keys.upperBound, 1, 127]
    let sustain = loop == nil ? [0, 0, 0] : [1, 1, 2]
    add(
      "INST",
      [baseNote] + Self.big(detune, 1) + ranges + Self.big(gain, 2)
        + (sustain + [0, 0, 0]).flatMap { Self.big($0, 2) })
  }

  /// The encoded file.
  public var bytes: [UInt8] {
    let form = Array((isCompressed ? "AIFC" : "AIFF").utf8) + chunks
    return Array("FORM".utf8) + Self.big(form.count, 4) + form
  }

  private mutating func add(_ code: String, _ contents: [UInt8]) {
    chunks += Array(code.utf8) + Self.big(contents.count, 4) + contents
    if contents.count % 2 == 1 { chunks.append(0) }
  }

  /// Returns a positive integer as an 80-bit float.
  private static func extended(_ number: Int) -> [UInt8] {
    let exponent = Int.bitWidth - 1 - number.leadingZeroBitCount
    return big(16_383 + exponent, 2) + big(number << (63 - exponent), 8)
  }

  private static func big(_ value: Int, _ count: Int) -> [UInt8] {
    WaveFile.little(value, count).reversed()
  }
}
