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
  private static let rate = KWeightedMeter.sampleRate

  private func build(_ lines: String) throws -> BuiltBank {
    try BuiltBank(BuildRecipe(parsing: lines), in: TestFiles.shared("orchestra"))
  }

  /// Returns the attacks of the recordings, played with their root keys.
  private func attacks(_ audio: [[Float]], _ recordings: [PreparedSample]) -> [Double] {
    zip(audio, recordings).map { audio, recording in
      KWeightedMeter.attackMilliseconds(
        audio, hertz: 440 * pow(2, (Double(recording.root) - 69) / 12))
    }
  }

  private func play(
    _ bank: BuiltBank, program: UInt8, _ notes: [(key: UInt8, velocity: UInt8)]
  ) throws -> [[Float]] {
    let folder = try RenderFolder()
    let path = folder.path("built.sf2")
    try SoundFontWriter(bank.contents).write(to: path)
    return render(
      try SoundBank(contentsOf: path).preset(bank: 0, program: program).prepared(), notes)
  }

  private func render(
    _ prepared: PreparedPreset, _ notes: [(key: UInt8, velocity: UInt8)]
  ) -> [[Float]] {
    notes.map { note in
      var synthesizer = Synthesizer(
        SynthesizerConfiguration(sampleRate: Self.rate, channelCount: 1, effects: false))
      synthesizer.use(prepared, onChannel: 0)
      // The volume of a channel is 100 by default, which is −4.15 dB.
      synthesizer.handle(.controlChange(channel: 0, controller: 7, value: 127))
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
    // A2, A5, C2 to C5, F♯2, F♯3, F♯5, G2 and G4 in two dynamics.
    #expect(recordings.count == 22)
    // Recordings that are softer than −32 dB.
    #expect(bank.warnings.allSatisfy { $0.contains("raises its noise") }, "\(bank.warnings)")
    #expect(recordings.allSatisfy { $0.root == $0.declaredKey && $0.loopSource == .found })
    #expect(recordings.allSatisfy { $0.lossyFormat == "MP3" })
    let dynamics = Set(recordings.compactMap(\.layer?.text))
    #expect(dynamics == ["f", "pp"])
    let notes = recordings.map {
      (key: $0.root, velocity: UInt8($0.layer == .dynamic(.f) ? 127 : 40))
    }
    let audio = try play(bank, program: 42, notes)
    let attacks = attacks(audio, recordings)
    #expect((attacks.max() ?? 99) <= 40, "\(attacks)")
    let spread = attacks.sorted()
    #expect(spread[spread.count - 2] - spread[1] <= 28, "\(attacks)")
    let levels = audio.map { KWeightedMeter.level($0, seconds: 0.1...0.6) }
    let loud = zip(notes, levels).filter { $0.0.velocity == 127 }.map { $0.1 }
    for (level, next) in zip(loud, loud.dropFirst()) {
      #expect(abs(level - next) <= 1.2, "\(loud)")
    }
  }

  @Test("Guitar: subharmonics do not become roots, nothing loops, attacks are at most 15 ms")
  func guitar() throws {
    let bank = try build("preset 0:24 Guitar\nfolder guitar-decay")
    let recordings = bank.presets[0].recordings
    #expect(recordings.count == 12)
    #expect(recordings.allSatisfy { $0.root == $0.declaredKey && $0.loop == nil })
    let audio = try play(
      bank, program: 24, recordings.map { ($0.root, $0.layer == .dynamic(.f) ? 127 : 40) })
    let attacks = attacks(audio, recordings)
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

  /// Returns the level of a centered sine of 997 Hz at −12.04 dBFS.
  private func referenceLevel() throws -> Double {
    let frames = (0..<96_000).map {
      Int16(8191.75 * sin(2 * .pi * 997 * Double($0) / Self.rate))
    }
    let recording = SoundBank.Recording(
      name: "Sine", frames: frames, sampleRate: Self.rate, rootKey: 60)
    let bank = SoundBank(playing: recording, generators: [:], modulators: [])
    let prepared = try BankPreset(bank: bank, index: 0).prepared()
    return KWeightedMeter.level(render(prepared, [(60, 127)])[0], seconds: 0.1...0.6)
  }

  // The bar of the design: −14 ± 2 dB, by ITU-R BS.1770. A sine has 3.01 dB less than its
  // amplitude, and 0.691 dB at 997 Hz.
  @Test(
    "Presets have −14 dB at velocity 127, within 2 dB",
    arguments: [("cello", 42, "*C?_*forte*, *G?_*forte*"), ("guitar-decay", 24, "*forte*")])
  func level(folder: String, program: UInt8, files: String) throws {
    let bank = try build("bits 24\npreset 0:\(program) Test\nfolder \(folder)\nfiles \(files)")
    let recordings = bank.presets[0].recordings
    let seconds = program == 24 ? 0.005...0.205 : 0.1...0.6
    let reference = try referenceLevel() - (-12.04 - 3.01 + 0.691)
    let audio = try play(bank, program: program, recordings.map { ($0.root, 127) })
    let levels = audio.map { KWeightedMeter.level($0, seconds: seconds) - reference }.sorted()
    #expect(abs(levels[levels.count / 2] + 14) < 2, "\(levels)")
    #expect(levels[0] > -16, "\(levels)")
  }

  private struct ScaleNote: Decodable {
    var key: UInt8
    var onset: Double
  }

  // The truth was written by the program that joined the notes.
  @Test(
    "Scales of a cello: all keys, with a missing and two repeated ones, and bowed legato",
    arguments: ["plain", "hard", "legato"])
  func scale(kind: String) throws {
    let path = TestFiles.shared("orchestra/scale/Cello.arco.ff.sulC.C2B2.\(kind)")
    let truth = try JSONDecoder().decode(
      [ScaleNote].self, from: Data(contentsOf: URL(filePath: path + ".json")))
    let audio = try DecodedAudio(contentsOf: path + ".flac")
    let splitter = ScaleSplitter(audio, keys: 36...47)
    #expect(splitter.notes.map { $0.key } == truth.map { $0.key })
    let errors = zip(splitter.notes, truth).map { abs($0.onsetSeconds - $1.onset) }.sorted()
    #expect(errors[errors.count / 2] <= 0.01, "\(errors)")
  }

  @Test("The same recordings yield the same bytes")
  func bytes() throws {
    let lines = "preset 0:73 Flute\nfolder flute-high"
    let (first, second) = (try build(lines), try build(lines))
    let pieces = try [first, second].map { try SoundFontWriter($0.contents).pieces }
    #expect(pieces[0].flatMap { Array($0.bytes) } == pieces[1].flatMap { Array($0.bytes) })
  }
}
