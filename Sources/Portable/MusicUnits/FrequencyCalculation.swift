/// The only place that converts between hertz and MIDI's keys (N11).
public enum FrequencyCalculation {
  /// The pitch that A4, key 69, has where nothing else is said.
  public static var concertPitch: Frequency { .hertz(440) }

  /// Where a frequency lies on the keyboard, as a fraction: 69.0 is A4, 69.5 a quarter tone above.
  ///
  /// Any real number; keys beyond 0…127 are extrapolated. Not meaningful unless both are playable.
  @inlinable public static func noteNumber(
    frequency: Frequency, referencePitch: Frequency = concertPitch
  ) -> Double {
    69 + 12 * Exponential.log2(frequency.hertz / referencePitch.hertz)
  }

  /// The frequency at a fractional place on the keyboard, the inverse of ``noteNumber(frequency:referencePitch:)``.
  @inlinable public static func frequency(
    noteNumber: Double, referencePitch: Frequency = concertPitch
  ) -> Frequency {
    .hertz(referencePitch.hertz * Exponential.exp2((noteNumber - 69) / 12))
  }

  /// The nearest key and what is left over, −50 ≤ cents < 50 wherever the keyboard reaches.
  ///
  /// Beyond the keyboard's ends the last key is given and the cents grow past 50.
  ///
  /// ```swift
  /// FrequencyCalculation.midiNoteAndCents(frequency: .hertz(442.3))
  /// // (note 69, 9.026062… cents)
  /// ```
  public static func midiNoteAndCents(
    frequency: Frequency, referencePitch: Frequency = concertPitch
  ) -> (note: MIDINote, cents: Cents) {
    let place = noteNumber(frequency: frequency, referencePitch: referencePitch)
    let nearest = min(max((place + 0.5).rounded(.down), 0), 127)
    // A NaN frequency would not convert; it is nobody's key, so it is given the lowest.
    let note = MIDINote(clamping: nearest == nearest ? Int(nearest) : 0)
    return (note, Cents((place - Double(note.number)) * 100))
  }

  /// The frequency of a key raised by `cents`, the inverse of ``midiNoteAndCents(frequency:referencePitch:)``.
  ///
  /// `frequency(note: MIDINote(clamping: 57), cents: Cents(0)).hertz` is `220.0`.
  public static func frequency(
    note: MIDINote, cents: Cents = Cents(0), referencePitch: Frequency = concertPitch
  ) -> Frequency {
    frequency(
      noteNumber: Double(note.number) + cents.value / 100, referencePitch: referencePitch)
  }
}
