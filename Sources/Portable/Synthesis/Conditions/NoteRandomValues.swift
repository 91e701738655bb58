import PeachMusicUnits

/// What was left to chance for one region of one note, and stays for as long as it sounds.
struct NoteRandomValues: BitwiseCopyable {
  /// The note's own number, 0 up to 1: the same for all its regions.
  var random: Float = 0
  var gainCentibels: Float = 0
  var pitchCents: Float = 0
  var cutoffCents: Float = 0
}

/// Random numbers for notes, the same for every synthesizer that is told the same.
struct NoteRandom: BitwiseCopyable {
  private var bits = SplitMix64(seed: 0x5EED_0F_9EAC4)

  /// A number from 0 up to 1, of 24 bits.
  mutating func next() -> Float {
    // Plain arithmetic, which the compiler's check takes for an unknown call.
    Float(_unsafePerformance { bits.next() } &>> 40) * 0x1p-24
  }
}
