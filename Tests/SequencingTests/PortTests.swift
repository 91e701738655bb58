import PeachInstrumentModel
import PeachMIDIEvents
import PeachMusicUnits
import PeachSynthesis
import SoundMeasurement
import Testing

@testable import PeachSequencing

/// Ports are independent devices, so that a song of several ports is the sum of a song for each.
@Suite("Ports of songs")
struct PortTests {
  private typealias Track = [(tick: Int, bytes: [UInt8])]

  private static func port(_ number: UInt8) -> Track { [(0, [0xFF, 0x21, 1, number])] }
  private static func name(_ text: String) -> Track {
    [(0, [0xFF, 0x09, UInt8(text.utf8.count)] + text.utf8)]
  }

  /// A tone that is held, with a release of half a second.
  private static let held: Track = [
    (0, [0xC0, 1]), (0, [0x90, 69, 100]), (900, [0x80, 69, 0]),
  ]
  /// Messages that change a channel, a device, or all notes of it, at their ticks.
  private static let changes: [(name: String, track: Track)] = [
    ("program, volume, bend", [(200, [0xC0, 0]), (210, [0xB0, 7, 0]), (220, [0xE0, 127, 127])]),
    ("pedals", [(200, [0xB0, 64, 127]), (210, [0xB0, 66, 127]), (220, [0xB0, 67, 127])]),
    ("modes", [(200, [0xB0, 120, 0]), (210, [0xB0, 121, 0]), (220, [0xB0, 123, 0])]),
    ("a zone of MPE", [(200, [0xB0, 101, 0]), (200, [0xB0, 100, 6]), (200, [0xB0, 6, 15])]),
    // Master volume, master tuning (GM2, CA-025), GM on (RP-003), GS reset.
    (
      "System Exclusive",
      [
        (200, [0x7F, 0x7F, 4, 1, 0, 0].systemExclusive),
        (210, [0x7F, 0x7F, 4, 4, 0, 50].systemExclusive),
        (220, [0x7E, 0x7F, 9, 1].systemExclusive),
        (230, [0x41, 0x10, 0x42, 0x12, 0x40, 0, 0x7F, 0, 0x41].systemExclusive),
        // The hall of the reverb (GS 40 01 30).
        (240, [0x41, 0x10, 0x42, 0x12, 0x40, 1, 0x30, 7, 8].systemExclusive),
      ]
    ),
  ]

  private static let configuration = SynthesizerConfiguration(
    sampleRate: 8_000, maximumVoices: 32)

  private static func render(
    _ file: MIDIFile, _ configuration: SynthesizerConfiguration = configuration,
    excerpt: SongExcerpt = SongExcerpt(), frames: Int = 16_000
  ) throws -> [Float] {
    let loader = InstrumentLoader(bank: SongRendererTests.bank)
    var song = try SongRenderer(
      file, banks: BankStack(SongRendererTests.bank), configuration: configuration,
      excerpt: excerpt
    ) { (entry, keys) throws(SampleCodecError) in
      try loader.prepare(presetAt: entry.preset, usedKeys: keys)
    }
    var left = [Float](repeating: 0, count: frames)
    var right = left
    for start in stride(from: 0, to: frames, by: 500) {
      let isMore = left.withUnsafeMutableBufferPointer { left in
        right.withUnsafeMutableBufferPointer { right in
          guard let left = left.baseAddress, let right = right.baseAddress else { return false }
          return song.render(left: left + start, right: right + start, count: 500)
        }
      }
      if !isMore { break }
    }
    return left + right
  }

  // Proves song ports: FF 21 (RP-019 for FF 09); bit-identical to the sum of a song for each port
  @Test("A message of a port changes nothing of another one", arguments: 0..<5)
  func independent(index: Int) throws {
    let change = Self.changes[index]
    let other: Track = [(100, [0xC0, 1]), (100, [0x90, 50, 90])] + change.track
    for (first, second) in [
      (Self.port(0), Self.port(1)), (Self.port(5), Self.port(127)),
      (Self.name("A"), Self.name("B")),
    ] {
      let both = try Song.file(end: 1000, first + Self.held, second + other)
      let sum = zip(
        try Self.render(try Song.file(end: 1000, Self.held)),
        try Self.render(try Song.file(end: 1000, other))
      ).map(+)
      let rendered = try Self.render(both)
      #expect(rendered == sum, "\(change.name)")
      #expect(both.ports.count == 2 && rendered.contains { $0 != 0 })
    }
  }

  @Test("A file in which all channel messages have one port is that without ports")
  func onePort() throws {
    let song = (Self.held + Self.changes[0].track).sorted { $0.tick < $1.tick }
    let plain = try Self.render(try Song.file(end: 1000, song))
    for port in [Self.port(0), Self.port(3), Self.name("SC-88")] {
      // The first track has another port, but no channel messages.
      let file = try Song.file(
        end: 1000, Self.port(9) + [(0, [0xFF, 0x51, 3, 0x07, 0xA1, 0x20])],
        port + song)
      #expect(try Self.render(file) == plain)
      #expect(file.ports.count == 1 && file.warnings.isEmpty)
    }
  }

  @Test("The player and the renderer agree, for any block sizes, with the limiter, in loops")
  func player() throws {
    let file = try Song.file(
      end: 1000, Self.port(0) + Self.held,
      Self.port(1) + [(100, [0xC0, 1]), (100, [0x90, 50, 127]), (600, [0x80, 50, 0])])
    var configuration = Self.configuration
    configuration.limiter = true
    configuration.gain = Decibels(20)
    let rendered = try Self.render(file, configuration)
    #expect(rendered.map(abs).max() ?? 0 > 0.9 && rendered.allSatisfy { abs($0) < 1 })
    for blocks in [[500], [64], [1, 333, 5000]] {
      let player = try SongPlayer(
        file, bank: SongRendererTests.bank, decoder: nil, configuration: configuration)
      try player.playWithoutLatency()
      var audio: [Float] = []
      while audio.count < 16_000 {
        let count = min(blocks[audio.count % blocks.count], 16_000 - audio.count)
        var left = [Float](repeating: .nan, count: count)
        var right = left
        SongPlayer.render(player.audioContext, left: &left, right: &right, count: count)
        audio += left
      }
      #expect(audio == Array(rendered[..<16_000]))
    }
  }

  @Test("A channel is muted in its port only")
  func muting() throws {
    let second: Track = [(100, [0xC0, 1]), (100, [0x90, 50, 90]), (600, [0x80, 50, 0])]
    let both = try Song.file(end: 1000, Self.port(0) + Self.held, Self.port(1) + second)
    for (muted, rest) in [(UInt8(0), second), (16, Self.held)] {
      var excerpt = SongExcerpt()
      excerpt.mutedChannels.insert(muted)
      let audio = try Self.render(both, excerpt: excerpt)
      #expect(audio == (try Self.render(try Song.file(end: 1000, rest))))
      let player = try SongPlayer(
        both, bank: SongRendererTests.bank, decoder: nil, configuration: Self.configuration)
      try player.setMutedChannels(excerpt.mutedChannels)
      try player.play()
      var (left, right) = (
        [Float](repeating: 0, count: 16_000), [Float](repeating: 0, count: 16_000)
      )
      SongPlayer.render(player.audioContext, left: &left, right: &right, count: 16_000)
      #expect(left + right == audio)
    }
    let outline = SongOutline(both)
    #expect(outline.channels.channels == [0, 16])
    #expect(outline.notes.map { both.name(ofChannel: $0.channel) } == ["1:1", "2:1"])
  }

  @Test("Bends of a port deviate its own notes")
  func deviations() throws {
    let file = try Song.file(
      end: 1000, Self.port(0) + Self.held, Self.port(1) + [(0, [0xE0, 0, 96])] + Self.held)
    let outline = SongOutline(file)
    // Half of the upper range of two semitones.
    #expect(outline.notes.map { $0.meanCents.rounded() } == [0, 100])
    #expect(outline.notes.map(\.channel) == [0, 16])
  }
}

extension [UInt8] {
  /// The event of a file with these bytes between F0 and F7.
  fileprivate var systemExclusive: [UInt8] { [0xF0, UInt8(count + 1)] + self + [0xF7] }
}
