/// CAF files in memory (Apple Core Audio Format Specification 1.0), mono PCM.
public struct CoreAudioFile {
  /// The format of the frames.
  public enum Format: Sendable, CaseIterable {
    case integer16, integer24, float32
  }

  private var chunks: [UInt8] = []

  /// Creates a file of `frames`, −1…1.
  public init(
    _ frames: [Float], format: Format, isLittleEndian: Bool = false, rate: Double = 44_100
  ) {
    let bits = [Format.integer16: 16, .integer24: 24, .float32: 32][format] ?? 16
    let flags = (format == .float32 ? 1 : 0) + (isLittleEndian ? 2 : 0)
    var description = Self.big(Int(bitPattern: UInt(rate.bitPattern)), 8) + Array("lpcm".utf8)
    for field in [flags, bits / 8, 1, 1, bits] { description += Self.big(field, 4) }
    add("desc", description)
    // The frames follow an edit count.
    var data = Self.big(0, 4)
    for frame in frames {
      let scale = Float(1 << (bits - 1))
      let value =
        format == .float32 ? Int(frame.bitPattern) : Int((frame * scale).rounded())
      let bytes = Self.big(value, bits / 8)
      data += isLittleEndian ? bytes.reversed() : bytes
    }
    add("data", data)
  }

  /// Adds an instrument chunk, whose sustain region is 1, in either byte order.
  public mutating func addInstrument(
    baseNote: Float, keys: ClosedRange<UInt8> = 0...127, isLittleEndian: Bool = false
  ) {
    func number(_ value: Int) -> [UInt8] {
      isLittleEndian ? Self.big(value, 4).reversed() : Self.big(value, 4)
    }
    let ranges = [keys.lowerBound, keys.upperBound, 0, 127]
    let regions = [0, 1, 0, 0].flatMap(number)
    add("inst", number(Int(baseNote.bitPattern)) + ranges + number(0) + regions)
  }

  /// Adds region 1 with a forward loop between two markers.
  public mutating func addLoop(_ loop: Range<Int>) {
    // No time code; one region: its number, loop and forward flags, and two markers.
    var bytes = [0, 1, 1, 3, 2].flatMap { Self.big($0, 4) }
    for (type, frame) in [("slbg", loop.lowerBound), ("slen", loop.upperBound)] {
      bytes += Array(type.utf8) + Self.big(Int(bitPattern: UInt(Double(frame).bitPattern)), 8)
      bytes += [UInt8](repeating: 0, count: 16)
    }
    add("regn", bytes)
  }

  /// The encoded file.
  public var bytes: [UInt8] { Array("caff".utf8) + [0, 1, 0, 0] + chunks }

  private mutating func add(_ code: String, _ contents: [UInt8]) {
    chunks += Array(code.utf8) + Self.big(contents.count, 8) + contents
  }

  private static func big(_ value: Int, _ count: Int) -> [UInt8] {
    WaveFile.little(value, count).reversed()
  }
}
