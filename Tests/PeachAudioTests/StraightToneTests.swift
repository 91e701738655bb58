import Foundation
import PeachServices
import SoundMeasurement
import TestEnvironment
import Testing

/// Rendered notes of a large bank, measured on one channel by an estimator that shares no code with
/// Peach (``CombMeter``).
@Suite(
  "Straight tones as rendered", .serialized,
  .enabled(if: TestFiles.exists(RenderTools.largeBank), "FluidR3_GM.sf2 is not installed."))
struct StraightToneTests {
  /// Straight tones are not cached in the user's folder.
  static let straightTones = StraightToneCache(folder: nil)
  static let intonation = IntonationCache(folder: nil)
  static let bank = Result { try SoundBank(contentsOf: RenderTools.largeBank) }
  static let rate = 48_000.0

  struct Note: Sendable, CustomStringConvertible {
    var program: UInt8
    var key: Int
    var hertz: Double { 440 * exp2((Double(key) - 69) / 12) }
    var description: String { "0:\(program) key \(key)" }
  }

  /// Cello, violin and flute.
  static let notes =
    [60, 64, 69].map { Note(program: 42, key: $0) } + [
      Note(program: 40, key: 76), Note(program: 73, key: 72),
    ]
    + TestScale.cases(
      short: [],
      full: [(42, 36, 78), (40, 55, 93), (73, 60, 96), (68, 58, 91), (66, 44, 75), (70, 34, 75)]
        .flatMap { (program: UInt8, low: Int, high: Int) in
          stride(from: low, through: high, by: 3).map { Note(program: program, key: $0) }
        })

  /// Returns a channel of a note.
  func audio(
    _ note: Note, seconds: Double = 1, tone: ToneStyle = .straight
  ) throws -> [Float] {
    let preset = try Self.bank.get().preset(bank: 0, program: note.program)
    var renderer = try NoteRenderer(
      playing: preset, frequency: .hertz(note.hertz), duration: .seconds(seconds),
      sampleRate: Self.rate,
      options: NoteOptions(
        intonation: Self.intonation, tone: tone, straightTones: Self.straightTones))
    var left = [Float](repeating: 0, count: renderer.frameCount)
    var right = left
    renderer.render(left: &left, right: &right, count: left.count)
    return left
  }

  @Test(
    "Every note of a soloist's compass is straight",
    arguments: TestScale.cases(
      short: [41] as [UInt8], full: [40, 41, 42, 56, 57, 66, 68, 70, 71, 73]))
  func compass(program: UInt8) throws {
    let preset = try Self.bank.get().preset(bank: 0, program: program)
    let keys = try #require(GeneralMIDICompass.keys(ofProgram: program))
    let recordings = RecordingsByKey(preset)
    for key in keys where !recordings[key].isEmpty {
      let note = Note(program: program, key: Int(key))
      let tone = try preset.appliedTone(
        .straight, of: RegionSelector(frequency: .hertz(note.hertz), amplitude: 0.5),
        intonation: Self.intonation, straightTones: Self.straightTones)
      #expect(tone == .straight, "\(note)")
    }
  }

  private func cents(
    _ audio: [Float], _ note: Note, from first: Double, through last: Double, step: Double = 0.025
  ) -> [Double] {
    CombMeter.cents(
      audio, from: first, through: last, step: step, above: note.hertz, sampleRate: Self.rate)
  }

  @Test(
    "The mean of the first second is within 0.3 cents, and each 100 ms from 50 ms on within 0.8",
    arguments: notes)
  func firstSecond(note: Note) throws {
    let audio = try audio(note)
    let all = cents(audio, note, from: 0.1, through: 0.94)
    let mean = all.dropFirst(2).dropLast(2)
    #expect(all.count == 34)
    let average = mean.reduce(0, +) / Double(mean.count)
    let worst = all.map(abs).max() ?? .infinity
    print("\(note): mean \(average), worst window \(worst)")
    #expect(abs(average) <= 0.3 && worst <= 0.8)
  }

  @Test("A note that is longer than its recording is straight for ten seconds")
  func loop() throws {
    let note = Note(program: 42, key: 64)
    let audio = try audio(note, seconds: 10)
    let all = cents(audio, note, from: 0.1, through: 9.9, step: 0.2)
    #expect(all.count == 50 && all.allSatisfy { abs($0) <= 0.8 })
  }

  @Test("Ensembles are of several players, and play the same as recorded, bit for bit")
  func ensemble() throws {
    let preset = try Self.bank.get().preset(bank: 0, program: 48)
    let applied = try preset.appliedTone(.straight, straightTones: Self.straightTones)
    #expect(applied == .kept(.severalPlayers))
    let note = Note(program: 48, key: 64)
    #expect(try audio(note) == audio(note, tone: .steady))
  }

  @Test("A song reports how its presets are played, and uses the amount of vibrato")
  func song() throws {
    let folder = try RenderFolder()
    // A cello and strings, a second each; a tick is a millisecond.
    let track: [UInt8] = [
      0, 0xC0, 42, 0, 0x90, 64, 100, 0x87, 0x68, 0x80, 64, 0, 0, 0xC0, 48, 0, 0x90, 64, 100, 0x87,
      0x68, 0x80, 64, 0, 0,
    ]
    var options = RenderOptions()
    options.effects = false
    options.inTune = true
    options.format = .float32
    var deviations: [Double] = []
    for tone in [ToneStyle.straight, .straight(vibrato: 2)] {
      options.tone = tone
      let path = folder.path("song.wav")
      let summary = try MIDIFile(bytes: BatchFolder.song(track: track)).render(
        with: Self.bank.get(), to: path, options: options, intonation: Self.intonation,
        straightTones: Self.straightTones)
      let tones: [RenderSummary.PresetTone] = summary.tones
      #expect(tones.map(\.preset.program) == [42, 48])
      #expect(tones.map(\.tone) == [.straight, .kept(.severalPlayers)])
      let bytes = try [UInt8](Data(contentsOf: URL(filePath: path)))
      let left = stride(from: bytes.count - 8 * summary.frameCount, to: bytes.count, by: 8).map {
        offset in
        Float(
          bitPattern: (0..<4).reduce(0) { $0 | UInt32(bytes[offset + $1]) << UInt32(8 * $1) })
      }
      let cents = cents(left, Note(program: 42, key: 64), from: 0.15, through: 0.9)
      deviations.append(cents.map(abs).max() ?? .infinity)
    }
    #expect(deviations[0] <= 0.8 && deviations[1] > 5, "\(deviations)")
  }

  @Test("Soloists are straight")
  func soloists() throws {
    for program in TestScale.cases(short: [42, 73], full: [40, 41, 42, 43, 66, 68, 70, 71, 73]) {
      let preset = try Self.bank.get().preset(bank: 0, program: UInt8(program))
      let applied = try preset.appliedTone(.straight, straightTones: Self.straightTones)
      #expect(applied == .straight, "\(preset.preset.name)")
    }
  }
}
