import PeachInstrumentModel
import PeachMIDIEvents
import PeachSequencing
import PeachSynthesis
import SoundMeasurement
import Testing

@Suite("Song renderer")
struct SongRendererTests {
  /// Program 0 is a constant from its first frame on, program 1 a looped tone with a long release.
  static let bank: SoundBank = {
    var tone = Region(sample: 1)
    tone.generators[.sampleModes] = 1
    tone.generators[.volumeEnvelopeRelease] = -1200
    return TestBank.bank(
      samples: [
        ([Int16](repeating: 16_384, count: 4_000), nil, 8_000, 60),
        (TestBank.frames(period: 100, count: 1000, partials: [0.5, 0.2]), 0..<1000, 44_100, 69),
      ],
      presets: [[Region(sample: 0)], [tone]])
  }()

  /// At 8,000 Hz a tick of ``Song`` is eight frames.
  static let configuration = SynthesizerConfiguration(sampleRate: 8_000, maximumVoices: 32)

  private static func render(
    _ file: MIDIFile, block: Int, bank: SoundBank = bank,
    configuration: SynthesizerConfiguration = configuration
  ) throws -> [Float] {
    var song = try SongRenderer(file, bank: bank, decoder: nil, configuration: configuration)
    var all: [Float] = []
    var audio = [Float](repeating: .nan, count: 2 * block)
    while audio.withUnsafeMutableBufferPointer({ audio in
      guard let start = audio.baseAddress else { return false }
      return song.render(left: start, right: start + block, count: block)
    }) {
      for frame in 0..<block { all += [audio[frame], audio[block + frame]] }
      if all.count > 2 * 8_000 * 60 { break }
    }
    let frame = Int(song.frame)
    #expect(all.count == 2 * frame)
    return all
  }

  // Proves song format-0, format-1: SMF 1.0, Header Chunks; exact to the frame
  @Test("A note starts on the frame of its tick", arguments: [0, 1, 8, 63, 64, 100, 777])
  func exactFrames(tick: Int) throws {
    for (format, block) in [(0, 64), (1, 1), (1, 64), (1, 500)] {
      let file = try Song.file(
        format: UInt8(format), end: 1000, [(tick, [0x90, 60, 127]), (900, [0x80, 60, 0])])
      let audio = try Self.render(file, block: block)
      #expect(audio.firstIndex { $0 != 0 } == 2 * 8 * tick)
    }
  }

  @Test("Output is bit-identical for any block size")
  func blockSizes() throws {
    var events: [(tick: Int, bytes: [UInt8])] = [(0, [0xC0, 1]), (0, [0xB0, 10, 30])]
    for index in 0..<30 {
      let tick = index * 37
      events.append((tick, [0x90, UInt8(40 + index * 7 % 50), 90]))
      events.append((tick + 1, [0xE0, UInt8(index), UInt8(64 + index)]))
      events.append((tick + 20, [0x80, UInt8(40 + index * 7 % 50), 0]))
    }
    let file = try Song.file(end: 1300, events)
    let reference = try Self.render(file, block: 512)
    #expect(reference.contains { $0 != 0 })
    for block in [1, 17, 64, 4096] {
      let audio = try Self.render(file, block: block)
      // It ends with the block in which silence is noticed, so that lengths differ by a block.
      let common = min(audio.count, reference.count)
      #expect(common >= 2 * 1300 * 8)
      #expect(audio[..<common] == reference[..<common], "block of \(block)")
      #expect(audio[common...].allSatisfy { $0 == 0 })
      #expect(reference[common...].allSatisfy { $0 == 0 })
    }
  }

  @Test("The limiter's latency is compensated")
  func limiterLatency() throws {
    let file = try Song.file(
      end: 300,
      [(0, [0xC0, 1]), (0, [0x90, 69, 60]), (100, [0x90, 72, 60]), (200, [0x80, 69, 0])])
    var limited = Self.configuration
    limited.limiter = true
    let plain = try Self.render(file, block: 512)
    for block in [1, 7, 512] {
      let audio = try Self.render(file, block: block, configuration: limited)
      let common = min(audio.count, plain.count)
      #expect(common >= 2 * 300 * 8 && audio[..<common] == plain[..<common])
    }
  }

  @Test("The only preset of a file plays any program except percussion")
  func singleInstrument() throws {
    func song(_ events: [UInt8]...) throws -> MIDIFile {
      try Song.file(end: 100, events.map { (0, $0) })
    }
    let bank = TestBank.bank(
      samples: [([Int16](repeating: 16_384, count: 400), nil, 8_000, 60)],
      presets: [[Region(sample: 0)]])
    let own = try Self.render(song([0x90, 60, 127]), block: 100, bank: bank)
    #expect(own.contains { $0 != 0 })
    let other = try song([0xB0, 0, 8], [0xC0, 40], [0x90, 60, 127])
    #expect(try Self.render(other, block: 100, bank: bank) == own)
    #expect(try SongRenderer(other, bank: bank, decoder: nil).missingPresets.count == 1)
    let drums = try Self.render(song([0x99, 60, 127]), block: 100, bank: bank)
    #expect(drums.allSatisfy { $0 == 0 })
    // Where there are two, neither stands in.
    let missing = try Self.render(song([0xC0, 40], [0x90, 60, 127]), block: 100)
    #expect(missing.allSatisfy { $0 == 0 })
  }

  @Test("The tail lasts until the reverb has decayed, at most the maximum")
  func reverbTail() throws {
    var region = Region(sample: 0)
    region.generators[.reverbSend] = 1000
    let bank = TestBank.bank(
      samples: [([Int16](repeating: 16_384, count: 400), nil, 8_000, 60)], presets: [[region]])
    let file = try Song.file(end: 100, [(0, [0x90, 60, 127]), (50, [0x80, 60, 0])])
    let wet = try Self.render(file, block: 100, bank: bank)
    // A large hall falls by 60 dB in 1.8 s, and by more before nothing is heard.
    #expect(wet.count > 2 * 8_000 * 2 && wet.count < 2 * 8_000 * 10)
    #expect(wet[(wet.count - 200)...].allSatisfy { $0 == 0 })
    var dry = Self.configuration
    dry.effects = false
    #expect(try Self.render(file, block: 100, bank: bank, configuration: dry).count == 2 * 800)
  }

  @Test("Rendering ends with the song, or when active notes have decayed")
  func ends() throws {
    let short = try Song.file(end: 1000, [(0, [0x90, 60, 127]), (100, [0x80, 60, 0])])
    #expect(try Self.render(short, block: 100).count == 2 * 8_000)
    // A release of half a second for 100 dB; it begins with the song's end.
    let release = try Song.file(
      end: 100, [(0, [0xC0, 1]), (0, [0x90, 69, 127]), (100, [0x80, 69, 0])])
    let frames = try Self.render(release, block: 8).count / 2
    #expect(frames > 800 + 2_000 && frames < 800 + 8_000)
  }

  /// Songs whose notes are still on at the end, at tick 500, and what releases them there.
  static let unfinishedSongs: [(events: [(tick: Int, bytes: [UInt8])], releases: [[UInt8]])] = [
    // A missing note-off.
    ([(0, [0xC0, 1]), (0, [0x90, 69, 127])], [[0x80, 69, 0]]),
    // Hold Pedal, and Sostenuto, down at the end.
    (
      [(0, [0xC2, 1]), (0, [0xB2, 64, 127]), (0, [0x92, 69, 127]), (90, [0x82, 69, 0])],
      [[0xB2, 64, 0]]
    ),
    (
      [(0, [0xCF, 1]), (0, [0x9F, 69, 127]), (50, [0xBF, 66, 127]), (90, [0x8F, 69, 0])],
      [[0xBF, 66, 0]]
    ),
  ]

  // Proves song end: SMF 1.0, End of Track (an exact ending point); bits of explicit releases
  @Test(
    "Notes and pedals that are on at the end are released there", arguments: 0..<3, [1, 64, 500])
  func releasedAtEnd(index: Int, block: Int) throws {
    let (events, releases) = Self.unfinishedSongs[index]
    let left = try Self.render(Song.file(end: 500, events), block: block)
    let released = events + releases.map { (500, $0) }
    let right = try Self.render(Song.file(end: 500, released), block: block)
    #expect(left == right)
    #expect(left[(2 * 3_900)..<(2 * 4_000)].contains { $0 != 0 })
    // A release of half a second for 100 dB.
    #expect(left.count < 2 * (4_000 + 8_000))
  }

  @Test("A tail of the maximum length fades out", arguments: [1, 64, 500])
  func longestTail(block: Int) throws {
    var tone = Region(sample: 0)
    tone.generators[.sampleModes] = 1
    tone.generators[.volumeEnvelopeRelease] = 8000  // 100 dB in 101.6 s.
    let bank = TestBank.bank(
      samples: [
        (TestBank.frames(period: 100, count: 1000, partials: [0.5]), 0..<1000, 44_100, 69)
      ],
      presets: [[tone]])
    let file = try Song.file(end: 100, [(0, [0x90, 69, 127])])
    let audio = try Self.render(file, block: block, bank: bank)
    let end = 800 + Int(SongRenderer.longestTailSeconds * 8_000)
    #expect(audio.count / 2 >= end && audio.count / 2 < end + block)
    func peak(_ frames: Range<Int>) -> Float {
      audio[(2 * frames.lowerBound)..<(2 * frames.upperBound)].map(abs).max() ?? 0
    }
    // 9 s of 101.6 s for 100 dB are −8.9 dB.
    let start = peak(800..<1_000)
    #expect(peak((end - 8_100)..<(end - 8_000)) > start * 0.33)
    #expect(peak((end - 80)..<end) < start * 0.01)
  }

  @Test("Missing presets are listed once")
  func missing() throws {
    let file = try Song.file(
      end: 100,
      [
        (0, [0x90, 60, 1]), (1, [0xB0, 0, 8]), (2, [0x90, 61, 1]), (3, [0xC0, 1]),
        (4, [0x90, 62, 1]), (5, [0x90, 63, 1]), (6, [0xC1, 99]), (7, [0x92, 60, 1]),
        (8, [0xC2, 7]), (9, [0x92, 60, 1]), (10, [0x99, 60, 1]),
      ])
    let song = try SongRenderer(file, bank: Self.bank, decoder: nil)
    let (missing, duration) = (song.missingPresets, song.durationFrames)
    // Bank 8 counts from the program change on; program 99 is chosen and never played.
    #expect(
      missing == [
        .init(bank: 8, program: 1), .init(bank: 0, program: 7), .init(bank: 128, program: 0),
      ])
    #expect(duration == 4_800)
  }
}
