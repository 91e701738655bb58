import PeachInstrumentModel
import PeachMIDIEvents
import PeachSequencing
import PeachSynthesis
import SoundMeasurement
import Testing

/// A channel whose preset is chosen plays as in a song that selects it and nothing else.
@Suite("Presets that are chosen for channels of songs")
struct ChannelPresetTests {
  private typealias Track = [(tick: Int, bytes: [UInt8])]

  /// Tones of 441, 300 and 200 Hz: the programs 0 to 2.
  private static let bank: SoundBank = {
    let periods = [100.0, 147, 220]
    return TestBank.bank(
      samples: periods.map { period in
        let frames = TestBank.frames(period: period, count: Int(10 * period), partials: [0.4, 0.1])
        return (frames, 0..<Int(10 * period), 44_100, 69)
      },
      presets: periods.indices.map { sample in
        var region = Region(sample: sample)
        region.generators[.sampleModes] = 1
        return [region]
      })
  }()

  private static let configuration = SynthesizerConfiguration(
    sampleRate: 8_000, maximumVoices: 32)

  /// Two channels, whose notes overlap. `changes` are the events that select presets.
  private static func song(_ changes: Track, port: UInt8 = 0) throws -> MIDIFile {
    var notes: Track = []
    for index in 0..<12 {
      let (tick, channel) = (index * 70 + 20, UInt8(index % 2))
      notes.append((tick, [0x90 | channel, UInt8(60 + index), 100]))
      notes.append((tick + 100, [0x80 | channel, UInt8(60 + index), 0]))
    }
    let selected: Track = [(0, [0xFF, 0x21, 1, port])]
    let events = (changes + notes).enumerated().sorted { left, right in
      (left.element.tick, left.offset) < (right.element.tick, right.offset)
    }
    // Another port, if there is one, is silent.
    let silent: Track = port == 0 ? [] : [(0, [0xFF, 0x21, 1, 0]), (0, [0xB0, 7, 100])]
    return try Song.file(tracks: [silent, selected + events.map { $0.element }], end: 1100)
  }

  private static let reset: [UInt8] = [0xF0, 5, 0x7E, 0x7F, 9, 1, 0xF7]
  /// Programs, banks and resets on channel 1, and programs on channel 2.
  private static let changes: Track = [
    (0, [0xC1, 1]), (5, [0xC0, 1]), (200, [0xB0, 0, 1]), (200, [0xC0, 0]), (400, reset),
    (401, [0xC1, 2]), (600, [0xC0, 9]),
  ]
  /// The same changes, but channel 1 has one preset.
  private static func changes(program: UInt8) -> Track {
    [
      (0, [0xC0, program]), (0, [0xC1, 1]), (200, [0xB0, 0, 1]), (400, reset),
      (400, [0xC0, program]), (401, [0xC1, 2]),
    ]
  }

  private static func render(_ file: MIDIFile, startSeconds: Double = 0) throws -> [Float] {
    var excerpt = SongExcerpt()
    excerpt.startSeconds = startSeconds
    let loader = InstrumentLoader(bank: bank)
    var song = try SongRenderer(
      file, banks: BankStack(bank), configuration: configuration, excerpt: excerpt
    ) { (entry, keys) throws(SampleCodecError) in
      try loader.prepare(presetAt: entry.preset, usedKeys: keys)
    }
    var audio = [Float](repeating: 0, count: 32_000)
    audio.withUnsafeMutableBufferPointer { audio in
      guard let start = audio.baseAddress else { return }
      for frame in stride(from: 0, to: 8_000, by: 500) {
        _ = song.render(left: start + frame, right: start + 16_000 + frame, count: 500)
      }
    }
    return audio
  }

  private static func play(_ file: MIDIFile) throws -> [Float] {
    let player = try SongPlayer(
      file, bank: bank, decoder: nil, configuration: configuration, allKeys: false)
    try player.play()
    var (left, right) = ([Float](repeating: 0, count: 8_000), [Float](repeating: 0, count: 8_000))
    SongPlayer.render(player.audioContext, left: &left, right: &right, count: 3_000)
    try player.seek(to: 1_600)
    SongPlayer.render(player.audioContext, left: &left, right: &right, count: 8_000)
    return left + right
  }

  @Test(
    "A channel plays the chosen preset in spite of programs, banks and resets; others do not",
    arguments: [UInt8(0), 1, 2])
  func chosen(program: UInt8) throws {
    var file = try Self.song(Self.changes)
    let own = try Self.render(file)
    #expect(own.contains { abs($0) > 0.01 })
    file.setPreset(bank: 0, program: program, ofChannel: 0)
    let expected = try Self.song(Self.changes(program: program))
    let audio = try Self.render(file)
    #expect(try audio == Self.render(expected) && audio != own)
    // An excerpt and a jump, after which the song selects its programs again.
    #expect(
      try Self.render(file, startSeconds: 0.5) == Self.render(expected, startSeconds: 0.5))
    #expect(try Self.play(file) == Self.play(expected))
    file.removePreset(ofChannel: 0)
    #expect(try Self.render(file) == own)
  }

  @Test("The channels of a port come after those of the ports before it")
  func ports() throws {
    var file = try Self.song(Self.changes, port: 1)
    let own = try Self.render(file)
    file.setPreset(bank: 0, program: 2, ofChannel: 0)
    #expect(try Self.render(file) == own)
    file.setPreset(bank: 0, program: 2, ofChannel: 16)
    let expected = try Self.song(Self.changes(program: 2), port: 1)
    #expect(try Self.render(file) == Self.render(expected))
  }

  @Test("A preset that banks lack is missing, and its substitute plays; a later choice replaces it")
  func missing() throws {
    var file = try Self.song(Self.changes)
    file.setPreset(bank: 0, program: 77, ofChannel: 0)
    let player = try SongPlayer(file, bank: Self.bank, decoder: nil)
    #expect(player.missingPresets == [PresetIdentifier(bank: 0, program: 77)])
    file.setPreset(bank: 0, program: 0x82, ofChannel: 0)
    #expect(file.preset(ofChannel: 0).map { $0 == (0, 2) } == true)
    #expect(file.preset(ofChannel: 16) == nil)
    #expect(try SongPlayer(file, bank: Self.bank, decoder: nil).missingPresets.isEmpty)
  }
}
