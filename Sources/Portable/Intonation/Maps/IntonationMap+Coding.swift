import PeachMusicUnits

extension IntonationMap {
  /// The version of the encoding and of the measurement. A change of either invalidates older maps.
  public static var version: Int { 2 }

  private static let mark: [UInt8] = [0x50, 0x49, 0x4E, 0x54]  // "PINT"
  private static let headerSize = 28
  private static let entrySize = 70

  /// Returns the encoded map for the bank whose contents have the given hash.
  ///
  /// Little-endian: "PINT", version (4 bytes), the bank's hash (16), the number of entries (4), and
  /// the entries in order (70 each). The first half of the hash of these bytes follows (8).
  package func encoded(for content: ContentHash) -> [UInt8] {
    var bytes = Self.mark
    bytes.reserveCapacity(Self.headerSize + entries.count * Self.entrySize + 8)
    bytes.append(UInt32(Self.version))
    bytes.append(content.first)
    bytes.append(content.second)
    bytes.append(UInt32(entries.count))
    for entry in entries {
      let recording = entry.recording
      bytes.append(recording.sample)
      bytes.append(UInt32(bitPattern: recording.startOffset))
      bytes.append(UInt32(bitPattern: recording.endOffset))
      bytes.append(UInt32(bitPattern: recording.loopStartOffset))
      bytes.append(UInt32(bitPattern: recording.loopEndOffset))
      bytes.append(contentsOf: [recording.loops ? 1 : 0, entry.measurement.kind.rawValue])
      for value in Self.values(entry.measurement) { bytes.append(value.bitPattern) }
    }
    bytes.append(bytes.withUnsafeBytes { ContentHash(of: $0) }.first)
    return bytes
  }

  /// Decodes a map, which must have been encoded for a bank with the same contents.
  package init(
    decoding bytes: [UInt8], for content: ContentHash
  ) throws(IntonationMapError) {
    guard bytes.count >= 8, Array(bytes[0..<4]) == Self.mark else { throw .notAMap }
    let version = Int(bytes.integer32(at: 4))
    guard version == Self.version else {
      throw .otherVersion(found: version, expected: Self.version)
    }
    guard bytes.count >= Self.headerSize + 8 else { throw .damaged }
    let count = Int(bytes.integer32(at: 24))
    let end = bytes.count - 8
    guard (end - Self.headerSize) / Self.entrySize == count,
      (end - Self.headerSize) % Self.entrySize == 0
    else { throw .damaged }
    let sum = bytes.withUnsafeBytes {
      ContentHash(of: UnsafeRawBufferPointer(rebasing: $0[..<end]))
    }
    guard sum.first == bytes.integer64(at: end) else { throw .damaged }
    guard bytes.integer64(at: 8) == content.first, bytes.integer64(at: 16) == content.second else {
      throw .otherBank
    }
    var entries: [Entry] = []
    entries.reserveCapacity(count)
    for index in 0..<count {
      let byteOffset = Self.headerSize + index * Self.entrySize
      guard let entry = Self.entry(bytes, at: byteOffset) else { throw .impossible(entry: index) }
      if let last = entries.last, !(last.recording < entry.recording) {
        throw .impossible(entry: index)
      }
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

  private static func entry(_ bytes: [UInt8], at byteOffset: Int) -> Entry? {
    func offset(_ index: Int) -> Int32 {
      Int32(bitPattern: bytes.integer32(at: byteOffset + 4 * index))
    }
    guard bytes[byteOffset + 20] <= 1,
      let kind = PitchMeasurement.Kind(rawValue: bytes[byteOffset + 21])
    else { return nil }
    var values: [Double] = []
    for index in 0..<6 {
      values.append(Double(bitPattern: bytes.integer64(at: byteOffset + 22 + 8 * index)))
    }
    let beforeLoop: Double? = values[5] == .infinity ? nil : values[5]
    let isPossible =
      values[0..<4].allSatisfy { $0 >= 0 && $0 < 1e9 } && values[4] >= 0 && values[4] <= 1
      && (kind == .unpitched || values[0] > 0) && abs(beforeLoop ?? 0) < 1e9
    guard isPossible else { return nil }
    return Entry(
      recording: RegionSample(
        sample: bytes.integer32(at: byteOffset), startOffset: offset(1), endOffset: offset(2),
        loopStartOffset: offset(3), loopEndOffset: offset(4), loops: bytes[byteOffset + 20] == 1),
      measurement: PitchMeasurement(
        kind: kind, frequency: .hertz(values[0]), uncertaintyCents: values[1],
        spreadCents: values[2], inharmonicity: values[3], confidence: values[4],
        beforeLoopCents: beforeLoop))
  }
}

extension [UInt8] {
  fileprivate mutating func append(_ value: UInt32) {
    for shift in 0..<4 { append(UInt8(truncatingIfNeeded: value >> (8 * UInt32(shift)))) }
  }

  fileprivate mutating func append(_ value: UInt64) {
    append(UInt32(truncatingIfNeeded: value))
    append(UInt32(truncatingIfNeeded: value >> 32))
  }

  fileprivate func integer32(at byteOffset: Int) -> UInt32 {
    var value: UInt32 = 0
    for index in 0..<4 { value |= UInt32(self[byteOffset + index]) << (8 * UInt32(index)) }
    return value
  }

  fileprivate func integer64(at byteOffset: Int) -> UInt64 {
    UInt64(integer32(at: byteOffset)) | UInt64(integer32(at: byteOffset + 4)) << 32
  }
}
