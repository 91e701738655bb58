import Foundation
import PeachInstrumentModel
import PeachIntonation
import PeachMusicUnits
import Testing

@Suite("Intonation map coding")
struct IntonationMapCodingTests {
  static let content = ContentHash(first: 1, second: 2)

  static let map: IntonationMap = {
    var map = IntonationMap()
    for index in 0..<3 {
      let recording = RegionSample(
        sample: UInt32(index), offsets: AddressOffsets(start: -5, loopEnd: 40_000),
        loops: index != 1)
      map[recording] = PitchMeasurement(
        kind: .longLoop, frequency: .hertz(440.123), uncertaintyCents: 0.25, spreadCents: 3,
        inharmonicity: 1e-4, confidence: 0.5, beforeLoopCents: index == 0 ? nil : -2.5,
        sounding: [
          nil, SoundingPitch(cents: [1.25, nil, -60], later: nil),
          SoundingPitch(cents: [Double?](repeating: 0.5, count: 40), later: 2),
        ][index])
    }
    map[RegionSample(sample: 9, loops: false)] = .unpitched
    return map
  }()

  @Test("A map round-trips")
  func roundTrip() throws {
    let bytes = Self.map.encoded(for: Self.content)
    #expect(bytes.count == 28 + 4 * 153 + 8)
    #expect(try IntonationMap(decoding: bytes, for: Self.content) == Self.map)
    let empty = IntonationMap().encoded(for: Self.content)
    #expect(try IntonationMap(decoding: empty, for: Self.content) == IntonationMap())
  }

  @Test("Truncated and changed bytes, and those of another bank, are refused")
  func hostile() {
    let bytes = Self.map.encoded(for: Self.content)
    for count in 0..<bytes.count {
      #expect(throws: IntonationMapError.self) {
        try IntonationMap(decoding: Array(bytes[..<count]), for: Self.content)
      }
    }
    for index in bytes.indices {
      for bit in 0..<8 {
        var changed = bytes
        changed[index] ^= 1 << UInt8(bit)
        #expect(throws: IntonationMapError.self) {
          try IntonationMap(decoding: changed, for: Self.content)
        }
      }
    }
    #expect(throws: IntonationMapError.otherBank) {
      try IntonationMap(decoding: bytes, for: ContentHash(first: 1, second: 3))
    }
    #expect(throws: IntonationMapError.notAMap) {
      try IntonationMap(decoding: [UInt8]("RIFFxxxx".utf8), for: Self.content)
    }
    var later = bytes
    later[4] = 200
    #expect(throws: IntonationMapError.otherVersion(found: 200, expected: IntonationMap.version)) {
      try IntonationMap(decoding: later, for: Self.content)
    }
  }

  @Test("Versions and counts above 31 bits are refused, as other wrong values are")
  func largeIntegers() {
    for value in [UInt8(0x80), 0xFF] {
      var bytes = Self.map.encoded(for: Self.content)
      for index in 4..<8 { bytes[index] = value }
      let version = Int(clamping: UInt32(value) * 0x0101_0101)
      #expect(
        throws: IntonationMapError.otherVersion(found: version, expected: IntonationMap.version)
      ) { try IntonationMap(decoding: bytes, for: Self.content) }
      bytes = Self.map.encoded(for: Self.content)
      for index in 24..<28 { bytes[index] = value }
      let sum = bytes.dropLast(8).withUnsafeBytes { ContentHash(of: $0).first }
      for index in 0..<8 {
        bytes[bytes.count - 8 + index] = UInt8(truncatingIfNeeded: sum >> UInt64(8 * index))
      }
      #expect(throws: IntonationMapError.damaged) {
        try IntonationMap(decoding: bytes, for: Self.content)
      }
    }
  }

  @Test("Impossible entries are refused, even if the checksum is right")
  func impossible() {
    // In the second entry: flag 2, kind 4, a negative frequency, a confidence above 1, and 41
    // windows; then the first entry's sample index above the second's.
    let start = 28 + 153
    let changes = [
      (start + 20, 2), (start + 21, 4), (start + 29, 0xC0), (start + 61, 0x7F), (start + 70, 41),
      (28, 7),
    ]
    for (offset, value) in changes {
      var bytes = Self.map.encoded(for: Self.content)
      bytes[offset] = UInt8(value)
      let sum = bytes.dropLast(8).withUnsafeBytes { ContentHash(of: $0).first }
      for index in 0..<8 {
        bytes[bytes.count - 8 + index] = UInt8(truncatingIfNeeded: sum >> UInt64(8 * index))
      }
      #expect(throws: IntonationMapError.impossible(entry: 1), "\(offset)") {
        try IntonationMap(decoding: bytes, for: Self.content)
      }
    }
  }

  @Test("The bank's hash is XXH64 with seeds 0 and 1, as in the xxHash library")
  func hash() {
    // From libxxhash 0.8.1, XXH64(bytes, count, seed), byte i being (7 · i + 3) mod 256.
    let expected: [(Int, UInt64, UInt64)] = [
      (0, 0xEF46DB3751D8E999, 0xD5AFBA1336A3BE4B),
      (1, 0x1F25C8D0BC1F4BB6, 0x610F93F8C89889FE),
      (3, 0x31D2363F52E564C9, 0x2D80E074130D0176),
      (4, 0x9BB64B7D66EE9FDA, 0x5EC9FDD10FCBCB0E),
      (7, 0x9A7B149959CE60D8, 0xD8B4A941715FEE31),
      (8, 0xDAB99D95C6F90092, 0xF119F5B26C0020AB),
      (13, 0xF78B031308F5BFC8, 0x3C66433580BF5EAB),
      (31, 0xA2AA5F33CC4A6119, 0xAACA4E41FFCAE21C),
      (32, 0x23C3C17EF790FD97, 0x7421B79A02B42132),
      (33, 0x50A7CFC7BA588784, 0x17B3DF313DE9A40E),
      (63, 0x5E3E54B431C7493C, 0xB1ABB4A5AD0E2943),
      (64, 0x0EB64B3EF6EEB01F, 0x2D0457940C5A93F4),
      (100, 0xA61F8D4C170FE531, 0x8D8957E68F02C7CE),
      (1000, 0x5F235FA033F1A3FB, 0xE67A374D77ECCC3F),
    ]
    for (count, first, second) in expected {
      let storage = ByteStorage(
        copying: (0..<count).map { UInt8(truncatingIfNeeded: $0 * 7 + 3) })
      #expect(ContentHash(of: storage) == ContentHash(first: first, second: second), "\(count)")
    }
    #expect(Self.content.text == "00000000000000010000000000000002")
  }
}
