import PeachMusicUnits

/// The random values of one region of one note, drawn at note-on.
struct NoteRandomValues: BitwiseCopyable {
  /// The note's random value, 0..<1, shared by all its regions.
  var random: Float = 0
  var gainCentibels: Float = 0
  var pitchCents: Float = 0
  var cutoffCents: Float = 0
}

/// A random number generator for notes, with the same sequence in every synthesizer.
struct NoteRandom: BitwiseCopyable {
  // Any fixed value.
  private var bits = SplitMix64(seed: 0x5E_ED0F_9EAC4)

  /// Returns a value in 0..<1 with 24 bits.
  mutating func next() -> Float {
    // The realtime checks cannot see that this call neither locks nor allocates.
    Float(_unsafePerformance { bits.next() } &>> 40) * 0x1p-24
  }
}
