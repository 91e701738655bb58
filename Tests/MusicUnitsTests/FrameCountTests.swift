import PeachMusicUnits
import Testing

@Suite("Frames of durations")
struct FrameCountTests {
  /// The numbers that conversions to integers trap for, and some at their borders.
  static let odd: [Double] = [
    .infinity, -.infinity, .nan, .signalingNaN, 1e300, -1e300, -0.0, .leastNonzeroMagnitude,
    -.leastNonzeroMagnitude,
    0x1p63, -0x1p63, 0x1p64, 0x1p53, .greatestFiniteMagnitude, -.greatestFiniteMagnitude,
  ]

  @Test("Ordinary durations are rounded to the nearest frame")
  func rounded() {
    #expect(FrameCount.frames(seconds: 2, rate: 48_000) == 96_000)
    #expect(FrameCount.frames(seconds: 0.5, rate: 3) == 2)
    #expect(FrameCount.frames(seconds: -0.5, rate: 3) == -2)
    #expect(FrameCount.frames(seconds: 0.1, rate: 44_101) == 4410)
    #expect(FrameCount.frames(clampingSeconds: 0.5, rate: 3) == 2)
    #expect(FrameCount.frames(clampingSeconds: -2, rate: 48_000) == -96_000)
  }

  @Test("A count beyond 2⁵³ frames is refused, or clamped if requested")
  func limit() {
    #expect(FrameCount.limit == 9_007_199_254_740_992)
    #expect(FrameCount.frames(seconds: 0x1p53, rate: 1) == 9_007_199_254_740_992)
    #expect(FrameCount.frames(seconds: 0x1p53, rate: 1.5) == nil)
    #expect(FrameCount.frames(clampingSeconds: 1e300, rate: 1e300) == 9_007_199_254_740_992)
    #expect(FrameCount.frames(clampingSeconds: -.infinity, rate: 1) == -9_007_199_254_740_992)
    #expect(FrameCount.frames(clampingSeconds: .nan, rate: 48_000) == 0)
    #expect(FrameCount.frames(seconds: 0, rate: .infinity) == nil)
  }

  @Test("No pair of numbers traps", arguments: odd)
  func neverTraps(seconds: Double) {
    for rate in Self.odd {
      let clamped = FrameCount.frames(clampingSeconds: seconds, rate: rate)
      #expect(abs(clamped) <= FrameCount.limit)
      if let frames = FrameCount.frames(seconds: seconds, rate: rate) {
        #expect(frames == clamped)
      } else {
        #expect((seconds * rate).isNaN || abs(clamped) == FrameCount.limit)
      }
    }
  }

  @Test("Integers saturate at their ranges, NaN is 0, and fractions are cut off")
  func saturating() {
    #expect(Int(saturating: .infinity) == Int.max)
    #expect(Int(saturating: -.infinity) == Int.min)
    #expect(Int(saturating: .nan) == 0)
    #expect(Int64(saturating: 0x1p63) == Int64.max)
    #expect(Int64(saturating: 0x1p63.nextDown) == 9_223_372_036_854_774_784)
    #expect(UInt64(saturating: 0x1p64) == UInt64.max)
    #expect(UInt32(saturating: 4_294_967_295.5) == 4_294_967_295)
    #expect(UInt32(saturating: -1e300) == 0)
    #expect(UInt8(saturating: -0.5) == 0)
    #expect(Int32(saturating: 2_147_483_646.9) == 2_147_483_646)
    #expect(Int32(saturating: -2.9) == -2)
    #expect(Int16(saturating: 1e9) == 32_767)
  }
}
