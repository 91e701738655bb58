import PeachSynthesis

/// A state as bytes: `PchU`, a version, then parts of a name, a length and contents, numbers with
/// their low byte first. A reader passes over parts that it does not know.
extension UnitState {
  /// The version that is written.
  public static let version = 1

  private static let magic = Array("PchU".utf8)
  private static let bankTag = tag("bank")
  private static let parameterTag = tag("parm")
  private static let offsetTag = tag("offs")
  private static let channelTag = tag("chan")
  private static let systemTag = tag("syst")
  private static let tuningTag = tag("tune")

  /// The state as bytes, the same for the same state.
  public var bytes: [UInt8] {
    var bytes = Self.magic + Self.little(UInt64(Self.version), 4)
    func append(_ tag: UInt32, _ contents: [UInt8]) {
      bytes += Self.little(UInt64(tag), 4) + Self.little(UInt64(contents.count), 4) + contents
    }
    if let bankPath { append(Self.bankTag, Array(bankPath.utf8)) }
    append(Self.parameterTag, Self.settings(parameters))
    append(Self.offsetTag, Self.settings(offsets))
    append(Self.channelTag, Self.numbers(channels))
    if !system.isEmpty { append(Self.systemTag, Self.numbers(system)) }
    if !tunings.isEmpty { append(Self.tuningTag, Self.numbers(tunings)) }
    return bytes
  }

  private static func numbers(_ values: [Int32]) -> [UInt8] {
    var bytes: [UInt8] = []
    for value in values { bytes += little(UInt64(UInt32(bitPattern: value)), 4) }
    return bytes
  }

  /// The state of these bytes.
  public init(bytes: [UInt8]) throws(UnitStateError) {
    self.init()
    guard bytes.count >= 8 && bytes.starts(with: Self.magic) else { throw .notAState }
    let version = Int(Self.number(bytes, 4, 4))
    guard version <= Self.version else { throw .laterVersion(version) }
    var place = 8
    while place < bytes.count {
      guard bytes.count - place >= 8 else { throw .damaged(at: place) }
      let tag = UInt32(truncatingIfNeeded: Self.number(bytes, place, 4))
      let count = Int(Self.number(bytes, place + 4, 4))
      guard count <= bytes.count - place - 8 else { throw .damaged(at: place) }
      try take(tag, bytes, place + 8, count)
      place += 8 + count
    }
  }

  private mutating func take(
    _ tag: UInt32, _ bytes: [UInt8], _ place: Int, _ count: Int
  ) throws(UnitStateError) {
    switch tag {
    case Self.bankTag:
      let text = String(decoding: bytes[place..<place + count], as: UTF8.self)
      guard text.utf8.elementsEqual(bytes[place..<place + count]) else {
        throw .damaged(at: place)
      }
      bankPath = text
    case Self.parameterTag: parameters = try Self.settings(bytes, place, count)
    case Self.offsetTag: offsets = try Self.settings(bytes, place, count)
    case Self.channelTag:
      channels = try Self.values(
        bytes, place, count, each: Synthesizer.channelStateCount, most: UnitLink.channelCount)
    case Self.systemTag:
      system = try Self.values(bytes, place, count, each: UnitLink.systemCount, most: 1)
    case Self.tuningTag:
      tunings = try Self.values(
        bytes, place, count, each: UnitLink.tuningCount, most: Synthesizer.tuningCapacity)
    default: break
    }
  }

  /// Numbers, in groups of so many.
  private static func values(
    _ bytes: [UInt8], _ place: Int, _ count: Int, each: Int, most: Int
  ) throws(UnitStateError) -> [Int32] {
    guard count % (4 * each) == 0 && count <= 4 * each * most else { throw .damaged(at: place) }
    return stride(from: place, to: place + count, by: 4).map {
      Int32(bitPattern: UInt32(truncatingIfNeeded: number(bytes, $0, 4)))
    }
  }

  private static func settings(
    _ bytes: [UInt8], _ place: Int, _ count: Int
  ) throws(UnitStateError) -> [Setting] {
    guard count % 12 == 0 && count <= 12 * 1024 else { throw .damaged(at: place) }
    var settings: [Setting] = []
    for start in stride(from: place, to: place + count, by: 12) {
      let value = Float(bitPattern: UInt32(truncatingIfNeeded: number(bytes, start + 8, 4)))
      guard value.isFinite else { throw .damaged(at: start) }
      settings.append(Setting(address: number(bytes, start, 8), value: value))
    }
    return settings
  }

  private static func settings(_ settings: [Setting]) -> [UInt8] {
    var bytes: [UInt8] = []
    for setting in settings {
      bytes += little(setting.address, 8) + little(UInt64(setting.value.bitPattern), 4)
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

  private static func little(_ number: UInt64, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> UInt64(8 * $0)) }
  }

  private static func number(_ bytes: [UInt8], _ place: Int, _ count: Int) -> UInt64 {
    var number: UInt64 = 0
    for index in (0..<count).reversed() { number = number << 8 | UInt64(bytes[place + index]) }
    return number
  }
}
