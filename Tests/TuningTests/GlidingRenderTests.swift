import Foundation
import PeachInstrumentModel
import PeachMIDIEvents
import PeachServices
import PeachTuning
import SoundMeasurement
import TestEnvironment
import Testing

/// Files of a song whose held notes glide, with reverb and chorus, rendered in different ways.
@Suite("Files of tuned songs whose held notes glide")
struct GlidingRenderTests {
  private let folder: TemporaryFolder
  private let bank = TestBank.tone(partials: [0.5, 0.3])

  init() throws { folder = try TemporaryFolder() }

  /// Two rounds of a comma pump whose common notes are held, 12 s.
  private static let song = VoiceSong(
    chords: ["C5 E4 G4 C3"]
      + Array(repeating: ["_ _ A4 A3", "D5 F4 _ D3", "_ B4 G4 G3", "C5 E4 _ C3"], count: 2)
      .joined())

  private static func options(glideRate: Double = 10) -> RenderOptions {
    var adaptive = AdaptiveTuning()
    adaptive.glideRate = glideRate
    var options = RenderOptions()
    (options.adaptive, options.format, options.limiter) = (adaptive, .float32, false)
    options.excerpt.tailSeconds = 1
    return options
  }

  private func render(
    _ file: MIDIFile, _ options: RenderOptions = Self.options(), processors: Int = 1
  ) throws -> Data {
    let path = folder.path("song.wav")
    try file.render(
      with: bank, to: path, options: options, intonation: IntonationCache(folder: nil),
      straightTones: StraightToneCache(folder: nil), processors: processors)
    return try Data(contentsOf: URL(filePath: path))
  }

  @Test("One, two and three threads write the same bytes")
  func threads() throws {
    let file = try Self.song.file()
    let expected = try render(file)
    #expect(try render(file, Self.options(glideRate: 0)) != expected)
    for processors in 2...3 { #expect(try render(file, processors: processors) == expected) }
  }

  @Test("Each stem has the bytes of the song with this channel alone")
  func stems() throws {
    let file = try Self.song.file()
    let stems = try file.renderStems(
      with: bank, to: folder.path, mix: folder.path("mix.wav"), options: Self.options(),
      intonation: IntonationCache(folder: nil), straightTones: StraightToneCache(folder: nil)
    ).stems
    #expect(stems.map(\.channel) == [0, 1, 2, 3])
    for stem in stems {
      var options = Self.options()
      options.excerpt.mutedChannels = ToneSong.soloing(stem.channel).mutedChannels
      let expected = try render(file, options)
      #expect(try Data(contentsOf: URL(filePath: stem.path)) == expected)
    }
  }

  @Test("A transposition has the bytes of the transposed file")
  func transposition() throws {
    let expected = try render(try Self.song.file(transposition: 5))
    var options = Self.options()
    options.excerpt.transposition = 5
    #expect(try render(try Self.song.file(), options) == expected)
    #expect(try render(try Self.song.file()) != expected)
  }

  @Test("A song with more notes than the limit throws their number, before a file is written")
  func noteCount() throws {
    let limit = AdaptiveTuning.maximumGlidingNoteCount
    var track: [UInt8] = []
    for _ in 0...limit { track += [1, 0x90, 60, 100, 1, 0x80, 60, 0] }
    track += [0, 0xFF, 0x2F, 0]
    let count = track.count
    let file = try MIDIFile(
      bytes: Array("MThd".utf8) + [0, 0, 0, 6, 0, 0, 0, 1, 1, 0xE0] + Array("MTrk".utf8)
        + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: count >> $0) } + track)
    let path = folder.path("long.wav")
    let error = #expect(throws: TunedNoteCountError.self) {
      try file.render(with: bank, to: path, options: Self.options())
    }
    #expect(error?.noteCount == limit + 1 && error?.maximumNoteCount == limit)
    #expect(error?.description.contains("\(limit + 1) notes") == true)
    #expect(error?.description.contains("--glide") == true)
    #expect(!TestFiles.exists(path))
    // Without glides, more notes are allowed.
    try AdaptiveTuning().checkNoteCount(of: file)
  }
}
