import Foundation
import PeachInstrumentModel
import PeachServices
import SoundMeasurement
import TestEnvironment
import Testing

/// Notes of DLS banks compared with FluidSynth. Documentation/banks/dls.md lists the differences.
@Suite(
  "DLS notes against FluidSynth", .serialized,
  .enabled(
    if: FluidSynthReadsDLS.value, "Requires FluidSynth with libinstpatch, and the shared data."))
struct DLSNoteTests {
  /// A note of a DLS file, and its reference in FluidSynth.
  struct Example: Sendable, CustomTestStringConvertible {
    var file: String
    /// FluidSynth's file; the same one if FluidSynth reads it correctly.
    var reference: String
    var program: UInt8
    var key: UInt8
    var velocity: UInt8 = 100
    /// A partial to measure; `nil` for the key's frequency.
    var hertz: Double?

    var testDescription: String { "\(file) \(program) key \(key) velocity \(velocity)" }
  }

  private static let ding = "dls/openjdk/ding.dls"
  private static let sine = "dls/minibae/SineTone.dls"
  private static let dreams = "dls/vintagedreams/VintageDreamsWaves-v2.dls"

  /// The sample's strongest partial is at 2,518 Hz at its original pitch, key 75.
  private static let dings: [Example] = [(63, 100), (75, 100), (80, 100), (75, 40), (75, 127)].map {
    Example(
      file: ding, reference: ding, program: 0, key: $0.0, velocity: $0.1,
      hertz: 2518 * exp2(Double(Int($0.0) - 75) / 12))
  }

  /// Libinstpatch cannot load this file; FluidSynth reads the SoundFont file from which it was
  /// made.
  private static let vintage: [Example] = [
    (2, 60), (2, 72), (5, 60), (13, 48), (16, 60), (16, 76), (17, 67), (23, 64),
  ].map {
    Example(
      file: dreams, reference: "sf2/vintagedreams/VintageDreamsWaves-v2.sf2", program: $0.0,
      key: $0.1)
  }

  static let examples = dings + vintage

  /// FluidSynth plays this sine a cent flat: it truncates to integer cents, and the file's
  /// correction of −4 cents is slightly below an integer.
  static let sines: [Example] = [(60, 100), (69, 50), (69, 90), (69, 127), (81, 100)].map {
    Example(file: sine, reference: sine, program: 0, key: $0.0, velocity: $0.1)
  }

  /// Returns two seconds of a note as a MIDI file; a tick is a millisecond.
  private func song(_ example: Example) -> [UInt8] {
    var bytes = Array("MThd".utf8) + [0, 0, 0, 6, 0, 0, 0, 1, 1, 0xF4]
    let track: [UInt8] = [
      0, 0xC0, example.program, 0, 0x90, example.key, example.velocity,
      0x8F, 0x50, 0x80, example.key, 0, 0, 0xFF, 0x2F, 0,
    ]
    bytes += Array("MTrk".utf8) + [0, 0, 0, UInt8(track.count)] + track
    return bytes
  }

  private func mono(_ path: String) throws -> [Float] {
    let data = try Data(contentsOf: URL(filePath: path))
    let start = try #require(data.range(of: Data("data".utf8))).upperBound + 4
    return data[start...].withUnsafeBytes { bytes in
      (0..<(bytes.count / 8)).map { frame in
        let left = bytes.loadUnaligned(fromByteOffset: 8 * frame, as: Float.self)
        return left + bytes.loadUnaligned(fromByteOffset: 8 * frame + 4, as: Float.self)
      }
    }
  }

  /// Returns both renderings, with channels summed.
  private func audio(_ example: Example) throws -> (ours: [Float], theirs: [Float]) {
    let folder = try RenderFolder()
    let note = folder.path("note.mid")
    try Data(song(example)).write(to: URL(filePath: note))
    let (ours, theirs) = (folder.path("ours.wav"), folder.path("theirs.wav"))
    try RenderTools.render(note, bank: TestFiles.shared(example.file), to: ours)
    try RenderTools.fluidSynth(note, bank: TestFiles.shared(example.reference), to: theirs)
    return try (mono(ours), mono(theirs))
  }

  /// Returns the level relative to FluidSynth's, from 0.2 s to note-off.
  private func decibels(_ audio: (ours: [Float], theirs: [Float])) -> Double {
    let levels = [audio.ours, audio.theirs].map { Level.rootMeanSquare($0[9600..<86_400]) }
    return 20 * log10(levels[0] / levels[1])
  }

  @Test("Pitch is within 1 cent, level within 2 dB", arguments: examples)
  func note(_ example: Example) throws {
    let audio = try audio(example)
    let hertz = example.hertz ?? 440 * exp2((Double(example.key) - 69) / 12)
    let cents = NoteComparison(
      Array(audio.theirs.prefix(86_400)), Array(audio.ours.prefix(86_400)), hertz: hertz
    ).cents
    let decibels = decibels(audio)
    print("\(example.testDescription): \(cents) cents, \(decibels) dB")
    #expect(abs(cents) < 1)
    #expect(abs(decibels) < 2)
  }

  /// 100 frames at 44,100 Hz are 441 Hz, which −4 cents shift to the key.
  @Test("A sine has its file's pitch, and its level is within 2 dB", arguments: sines)
  func sine(_ example: Example) throws {
    let audio = try audio(example)
    let hertz = 441 * exp2(-4.0 / 1200) * exp2((Double(example.key) - 69) / 12)
    let tones = [audio.ours, audio.theirs].map {
      PitchMeter.cents(of: $0[9600..<86_400], above: hertz, sampleRate: 48_000)
    }
    let decibels = decibels(audio)
    print("\(example.testDescription): \(tones[0]) and \(tones[1]) cents, \(decibels) dB")
    #expect(abs(tones[0]) < 0.05)
    #expect(abs(decibels) < 2)
  }
}

/// Whether FluidSynth is installed with libinstpatch.
private enum FluidSynthReadsDLS {
  static let value: Bool = {
    guard TestFiles.exists(TestFiles.shared("dls/minibae/SineTone.dls")) else { return false }
    let output = try? OtherProgram.output([
      "sh", "-c", "ldd \"$(command -v fluidsynth)\" | grep instpatch",
    ])
    return output?.isEmpty == false
  }()
}
