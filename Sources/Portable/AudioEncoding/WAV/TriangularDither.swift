/// Dither with a triangular probability density function (TPDF): the sum of two uniform random
/// values of one quantization step each, which is the smallest dither without distortion and noise
/// modulation (Lipshitz, Wannamaker and Vanderkooy, "Quantization and Dither", 1992). The sequence
/// is always the same, so that renders are reproducible. Each value of a file has its place in it,
/// whether it is dithered or not.
struct TriangularDither: Sendable {
  /// The states of eight generators, whose values take turns: the fractional bits of the square
  /// roots of the primes from 23 on.
  private var states = SIMD8<UInt32>(
    0xCBBB_9D5D, 0x629A_292A, 0x9159_015A, 0x152F_ECD8, 0x6733_2667, 0x8EB4_4A87, 0xDB0C_2E0D,
    0x47B5_481D)
  /// The index of the next generator.
  private var lane = 0

  /// Whether ``nextBatch()`` can follow.
  var isAtBatch: Bool { lane == 0 }

  /// Returns the next value, −1…1 quantization steps.
  @inline(__always) mutating func next() -> Float {
    var state = states[lane]
    // Marsaglia's xorshift, 32 bits, triple (13, 17, 5).
    state ^= state &<< 13
    state ^= state &>> 17
    state ^= state &<< 5
    states[lane] = state
    lane = (lane &+ 1) & 7
    // Each half is a random value. The sum of both and 1 has a mean of 0.
    let high = Int32(bitPattern: state) &>> 16
    let low = Int32(bitPattern: state &<< 16) &>> 16
    return Float(high &+ low &+ 1) * 0x1p-16
  }

  /// Leaves out `count` values.
  mutating func skip(_ count: Int) {
    var rest = count
    #if !hasFeature(Embedded)
      while rest > 0, !isAtBatch {
        _ = next()
        rest &-= 1
      }
      while rest >= 8 {
        advance()
        rest &-= 8
      }
    #endif
    while rest > 0 {
      _ = next()
      rest &-= 1
    }
  }

  #if !hasFeature(Embedded)
    /// Returns the values of all generators. They must be at a batch.
    @inline(__always) mutating func nextBatch() -> SIMD8<Float> {
      advance()
      let high = SIMD8<Int32>(truncatingIfNeeded: states) &>> 16
      let low = SIMD8<Int32>(truncatingIfNeeded: states &<< 16) &>> 16
      return SIMD8<Float>(high &+ low &+ 1) * 0x1p-16
    }

    @inline(__always) private mutating func advance() {
      states ^= states &<< 13
      states ^= states &>> 17
      states ^= states &<< 5
    }
  #endif
}
