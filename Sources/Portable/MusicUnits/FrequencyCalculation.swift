/// Converts between frequencies and MIDI note numbers.
public enum FrequencyCalculation {
  /// The default pitch of A4, key 69.
  public static var concertPitch: Frequency { .hertz(440) }

  /// The frequencies that A4 may have, in hertz: from the low pitch of the Baroque to high ones.
  public static var referencePitches: ClosedRange<Double> { 380...480 }

  /// Returns the fractional note number of a frequency, also beyond 0…127: 69.0 is A4, 69.5 a
  /// quarter tone above. Both frequencies must be playable.
  @inlinable public static func noteNumber(
    frequency: Frequency, referencePitch: Frequency = concertPitch
  ) -> Double { 69 + 12 * Exponential.log2(frequency.hertz / referencePitch.hertz) }

  /// Returns the frequency of a fractional note number.
  @inlinable public static func frequency(
    noteNumber: Double, referencePitch: Frequency = concertPitch
  ) -> Frequency { .hertz(referencePitch.hertz * Exponential.exp2((noteNumber - 69) / 12)) }

  /// Returns the nearest key and the remaining cents, −50 ≤ cents < 50. Beyond the keyboard it is
  /// the first or the last key, with cents outside this range.
  ///
  /// ```swift
  /// FrequencyCalculation.midiNoteAndCents(frequency: .hertz(442.3))
  /// // (note 69, 9.026062… cents)
  /// ```
  public static func midiNoteAndCents(
    frequency: Frequency, referencePitch: Frequency = concertPitch
  ) -> (note: MIDINote, cents: Cents) {
    let number = noteNumber(frequency: frequency, referencePitch: referencePitch)
    let nearest = min(max((number + 0.5).rounded(.down), 0), 127)
    // NaN does not convert to an integer; it yields key 0.
    let note = MIDINote(clamping: nearest == nearest ? Int(nearest) : 0)
    return (note, Cents((number - Double(note.number)) * 100))
  }

  /// Returns the frequency of a key raised by `cents`.
  public static func frequency(
    note: MIDINote, cents: Cents = Cents(0), referencePitch: Frequency = concertPitch
  ) -> Frequency {
    frequency(noteNumber: Double(note.number) + cents.value / 100, referencePitch: referencePitch)
  }
}
