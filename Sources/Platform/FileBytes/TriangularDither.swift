/// Noise that makes the rounding error of a recording independent of the music.
///
/// The sum of two uniform numbers of one step each (triangular density, two steps wide): the
/// smallest noise that leaves neither distortion nor noise modulation (Lipshitz, Wannamaker and
/// Vanderkooy, "Quantization and Dither", 1992). Always the same numbers, so that a render repeats.
struct TriangularDither: Sendable {
  private var state: UInt64 = 0x9E37_79B9_7F4A_7C15

  /// Steps to add before rounding, within −1…1.
  mutating func next() -> Double {
    // Marsaglia's xorshift, 64 bits, triple (13, 7, 17); both halves are used.
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    let first = Int32(truncatingIfNeeded: state >> 32)
    let second = Int32(truncatingIfNeeded: state)
    return (Double(first) + Double(second)) * 0x1p-32
  }
}
