import PeachSynthesis

/// The file format of a state: `PchU`, a version, then chunks of a tag, a length and contents, all
/// little-endian. Readers skip unknown chunks.
extension UnitState {
  /// The current version of the format.
  public static let version = 1

  private static let magic = Array("PchU".utf8)
  private static let bankTag = tag("bank")
  private static let parameterTag = tag("parm")
  private static let offsetTag = tag("offs")
  private static let channelTag = tag("chan")
  private static let systemTag = tag("syst")
  private static let tuningTag = tag("tune")

  /// The encoded state. Equal states have equal bytes.
  public var bytes: [UInt8] {
    var bytes = Self.magic + Self.littleEndian(UInt64(Self.version), 4)
    func append(_ tag: UInt32, _ contents: [UInt8]) {
      bytes +=
        Self.littleEndian(UInt64(tag), 4) + Self.littleEndian(UInt64(contents.count), 4) + contents
    }
    if let bankPath { append(Self.bankTag, Array(bankPath.utf8)) }
    append(Self.parameterTag, Self.settings(parameters))
    append(Self.offsetTag, Self.settings(offsets))
    append(Self.channelTag, Self.words(channels))
    if !system.isEmpty { append(Self.systemTag, Self.words(system)) }
    if !tunings.isEmpty { append(Self.tuningTag, Self.words(tunings)) }
    return bytes
  }

  private static func words(_ values: [Int32]) -> [UInt8] {
    var bytes: [UInt8] = []
    for value in values { bytes += littleEndian(UInt64(UInt32(bitPattern: value)), 4) }
    return bytes
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
      let tag = UInt32(truncatingIfNeeded: Self.number(bytes, offset, 4))
      let count = Int(Self.number(bytes, offset + 4, 4))
      guard count <= bytes.count - offset - 8 else { throw .damaged(at: offset) }
      try readChunk(tag, bytes, offset + 8, count)
      offset += 8 + count
    }
  }

  private mutating func readChunk(
    _ tag: UInt32, _ bytes: [UInt8], _ offset: Int, _ count: Int
  ) throws(UnitStateError) {
    switch tag {
    case Self.bankTag:
      let text = String(decoding: bytes[offset..<offset + count], as: UTF8.self)
      guard text.utf8.elementsEqual(bytes[offset..<offset + count]) else {
        throw .damaged(at: offset)
      }
      bankPath = text
    case Self.parameterTag: parameters = try Self.settings(bytes, offset, count)
    case Self.offsetTag: offsets = try Self.settings(bytes, offset, count)
    case Self.channelTag:
      channels = try Self.values(
        bytes, offset, count, each: ChannelState.wordCount, max: UnitSharedState.channelCount)
    case Self.systemTag:
      system = try Self.values(bytes, offset, count, each: UnitSharedState.systemWordCount, max: 1)
    case Self.tuningTag:
      tunings = try Self.values(
        bytes, offset, count, each: TuningState.wordCount, max: TuningState.capacity)
    default: break
    }
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
    var bytes: [UInt8] = []
    for setting in settings {
      bytes += littleEndian(setting.address, 8) + littleEndian(UInt64(setting.value.bitPattern), 4)
    }
    return bytes
  }

  private static func tag(_ name: StaticString) -> UInt32 {
    name.withUTF8Buffer { letters in
      var tag: UInt32 = 0
      for letter in letters.reversed() { tag = tag << 8 | UInt32(letter) }
      return tag
    }
  }

  private static func littleEndian(_ number: UInt64, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> UInt64(8 * $0)) }
  }

  private static func number(_ bytes: [UInt8], _ offset: Int, _ count: Int) -> UInt64 {
    var number: UInt64 = 0
    for index in (0..<count).reversed() { number = number << 8 | UInt64(bytes[offset + index]) }
    return number
  }
}
