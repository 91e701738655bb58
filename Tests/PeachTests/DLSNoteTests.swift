import Foundation
import Peach
import PeachInstrumentModel
import SoundMeasurement
import Testing

/// Notes of DLS banks beside FluidSynth, which reads them through libinstpatch. Documentation/dls.md
/// says what differs and who follows the specification.
@Suite(
  "DLS notes sound as in FluidSynth", .serialized,
  .enabled(if: FluidSynthReadsDLS.value, "FluidSynth with libinstpatch, or the shared data, is not there"))
struct DLSNoteTests {
  /// A note: its file, program and key, and what is known to differ in level, with the reason.
  struct Example: Sendable, CustomTestStringConvertible {
    var file: String
    var program: UInt8
    var key: UInt8
    var velocity: UInt8 = 100

    var testDescription: String { "\(file) \(program) key \(key) velocity \(velocity)" }
  }

  static let dreams = "vintagedreams/VintageDreamsWaves-v2.dls"

  static let examples: [Example] =
    [60, 69, 81].map { Example(file: "minibae/SineTone.dls", program: 0, key: $0) }
    + [50, 90, 127].map {
      Example(file: "minibae/SineTone.dls", program: 0, key: 69, velocity: $0)
    }
    + [(2, 60), (2, 72), (5, 60), (13, 48), (16, 60), (16, 76), (17, 67), (23, 64)].map {
      Example(file: dreams, program: $0.0, key: $0.1)
    }

  /// Two seconds of a note, as a Standard MIDI File: a tick is a millisecond.
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

  @Test("pitch within a cent, level within 2 dB", arguments: examples)
  func note(_ example: Example) throws {
    let folder = try RenderFolder()
    let bank = RenderTools.shared("dls/\(example.file)")
    try Data(song(example)).write(to: URL(filePath: folder.path("note.mid")))
    let (ours, theirs) = (folder.path("ours.wav"), folder.path("theirs.wav"))
    try RenderTools.render(folder.path("note.mid"), bank: bank, to: ours)
    try RenderTools.fluidSynth(folder.path("note.mid"), bank: bank, to: theirs)
    let audio = try (ours: mono(ours), theirs: mono(theirs))
    let hertz = 440 * exp2((Double(example.key) - 69) / 12)
    let cents = NoteComparison(
      Array(audio.theirs.prefix(86_400)), Array(audio.ours.prefix(86_400)), hertz: hertz
    ).cents
    // From a fifth of a second on, while the key is down.
    let levels = [audio.ours, audio.theirs].map { Level.rootMeanSquare($0[9600..<86_400]) }
    let decibels = 20 * log10(levels[0] / levels[1])
    print("\(example.testDescription): \(cents) cents, \(decibels) dB")
    #expect(abs(cents) < 1)
    #expect(abs(decibels) < 2)
  }
}

/// Whether FluidSynth is there and was built with libinstpatch.
private enum FluidSynthReadsDLS {
  static let value: Bool = {
    guard RenderTools.exists(RenderTools.shared("dls/minibae/SineTone.dls")) else { return false }
    let output = try? RenderTools.run([
      "sh", "-c", "ldd \"$(command -v fluidsynth)\" | grep instpatch",
    ])
    return output?.isEmpty == false
  }()
}
