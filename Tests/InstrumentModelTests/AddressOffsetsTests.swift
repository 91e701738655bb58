import PeachInstrumentModel
import Testing

@Suite("Address offsets")
struct AddressOffsetsTests {
  /// 1,000 frames, the loop 100..<900.
  static func sample(loop: Range<Int>? = 100..<900) -> Sample {
    Sample(
      name: "", encoding: .integer16(0..<2000), sampleRate: 48_000, rootKey: 60, loop: loop)
  }

  @Test("Generators 0 to 4, 12, 45 and 50 are summed: fine in frames, coarse in 32,768 frames")
  func generators() {
    var region = Region(sample: 0)
    let values: [(Generator, Float)] = [
      (.startAddressOffset, 5), (.startAddressCoarseOffset, 2), (.endAddressOffset, -7),
      (.endAddressCoarseOffset, -1), (.startLoopAddressOffset, 11),
      (.startLoopAddressCoarseOffset, -3), (.endLoopAddressOffset, -13),
      (.endLoopAddressCoarseOffset, 4),
    ]
    for (generator, value) in values { region.generators[generator] = value }
    #expect(
      AddressOffsets(region)
        == AddressOffsets(
          start: 65_541, end: -32_775, loopStart: 11 - 98_304, loopEnd: 131_072 - 13))
    #expect(AddressOffsets(Region(sample: 0)) == AddressOffsets())
    for (generator, _) in values {
      for value: Float in [.infinity, -1e30, 1e30] {
        region.generators[generator] = value
        _ = AddressOffsets(region).frameRange(in: Self.sample(), frameCount: 1000)
      }
    }
  }

  @Test("Offsets are clamped to the sample (SoundFont 2.04 §8.1.3)")
  func ranges() {
    let cases: [(AddressOffsets, Range<Int>?, Range<Int>?)] = [
      (AddressOffsets(), 0..<1000, 100..<900),
      (AddressOffsets(start: 50, loopEnd: 200), 50..<1000, 100..<1000),
      (AddressOffsets(start: -9, end: 9), 0..<1000, 100..<900),
      (AddressOffsets(start: 999), 999..<1000, nil),
      (AddressOffsets(start: 1000), nil, nil),
      (AddressOffsets(end: -1000), nil, nil),
      (AddressOffsets(end: -200), 0..<800, 100..<800),
      (AddressOffsets(end: -950), 0..<50, nil),
      // A note may start within its loop or before it, but not after it.
      (AddressOffsets(start: 500), 500..<1000, 100..<900),
      (AddressOffsets(start: 900), 900..<1000, nil),
      (AddressOffsets(loopStart: -200, loopEnd: 50), 0..<1000, 0..<950),
      (AddressOffsets(loopStart: 800), 0..<1000, nil),
      (AddressOffsets(loopStart: 799), 0..<1000, 899..<900),
      (AddressOffsets(start: .max, end: .min, loopStart: .max, loopEnd: .min), nil, nil),
      (AddressOffsets(start: .min, end: .max, loopStart: .min, loopEnd: .max), 0..<1000, 0..<1000),
    ]
    for (offsets, played, loop) in cases {
      let range = offsets.frameRange(in: Self.sample(), frameCount: 1000)
      #expect(range?.played == played && range?.loop == loop, "\(offsets)")
    }
    var reversed = Self.sample(loop: nil)
    reversed.loopPoints = LoopPoints(start: 900, end: 100)
    #expect(AddressOffsets().frameRange(in: reversed, frameCount: 1000)?.loop == nil)
    let mended = AddressOffsets(loopStart: -800, loopEnd: 800)
    #expect(mended.frameRange(in: reversed, frameCount: 1000)?.loop == 100..<900)
    let once = AddressOffsets(start: 10).frameRange(in: Self.sample(loop: nil), frameCount: 1000)
    #expect(once?.played == 10..<1000 && once?.loop == nil)
    #expect(AddressOffsets().frameRange(in: Self.sample(), frameCount: 0) == nil)
  }
}
