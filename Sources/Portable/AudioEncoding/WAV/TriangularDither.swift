/// Dither with a triangular probability density function (TPDF): the sum of two uniform random
/// values of one quantization step each, which is the smallest dither without distortion and noise
/// modulation (Lipshitz, Wannamaker and Vanderkooy, "Quantization and Dither", 1992). The sequence
/// is always the same, so that renders are reproducible.
struct TriangularDither: Sendable {
  private var state: UInt64 = 0x9E37_79B9_7F4A_7C15

  /// Returns the next value, −1…1 quantization steps.
  mutating func next() -> Double {
    // Marsaglia's xorshift, 64 bits, triple (13, 7, 17). Each half is a random value.
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    let first = Int32(truncatingIfNeeded: state >> 32)
    let second = Int32(truncatingIfNeeded: state)
    return (Double(first) + Double(second)) * 0x1p-32
  }
}
