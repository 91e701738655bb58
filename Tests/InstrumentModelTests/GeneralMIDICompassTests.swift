import PeachInstrumentModel
import Testing

@Suite("Compass of General MIDI programs")
struct GeneralMIDICompassTests {
  /// Returns the key of a note such as C4, which is 60, or Bb3.
  private func key(_ name: String) -> UInt8? {
    let steps: [Character: Int] = ["C": 0, "D": 2, "E": 4, "F": 5, "G": 7, "A": 9, "B": 11]
    guard let first = name.first, let step = steps[first], let octave = name.last?.wholeNumberValue
    else { return nil }
    let accidental = name.contains("b") ? -1 : name.contains("#") ? 1 : 0
    return UInt8(12 * (octave + 1) + step + accidental)
  }

  // Sounding ranges: written ranges and transpositions of the sources that the table names.
  @Test(
    "Ranges are the standard ones of orchestration",
    arguments: [
      (40, "G3", "G7"), (41, "C3", "G6"), (42, "C2", "C6"), (43, "E1", "G4"), (73, "C4", "C7"),
      (72, "D5", "C8"), (68, "Bb3", "G6"), (69, "E3", "C6"), (71, "D3", "Bb6"), (70, "Bb1", "Eb5"),
      (56, "F#3", "D6"), (57, "E2", "F5"), (60, "Bb1", "F5"), (58, "D1", "F4"), (0, "A0", "C8"),
      (24, "E2", "E6"), (65, "Db3", "Ab5"), (66, "Ab2", "Eb5"), (46, "B0", "G#7"),
      (4, "E1", "E7"), (6, "F1", "F6"), (7, "F1", "E6"), (12, "C2", "C7"), (14, "C4", "F5"),
      (30, "E2", "E6"), (36, "E1", "G4"), (48, "E1", "G7"), (8, "C4", "C8"), (9, "G5", "C8"),
      (11, "F3", "F6"), (13, "F4", "C8"), (61, "D1", "D6"), (64, "Ab3", "Eb6"),
      (67, "Db2", "Ab4"),
    ] as [(UInt8, String, String)])
  func ranges(program: UInt8, low: String, high: String) throws {
    let keys = try #require(GeneralMIDICompass.keys(ofProgram: program))
    #expect(keys.lowerBound == key(low) && keys.upperBound == key(high))
  }

  @Test("Organs, synthesizers, effects and invalid programs have none")
  func none() {
    for program in [16, 80, 88, 96, 120, 127, 128, 255] as [UInt8] {
      #expect(GeneralMIDICompass.keys(ofProgram: program) == nil)
    }
  }
}
