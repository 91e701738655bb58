/// A seeded pseudorandom generator with the same output on every platform: SplitMix64 (Steele, Lea
/// and Flood, "Fast splittable pseudorandom number generators", 2014, figure 17). Does not allocate
/// or lock, so the audio thread may use it.
package struct SplitMix64: BitwiseCopyable, Equatable, Sendable {
  @usableFromInline var state: UInt64

  /// Creates a generator. All seeds are equally good.
  @inlinable package init(seed: UInt64) { state = seed }

  /// Returns the next 64 random bits.
  @inlinable package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits &>> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits &>> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits &>> 31)
  }
}
