/// What was left to chance for one region of one note, and stays for as long as it sounds.
struct NoteChances: BitwiseCopyable {
  /// The note's own number, 0 up to 1: the same for all its regions.
  var random: Float = 0
  var gainCentibels: Float = 0
  var pitchCents: Float = 0
  var cutoffCents: Float = 0
}

/// Random numbers for notes, the same for every synthesizer that is told the same.
struct NoteRandom: BitwiseCopyable {
  private var state: UInt64 = 0x5EED_0F_9EAC4

  /// A number from 0 up to 1, of 24 bits.
  ///
  /// SplitMix64 (Steele, Lea and Flood, Fast splittable pseudorandom number generators, 2014,
  /// figure 17).
  mutating func next() -> Float {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ bits &>> 30) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ bits &>> 27) &* 0x94D0_49BB_1331_11EB
    bits ^= bits &>> 31
    return Float(bits &>> 40) * 0x1p-24
  }
}
