import PeachMusicUnits
import Testing

@Suite("Frequency and note number")
struct FrequencyCalculationTests {
  @Test("Every key and cent round-trips within 0.01 cents, at every common reference pitch")
  func roundTrip() {
    for reference in [392.0, 415, 430, 440, 442, 443, 466] {
      for note in 0...127 {
        for cents in [-49.999, -33.3, -0.1, 0, 0.001, 25, 49.99] {
          let frequency = FrequencyCalculation.frequency(
            note: MIDINote(clamping: note), cents: Cents(cents), referencePitch: .hertz(reference))
          let back = FrequencyCalculation.midiNoteAndCents(
            frequency: frequency, referencePitch: .hertz(reference))
          #expect(Int(back.note.number) == note)
          #expect(abs(back.cents.value - cents) < 0.01)
        }
      }
    }
  }

  @Test("A4 is the reference pitch, an octave doubles it, and half a semitone rounds upward")
  func anchors() {
    #expect(
      FrequencyCalculation.frequency(
        note: MIDINote(clamping: 69), referencePitch: .hertz(415)
      ).hertz == 415)
    #expect(FrequencyCalculation.frequency(note: MIDINote(clamping: 57)).hertz == 220)
    // 442.3 Hz is 1200·log2(442.3/440) = 9.026062184 cents above A4 (Python).
    let near = FrequencyCalculation.midiNoteAndCents(frequency: .hertz(442.3))
    #expect(near.note.number == 69)
    #expect(abs(near.cents.value - 9.026062184) < 1e-6)
    let half = FrequencyCalculation.midiNoteAndCents(
      frequency: FrequencyCalculation.frequency(noteNumber: 69.5))
    #expect(half.note.number == 70 && abs(half.cents.value + 50) < 1e-9)
  }

  @Test("Beyond the keyboard the last key is used with more cents")
  func extremes() {
    let low = FrequencyCalculation.midiNoteAndCents(frequency: .hertz(4.0879))
    #expect(low.note.number == 0 && abs(low.cents.value + 1200) < 0.01)
    let high = FrequencyCalculation.midiNoteAndCents(frequency: .hertz(25087.7079))
    #expect(high.note.number == 127 && abs(high.cents.value - 1200) < 0.01)
    _ = FrequencyCalculation.midiNoteAndCents(frequency: .hertz(.nan))
  }
}
