import PeachSynthesis

/// The file format of a state: `PchU`, a version, then chunks of a tag, a length and contents, all
/// little-endian. Readers skip unknown chunks.
extension UnitState {
  /// The current version of the format.
  public static let version = 1

  private static let magic = Array("PchU".utf8)
  /// The raw value is the tag in a file.
  private enum Chunk: String {
    case bank, stack = "stak", parameters = "parm", offsets = "offs", channels = "chan"
    case system = "syst", tunings = "tune"
  }

  /// The encoded state. Equal states have equal bytes.
  public var bytes: [UInt8] {
    var bytes = Self.magic + Self.littleEndian(UInt64(Self.version), 4)
    func append(_ chunk: Chunk, _ contents: [UInt8]) {
      bytes += chunk.rawValue.utf8
      bytes += Self.littleEndian(UInt64(contents.count), 4) + contents
    }
    if let bankPath { append(.bank, Array(bankPath.utf8)) }
    if !bankStack.isEmpty { append(.stack, Array(UnitBankTexts.joined(bankStack).utf8)) }
    append(.parameters, Self.settings(parameters))
    append(.offsets, Self.settings(offsets))
    append(.channels, Self.words(channels))
    if !system.isEmpty { append(.system, Self.words(system)) }
    if !tunings.isEmpty { append(.tunings, Self.words(tunings)) }
    return bytes
  }

  private static func words(_ values: [Int32]) -> [UInt8] {
    values.flatMap { littleEndian(UInt64(UInt32(bitPattern: $0)), 4) }
  }

  /// Decodes a state.
  public init(bytes: [UInt8]) throws(UnitStateError) {
    self.init()
    guard bytes.count >= 8 && bytes.starts(with: Self.magic) else { throw .notAState }
    let version = Int(Self.number(bytes, 4, 4))
    guard version <= Self.version else { throw .laterVersion(version) }
    var offset = 8
    while offset < bytes.count {
      guard bytes.count - offset >= 8 else { throw .damaged(at: offset) }
      let chunk = Chunk(rawValue: String(decoding: bytes[offset..<offset + 4], as: UTF8.self))
      let count = Int(Self.number(bytes, offset + 4, 4))
      guard count <= bytes.count - offset - 8 else { throw .damaged(at: offset) }
      if let chunk { try read(chunk, bytes, offset + 8, count) }
      offset += 8 + count
    }
  }

  private mutating func read(
    _ chunk: Chunk, _ bytes: [UInt8], _ offset: Int, _ count: Int
  ) throws(UnitStateError) {
    switch chunk {
    case .bank: bankPath = try Self.text(bytes, offset, count)
    case .stack: bankStack = UnitBankTexts.texts(try Self.text(bytes, offset, count))
    case .parameters: parameters = try Self.settings(bytes, offset, count)
    case .offsets: offsets = try Self.settings(bytes, offset, count)
    case .channels:
      channels = try Self.values(
        bytes, offset, count, each: ChannelState.wordCount, max: UnitSharedState.channelCount)
    case .system:
      system = try Self.values(bytes, offset, count, each: UnitSharedState.systemWordCount, max: 1)
    case .tunings:
      tunings = try Self.values(
        bytes, offset, count, each: TuningState.wordCount, max: TuningState.capacity)
    }
  }

  private static func text(
    _ bytes: [UInt8], _ offset: Int, _ count: Int
  ) throws(UnitStateError) -> String {
    let text = String(decoding: bytes[offset..<offset + count], as: UTF8.self)
    guard text.utf8.elementsEqual(bytes[offset..<offset + count]) else {
      throw .damaged(at: offset)
    }
    return text
  }

  /// Decodes at most `max` records of `each` words.
  private static func values(
    _ bytes: [UInt8], _ offset: Int, _ count: Int, each: Int, max: Int
  ) throws(UnitStateError) -> [Int32] {
    guard count % (4 * each) == 0 && count <= 4 * each * max else { throw .damaged(at: offset) }
    return stride(from: offset, to: offset + count, by: 4).map {
      Int32(bitPattern: UInt32(truncatingIfNeeded: number(bytes, $0, 4)))
    }
  }

  private static func settings(
    _ bytes: [UInt8], _ offset: Int, _ count: Int
  ) throws(UnitStateError) -> [Setting] {
    guard count % 12 == 0 && count <= 12 * 1024 else { throw .damaged(at: offset) }
    var settings: [Setting] = []
    for start in stride(from: offset, to: offset + count, by: 12) {
      let value = Float(bitPattern: UInt32(truncatingIfNeeded: number(bytes, start + 8, 4)))
      guard value.isFinite else { throw .damaged(at: start) }
      settings.append(Setting(address: number(bytes, start, 8), value: value))
    }
    return settings
  }

  private static func settings(_ settings: [Setting]) -> [UInt8] {
    settings.flatMap { littleEndian($0.address, 8) + littleEndian(UInt64($0.value.bitPattern), 4) }
  }

  private static func littleEndian(_ number: UInt64, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> UInt64(8 * $0)) }
  }

  private static func number(_ bytes: [UInt8], _ offset: Int, _ count: Int) -> UInt64 {
    bytes[offset..<offset + count].reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}
