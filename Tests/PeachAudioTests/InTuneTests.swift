import Foundation
import PeachSampleCodec
import PeachServices
import SoundFontFixtures
import SoundMeasurement
import Testing

/// A bank that is 18 cents sharp, with and without correction.
@Suite("Intonation correction of players and songs")
struct InTuneTests {
  let folder: RenderFolder
  let bank: SoundBank
  let cache = IntonationCache(folder: nil)
  let straightTones = StraightToneCache(folder: nil)
  static let rate: UInt32 = 44_460
  static let sharp = MistunedBank.cents(rate: rate)

  init() throws {
    folder = try RenderFolder()
    // A second preset with a vibrato of ±30 cents.
    let vibrato: [SoundFontBuilder.Setting] = [.init(.vibratoLFOToPitch, 30)]
    bank = try MistunedBank.bank(
      MistunedBank.builder(
        [MistunedBank.tone(rate: Self.rate)],
        presets: [[MistunedBank.zone(0)], [MistunedBank.zone(0, vibrato)]]), in: folder)
  }

  private func preset(_ index: Int = 0) -> BankPreset { BankPreset(bank: bank, index: index) }

  /// Returns the cents from A4, over a second.
  private func cents(_ audio: [Float], near expected: Double) -> Double {
    let first = audio.firstIndex { abs($0) > 0.001 } ?? 0
    return expected
      + PitchMeter.cents(
        of: audio[(first + 2400)..<(first + 45_000)], above: 440 * exp2(expected / 1200),
        sampleRate: 48_000)
  }

  private func rendered(
    _ index: Int = 0, intonation: IntonationCache?, tone: ToneStyle = .straight
  ) throws -> [Float] {
    var note = try NoteRenderer(
      playing: preset(index), frequency: .hertz(440), duration: .seconds(1),
      options: NoteOptions(intonation: intonation, tone: tone, straightTones: straightTones))
    var left = [Float](repeating: 0, count: note.frameCount)
    var right = left
    note.render(left: &left, right: &right, count: left.count)
    return left
  }

  private func played(
    _ make: (PlaybackEngine) async throws -> any NotePlayer
  ) async throws -> [Float] {
    let harness = try PlayerHarness(.sine)
    let player = try await make(harness.engine)
    return try await harness.sounding {
      try await player.play(frequency: .hertz(440), duration: .seconds(1), amplitude: 0.8)
    }.left
  }

  @Test("A player is within 0.01 cents, unless correction is off")
  func player() async throws {
    let cache = cache
    let inTune = try await played {
      try SoundFontNotePlayer(playing: preset(), on: $0, options: NoteOptions(intonation: cache))
    }
    #expect(abs(cents(inTune, near: 0)) < 0.01)
    let asRecorded = try await played {
      try SoundFontNotePlayer(playing: preset(), on: $0, options: NoteOptions(intonation: nil))
    }
    #expect(abs(cents(asRecorded, near: Self.sharp) - Self.sharp) < 0.01)
    let byMIDI = try await played {
      try SoundFontNotePlayer(
        playing: preset(), on: $0, options: NoteOptions(pitchMode: .midiBend, intonation: cache))
    }
    #expect(abs(cents(byMIDI, near: 0)) < 0.013)
    #expect(abs(cents(try rendered(intonation: cache), near: 0)) < 0.01)
    #expect(abs(cents(try rendered(intonation: nil), near: Self.sharp) - Self.sharp) < 0.01)
  }

  @Test("Correction is on by default")
  func standard() async throws {
    // In memory, without a cache folder.
    let memory = try InstrumentFile.read(
      ByteStorage(
        copying: MistunedBank.builder([MistunedBank.tone(rate: Self.rate)]).chunks.file))
    let chosen = BankPreset(bank: memory, index: 0)
    let sound = try await played { try SoundFontNotePlayer(playing: chosen, on: $0) }
    #expect(abs(cents(sound, near: 0)) < 0.01)
    var note = try NoteRenderer(
      playing: chosen, frequency: .hertz(440), duration: .seconds(1))
    var left = [Float](repeating: 0, count: note.frameCount)
    var right = left
    note.render(left: &left, right: &right, count: left.count)
    #expect(abs(cents(left, near: 0)) < 0.01)
  }

  @Test("Sources selected by name pass the choice to their players")
  func sources() async throws {
    let library = try SoundFontLibrary(file: folder.path("bank.sf2"))
    for (intonation, expected) in [(cache, 0), (nil, Self.sharp)] as [(IntonationCache?, Double)] {
      let sound = try await played {
        let sources = try NotePlayerFactory(
          engine: $0, library: library, source: .named("Preset 0"),
          options: NoteOptions(intonation: intonation))
        await sources.prepare()
        #expect(sources.problems.isEmpty)
        return sources.player
      }
      #expect(abs(cents(sound, near: expected) - expected) < 0.01)
    }
  }

  @Test("Vibrato of a bank is audible as recorded, and not in straight and steady tones")
  func steady() async throws {
    func spread(_ audio: [Float]) -> Double {
      let first = audio.firstIndex { abs($0) > 0.001 } ?? 0
      let all = stride(from: first + 4800, to: first + 43_000, by: 200).map {
        PitchTrace.cents(audio, at: $0, above: 440, sampleRate: 48_000)
      }
      return (all.max() ?? 0) - (all.min() ?? 0)
    }
    let cache = cache
    let moving = try await played {
      try SoundFontNotePlayer(
        playing: preset(1), on: $0, options: NoteOptions(intonation: cache, tone: .recorded))
    }
    let still = try await played {
      try SoundFontNotePlayer(playing: preset(1), on: $0, options: NoteOptions(intonation: cache))
    }
    #expect(spread(moving) > 50 && spread(still) < 0.1)
    #expect(abs(cents(still, near: 0)) < 0.01)
    #expect(spread(try rendered(1, intonation: cache, tone: .recorded)) > 50)
    for tone in [ToneStyle.straight, .steady] {
      #expect(spread(try rendered(1, intonation: cache, tone: tone)) < 0.1)
    }
  }

  /// One note, key 69, from 0.25 s to 1.75 s.
  private static let song: [UInt8] = {
    // 480 ticks are half a second: 0x81 0x70 are 240, 0x8B 0x20 are 1,440.
    let track: [UInt8] = [
      0x81, 0x70, 0x90, 69, 100, 0x8B, 0x20, 0x80, 69, 0, 0, 0xFF, 0x2F, 0,
    ]
    return Array("MThd".utf8) + [0, 0, 0, 6, 0, 0, 0, 1, 1, 0xE0] + Array("MTrk".utf8)
      + [0, 0, 0, UInt8(track.count)] + track
  }()

  @Test("Songs use the bank's intonation bit-identically, and correct it on request")
  func song() throws {
    let file = try MIDIFile(bytes: Self.song)
    var options = RenderOptions()
    options.format = .float32
    func audio() throws -> [UInt8] {
      let path = folder.path("song.wav")
      try file.render(with: bank, to: path, options: options, intonation: cache)
      return try [UInt8](Data(contentsOf: URL(filePath: path)))
    }
    let before = try audio()
    #expect(cache.measuredSampleCount == 0)
    options.inTune = true
    let inTune = try audio()
    #expect(cache.measuredSampleCount == 1)
    options.inTune = false
    #expect(try audio() == before)
    // The output of a synthesizer without corrections.
    let (left, right) = try uncorrected(file, options: options)
    let expected = zip(left, right).flatMap { [$0.bitPattern, $1.bitPattern] }
    #expect(floats(before).map(\.bitPattern) == expected)
    #expect(inTune != before)
    // Reverb and chorus would affect the measurement.
    options.effects = false
    for (isInTune, cents) in [(false, Self.sharp), (true, 0)] {
      options.inTune = isInTune
      let all = floats(try audio())
      let channel = stride(from: 0, to: all.count, by: 2).map { all[$0] }
      #expect(abs(self.cents(channel, near: cents) - cents) < 0.01)
    }
  }

  /// Returns the floats after the header of a WAV file.
  private func floats(_ bytes: [UInt8]) -> [Float] {
    let mark = Array("data".utf8)
    let start = (bytes.indices.first { bytes[$0...].starts(with: mark) } ?? 0) + 8
    return stride(from: start, to: bytes.count - 3, by: 4).map { offset in
      Float(bitPattern: (0..<4).reduce(0) { $0 | UInt32(bytes[offset + $1]) << UInt32(8 * $1) })
    }
  }

  private func uncorrected(
    _ file: MIDIFile, options: RenderOptions
  ) throws -> (left: [Float], right: [Float]) {
    var song = try SongRenderer(
      file, bank: bank, decoder: nil,
      configuration: SynthesizerConfiguration(
        sampleRate: Double(options.sampleRate), maximumVoices: options.maximumVoices,
        gain: options.gain, effects: options.effects, limiter: options.limiter))
    var (left, right): ([Float], [Float]) = ([], [])
    var (leftBlock, rightBlock) = (
      [Float](repeating: 0, count: 4096), [Float](repeating: 0, count: 4096)
    )
    while song.render(left: &leftBlock, right: &rightBlock, count: 4096) {
      left += leftBlock
      right += rightBlock
    }
    return (left, right)
  }
}
