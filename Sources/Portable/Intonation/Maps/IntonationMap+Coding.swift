import PeachInstrumentModel
import PeachMusicUnits

extension IntonationMap {
  /// The version of the encoding and of the measurement. A change of either invalidates older maps.
  public static var version: Int { 3 }

  private static let mark: [UInt8] = [0x50, 0x49, 0x4E, 0x54]  // "PINT"
  private static let headerSize = 28
  private static let entrySize = 153

  /// Returns the encoded map for the bank whose contents have the given hash. Little-endian:
  /// "PINT", version (4 bytes), the bank's hash (16), the number of entries (4), and the entries in
  /// order (153 each). The first half of the hash of these bytes follows (8).
  package func encoded(for content: ContentHash) -> [UInt8] {
    var bytes = Self.mark
    bytes.reserveCapacity(Self.headerSize + entries.count * Self.entrySize + 8)
    bytes.append(littleEndian: UInt32(Self.version))
    bytes.append(littleEndian: content.first)
    bytes.append(littleEndian: content.second)
    bytes.append(littleEndian: UInt32(entries.count))
    for entry in entries {
      let (sample, offsets) = (entry.regionSample.sample, entry.regionSample.offsets)
      bytes.append(littleEndian: sample)
      for offset in [offsets.start, offsets.end, offsets.loopStart, offsets.loopEnd] {
        bytes.append(littleEndian: offset)
      }
      bytes += [entry.regionSample.loops ? 1 : 0, entry.measurement.kind.rawValue]
      for value in Self.values(entry.measurement) { bytes.append(littleEndian: value.bitPattern) }
      Self.append(entry.measurement.sounding, to: &bytes)
    }
    bytes.append(littleEndian: bytes.withUnsafeBytes { ContentHash(of: $0) }.first)
    return bytes
  }

  /// Decodes a map, which must have been encoded for a bank with the same contents.
  package init(decoding bytes: [UInt8], for content: ContentHash) throws(IntonationMapError) {
    guard bytes.count >= 8, Array(bytes[0..<4]) == Self.mark else { throw .notAMap }
    let version = bytes.integer(UInt32.self, at: 4)
    guard version == Self.version else {
      throw .otherVersion(found: Int(clamping: version), expected: Self.version)
    }
    guard bytes.count >= Self.headerSize + 8 else { throw .damaged }
    let end = bytes.count - 8
    let sum = bytes.withUnsafeBytes {
      ContentHash(of: UnsafeRawBufferPointer(rebasing: $0[..<end]))
    }
    let (count, rest) = (end - Self.headerSize).quotientAndRemainder(dividingBy: Self.entrySize)
    // Compares without converting to `Int`, which has 32 bits in WebAssembly.
    guard rest == 0, bytes.integer(UInt32.self, at: 24) == count,
      sum.first == bytes.integer(UInt64.self, at: end)
    else { throw .damaged }
    guard bytes.integer(UInt64.self, at: 8) == content.first,
      bytes.integer(UInt64.self, at: 16) == content.second
    else { throw .otherBank }
    var entries: [Entry] = []
    entries.reserveCapacity(count)
    for index in 0..<count {
      let byteOffset = Self.headerSize + index * Self.entrySize
      guard let entry = Self.entry(bytes, at: byteOffset),
        entries.last.map({ $0.regionSample < entry.regionSample }) ?? true
      else { throw .impossible(entry: index) }
      entries.append(entry)
    }
    self.init(ordered: entries)
  }

  private static func values(_ measurement: PitchMeasurement) -> [Double] {
    [
      measurement.frequency.hertz, measurement.uncertaintyCents, measurement.spreadCents,
      measurement.inharmonicity, measurement.confidence, measurement.beforeLoopCents ?? .infinity,
    ]
  }

  /// Appends the number of windows (1 byte; 255 without a contour), the deviation after them (2),
  /// and 40 windows (2 each).
  private static func append(_ sounding: SoundingPitch?, to bytes: inout [UInt8]) {
    bytes.append(sounding.map { UInt8(clamping: $0.hundredths.count) } ?? 255)
    bytes.append(littleEndian: sounding?.laterHundredths ?? 0)
    for index in 0..<SoundingPitch.windowLimit {
      let windows = sounding?.hundredths ?? []
      bytes.append(littleEndian: index < windows.count ? windows[index] : 0)
    }
  }

  private static func sounding(_ bytes: [UInt8], at byteOffset: Int) -> SoundingPitch? {
    let count = Int(bytes[byteOffset])
    guard count <= SoundingPitch.windowLimit else { return nil }
    return SoundingPitch(
      hundredths: (0..<count).map { bytes.integer(Int16.self, at: byteOffset + 3 + 2 * $0) },
      laterHundredths: bytes.integer(Int16.self, at: byteOffset + 1))
  }

  private static func entry(_ bytes: [UInt8], at byteOffset: Int) -> Entry? {
    func offset(_ index: Int) -> Int32 { bytes.integer(Int32.self, at: byteOffset + 4 * index) }
    guard bytes[byteOffset + 20] <= 1,
      let kind = PitchMeasurement.Kind(rawValue: bytes[byteOffset + 21])
    else { return nil }
    let values = (0..<6).map {
      Double(bitPattern: bytes.integer(UInt64.self, at: byteOffset + 22 + 8 * $0))
    }
    let beforeLoop: Double? = values[5] == .infinity ? nil : values[5]
    let isPossible =
      values[0..<4].allSatisfy { $0 >= 0 && $0 < 1e9 } && values[4] >= 0 && values[4] <= 1
      && (kind == .unpitched || values[0] > 0) && abs(beforeLoop ?? 0) < 1e9
      && (bytes[byteOffset + 70] == 255
        || bytes[byteOffset + 70] <= UInt8(SoundingPitch.windowLimit))
    guard isPossible else { return nil }
    return Entry(
      regionSample: RegionSample(
        sample: bytes.integer(UInt32.self, at: byteOffset),
        offsets: AddressOffsets(
          start: offset(1), end: offset(2), loopStart: offset(3), loopEnd: offset(4)),
        loops: bytes[byteOffset + 20] == 1),
      measurement: PitchMeasurement(
        kind: kind, frequency: .hertz(values[0]), uncertaintyCents: values[1],
        spreadCents: values[2], inharmonicity: values[3], confidence: values[4],
        beforeLoopCents: beforeLoop, sounding: sounding(bytes, at: byteOffset + 70)))
  }
}

extension [UInt8] {
  fileprivate mutating func append(littleEndian value: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: value.littleEndian) { append(contentsOf: $0) }
  }

  fileprivate func integer<Value: FixedWidthInteger & BitwiseCopyable>(
    _ type: Value.Type, at byteOffset: Int
  ) -> Value {
    withUnsafeBytes { Value(littleEndian: $0.loadUnaligned(fromByteOffset: byteOffset, as: type)) }
  }
}

package enum IntonationMapError: Error, Hashable, Sendable {
  /// The bytes do not start with the signature of a map.
  case notAMap
  /// The map was written by another version; measure again.
  case otherVersion(found: Int, expected: Int)
  case otherBank
  /// The length or the checksum is wrong.
  case damaged
  case impossible(entry: Int)
}
