import Foundation
import PeachSampleCodec
import PeachServices
import SoundMeasurement
import TestEnvironment
import Testing

/// Banks built from real recordings in the shared data: a cello, a guitar, a flute and a piano.
/// Peach's output is measured by code that shares nothing with the builder.
@Suite(
  "Banks built from real recordings are even", .serialized,
  .enabled(if: SoundFileDecoder.isAvailable, "Built without the trait SoundFile."),
  .enabled(
    if: TestFiles.exists(TestFiles.shared("orchestra/cello")), "The recordings are absent."))
struct OrchestraTests {
  private static let rate = 44_100.0

  private func build(_ lines: String) throws -> BuiltBank {
    try BuiltBank(BuildRecipe(parsing: lines), in: TestFiles.shared("orchestra"))
  }

  /// Returns the attack of a note in milliseconds: the first time at 10 dB below the 90th
  /// percentile of the levels of 10 ms in the first 600 ms.
  private func attack(_ audio: [Float]) -> Double {
    let step = 44
    let levels = stride(from: 0, to: audio.count - 441, by: step).map {
      Level.rootMeanSquare(audio[$0..<$0 + 441])
    }
    let reference = levels.prefix(600).sorted()[540]
    let first = levels.firstIndex { $0 >= reference - 10 } ?? 0
    return 1000 * Double(first * step + 220) / Self.rate
  }

  private func play(
    _ bank: BuiltBank, program: UInt8, _ notes: [(key: UInt8, velocity: UInt8)]
  ) throws -> [[Float]] {
    let folder = try RenderFolder()
    let path = folder.path("built.sf2")
    try SoundFontWriter(bank.contents).write(to: path)
    let prepared = try SoundBank(contentsOf: path).preset(bank: 0, program: program).prepared()
    return notes.map { note in
      var synthesizer = Synthesizer(
        SynthesizerConfiguration(sampleRate: Self.rate, channelCount: 1, effects: false))
      synthesizer.use(prepared, onChannel: 0)
      synthesizer.handle(.noteOn(channel: 0, key: note.key, velocity: note.velocity))
      var left = [Float](repeating: 0, count: Int(0.8 * Self.rate))
      var right = left
      synthesizer.render(left: &left, right: &right, count: left.count)
      return left
    }
  }

  @Test("Cello: all labels are right, all tones loop, attacks are at most 40 ms after note-on")
  func cello() throws {
    let bank = try build("preset 0:42 Cello\nfolder cello\nfiles *C?_*, *A?_*, *Fs?_*, *G?_*")
    let recordings = bank.presets[0].recordings
    #expect(recordings.count == 24 && bank.warnings.isEmpty, "\(bank.warnings)")
    #expect(recordings.allSatisfy { $0.root == $0.declaredKey && $0.loopSource == .found })
    #expect(recordings.allSatisfy { $0.lossyFormat == "MP3" })
    let dynamics = Set(recordings.compactMap(\.layer?.text))
    #expect(dynamics == ["f", "pp"])
    let notes = recordings.map {
      (key: $0.root, velocity: UInt8($0.layer == .dynamic(.f) ? 127 : 40))
    }
    let audio = try play(bank, program: 42, notes)
    let attacks = audio.map { attack($0) }
    #expect((attacks.max() ?? 99) <= 40, "\(attacks)")
    // Plain levels of a layer, within an octave of the same timbre, are even.
    let levels = audio.map { Level.rootMeanSquare($0[4410..<26_460]) }
    let loud = zip(notes, levels).filter { $0.0.velocity == 127 }.map { $0.1 }
    #expect((loud.max() ?? 0) - (loud.min() ?? 0) < 8, "\(loud)")
  }

  @Test("Guitar: subharmonics do not become roots, nothing loops, attacks are at most 15 ms")
  func guitar() throws {
    let bank = try build("preset 0:24 Guitar\nfolder guitar-decay")
    let recordings = bank.presets[0].recordings
    #expect(recordings.count == 12)
    #expect(recordings.allSatisfy { $0.root == $0.declaredKey && $0.loop == nil })
    let audio = try play(
      bank, program: 24, recordings.map { ($0.root, $0.layer == .dynamic(.f) ? 127 : 40) })
    let attacks = audio.map { attack($0) }
    #expect((attacks.max() ?? 99) <= 15, "\(attacks)")
  }

  @Test("Flute: the stretched end of a scale keeps its keys, and no recording is lost")
  func flute() throws {
    let bank = try build("preset 0:73 Flute\nfolder flute-high")
    let recordings = bank.presets[0].recordings
    #expect(recordings.map(\.root) == [93, 94, 95, 96, 97, 98, 99, 100, 101])
    #expect(recordings.allSatisfy { $0.loopSource == .found })
    // 53, 119, 60 and 78 cents sharp.
    for (key, cents) in [(96, 53.0), (97, 119), (99, 60), (100, 78)] {
      let recording = recordings.first { $0.root == UInt8(key) }
      #expect(abs((recording?.correctionCents ?? 0) + cents) < 3, "key \(key)")
    }
  }

  @Test("Piano: a negative octave and inharmonic treble have the right roots, and nothing loops")
  func piano() throws {
    let bank = try build(
      "middle-c C3\npreset 0:0 Piano\nfolder piano\nfiles FF B*, PP F6*, Mp*, FF G*, PP G*")
    let recordings = bank.presets[0].recordings
    let roots = Dictionary(uniqueKeysWithValues: recordings.map { ($0.file, $0.root) })
    #expect(roots["FF B-1.flac"] == 23 && roots["PP F6.flac"] == 101)
    #expect(roots["Mp C#6.flac"] == 97 && recordings.count == 9)
    #expect(recordings.allSatisfy { $0.loop == nil })
  }

  @Test("The same recordings yield the same bytes")
  func bytes() throws {
    let lines = "preset 0:73 Flute\nfolder flute-high"
    let (first, second) = (try build(lines), try build(lines))
    let pieces = try [first, second].map { try SoundFontWriter($0.contents).pieces }
    #expect(pieces[0].flatMap { Array($0.bytes) } == pieces[1].flatMap { Array($0.bytes) })
  }
}
