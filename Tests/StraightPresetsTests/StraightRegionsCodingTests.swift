import PeachIntonation
import PeachStraightPresets
import PeachSynthesis
import Testing

@Suite("Bytes of straight regions")
struct StraightRegionsCodingTests {
  private static var regions: StraightRegions {
    var regions = StraightRegions(
      tone: .glideRemoved, corrections: [-7.25, 0, .pi], steadyPitch: true)
    regions.replacements[2] = SampleReplacement(
      frames: [0.5, -1, .leastNonzeroMagnitude], loop: 1..<3, correctionCents: 12.125)
    regions.replacements[2]?.vibratoCents = [1, -20]
    regions.replacements[2]?.framesPerVibratoEntry = 256
    regions.replacements[0] = SampleReplacement(frames: [], loop: nil, correctionCents: -0.1)
    return regions
  }

  private func decoded(_ bytes: [UInt8]) -> StraightRegions? {
    bytes.withUnsafeBytes { StraightRegions(bytes: $0) }
  }

  @Test("Decoding restores all values")
  func roundTrip() throws {
    var regions = Self.regions
    for hasShares in [false, true] {
      if hasShares {
        let entries = (0..<16_384).map { UInt8($0 % 18) }
        regions.shares = try #require(NoteShares(bytes: entries))
      }
      let copy = try #require(decoded(regions.bytes))
      #expect(copy.tone == .glideRemoved && copy.steadyPitch)
      #expect(copy.corrections == [-7.25, 0, .pi] && copy.shares == regions.shares)
      #expect(copy.replacements.keys.sorted() == [0, 2])
      let (plain, looped) = (
        try #require(copy.replacements[0]), try #require(copy.replacements[2])
      )
      #expect(plain.frames.isEmpty && plain.loop == nil && plain.correctionCents == -0.1)
      #expect(plain.vibratoCents.isEmpty && plain.framesPerVibratoEntry == 0)
      #expect(looped.frames == [0.5, -1, .leastNonzeroMagnitude] && looped.loop == 1..<3)
      #expect(looped.vibratoCents == [1, -20] && looped.framesPerVibratoEntry == 256)
      #expect(looped.correctionCents == 12.125)
    }
  }

  @Test("Truncated and extended bytes, other tones and flags are refused")
  func damage() {
    let bytes = Self.regions.bytes
    for count in bytes.indices { #expect(decoded(Array(bytes[..<count])) == nil) }
    #expect(decoded(bytes + [0]) == nil)
    for index in [0, 4] {
      var other = bytes
      other[index] ^= 0x20
      #expect(decoded(other) == nil)
    }
  }
}
