import Foundation
import PeachInstrumentModel
import TestEnvironment
import Testing

private let largeBank = "/usr/share/sounds/sf2/FluidR3_GM.sf2"

/// Notes of real instruments with the default options of `peach play`, from an empty cache on,
/// measured by an independent program (Tests/Tools/sounding_pitch.py).
@Suite(
  "Pitch of real instruments as `peach play` plays them",
  .enabled(if: TestFiles.exists(largeBank), "FluidR3_GM.sf2 is not installed."),
  .enabled(if: OtherProgram.pythonHas("numpy, scipy"), "Requires Python with NumPy and SciPy."))
struct PlayedPitchTests {
  /// An instrument by its name in FluidR3, and its General MIDI program.
  struct Instrument: Sendable, CustomStringConvertible {
    var sound: String
    var program: UInt8
    var description: String { sound }
  }

  static let instruments = TestScale.cases(
    short: [Instrument(sound: "flute", program: 73)],
    full: [
      ("violin", 40), ("viola", 41), ("cello", 42), ("flute", 73), ("oboe", 68), ("clarinet", 71),
      ("bassoon", 70), ("trumpet", 56), ("trombone", 57), ("tenor sax", 66),
    ].map { Instrument(sound: $0.0, program: $0.1) })

  /// The notes as typed, and their keys.
  static let notes = TestScale.cases(
    short: [("C4", 60), ("A4", 69), ("E5", 76)],
    full: [("C4", 60), ("E4", 64), ("G4", 67), ("A4", 69), ("C5", 72), ("E5", 76)]
      as [(name: String, key: UInt8)])

  @Test("Each note is within 0.3 cents, and each interval within 0.5", arguments: instruments)
  func notes(instrument: Instrument) throws {
    let compass = try #require(GeneralMIDICompass.keys(ofProgram: instrument.program))
    let notes = Self.notes.filter { compass.contains($0.key) }
    let peach = try Peach()
    var words: [String] = []
    for note in notes {
      let file = "\(note.name).wav"
      let result = try peach.run(
        "play", note.name, "--bank", largeBank, "--sound", instrument.sound, "--duration", "1",
        "-o",
        file)
      #expect(result.status == 0 && result.errors.contains("\nStraight tone\n"), "\(result.errors)")
      words += ["\(440 * exp2((Double(note.key) - 69) / 12))", peach.path("work/\(file)")]
    }
    // The windows are within 0.1 to 0.9 s.
    let output = try OtherProgram.tool("sounding_pitch.py", ["files", "0.9"] + words)
    let lines = String(decoding: output, as: UTF8.self).split(separator: "\n")
    let cents = lines.compactMap { line in line.split(separator: " ").dropFirst().first }
      .compactMap { Double($0) }
    try #require(cents.count == notes.count, "\(lines)")
    let text = zip(notes, cents).map { "\($0.name) \($1)" }.joined(separator: ", ")
    print("\(instrument): \(text)")
    for (note, error) in zip(notes, cents) { #expect(abs(error) <= 0.3, "\(note.name)") }
    let range = (cents.max() ?? 0) - (cents.min() ?? 0)
    #expect(range <= 0.5, "The intervals are up to \(range) cents off.")
  }
}
