import Foundation
import PeachInstrumentModel
import PeachMIDIEvents
import PeachMusicUnits
import PeachSampleCodec
import PeachServices
import PeachSynthesis
import PeachWebEngine
import PeachWebPage
import SoundFontFixtures
import SoundMeasurement
import TestEnvironment
import Testing

@Suite("Songs that the page saves")
struct SongRenderingTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Two samples: keys up to 65, and keys above.
  private static let bank: [UInt8] = {
    var builder = SoundFontBuilder()
    let frames = (0..<2_000).map { Int16(12_000 * sin(2 * .pi * Double($0) / 100)) }
    builder.samples = [60, 72].map { .init(frames: frames, loop: 0..<2_000, root: $0) }
    builder.instruments = [
      .init(zones: [
        .init([.init(.keyRange, from: 0, to: 65), .init(.sampleModes, 1)], plays: 0),
        .init([.init(.keyRange, from: 66, to: 127), .init(.sampleModes, 1)], plays: 1),
      ]),
      .init(zones: [.init([.init(.sampleModes, 1)], plays: 1)]),
    ]
    builder.presets = [
      .init("Two samples", zones: [.init(plays: 0)]),
      .init("One sample", program: 1, zones: [.init(plays: 1)]),
    ]
    return builder.chunks.file
  }()

  /// Two channels, a bend, a controller and a tempo: 2 s.
  private static let song: [UInt8] = {
    let track: [UInt8] = [
      0, 0xFF, 0x51, 3, 0x0F, 0x42, 0x40, 0, 0x90, 60, 100, 0, 0x91, 48, 90, 0x30, 0xE0, 0, 70,
      0x30,
      0xB1, 7, 60, 0x30, 0x80, 60, 0, 0x30, 0x81, 48, 0, 0, 0xFF, 0x2F, 0,
    ]
    return Array("MThd".utf8) + [0, 0, 0, 6, 0, 0, 0, 1, 0, 0x60] + Array("MTrk".utf8)
      + [0, 0, 0, UInt8(track.count)] + track
  }()

  private func engine(_ song: [UInt8] = song) throws -> PageEngine {
    let engine = PageEngine(
      SynthesizerConfiguration(sampleRate: 44_100, kernels: .portable), decoder: nil)
    try engine.addBank(named: "a.sf2", ByteStorage(copying: Self.bank))
    try engine.loadSong(named: "My song.MID", song)
    _ = engine.reports()
    return engine
  }

  /// Returns the file and the reports of a rendering.
  private func save(
    _ engine: PageEngine, _ format: PeachWebPage.SongFileFormat = .wav
  ) -> (file: [UInt8], reports: [SongReport]) {
    engine.handle(.song(.render(format)))
    var parts: [[UInt8]] = []
    while let part = engine.renderPart() { parts.append(part) }
    let reports = engine.reports().compactMap { report -> SongReport? in
      if case .song(let report) = report.report { report } else { nil }
    }
    return ((parts.last ?? []) + parts.dropLast().joined(), reports)
  }

  @Test("A file has the levels of the channels: half the amplitude, with all channels down 6 dB")
  func levels() throws {
    func frames(_ levels: [Double]) throws -> [Int16] {
      let engine = try engine()
      for (channel, decibels) in levels.enumerated() {
        engine.handle(.song(.level(decibels: decibels, channel: channel)))
      }
      // Behind the header.
      return save(engine).file.dropFirst(200).withUnsafeBytes {
        Array($0.bindMemory(to: Int16.self))
      }
    }
    // Below the threshold of the limiter; a softer file may end sooner.
    let (full, half) = (try frames([6, 6]), try frames([-0.020_599_913, -0.020_599_913]))
    #expect(full.prefix(half.count).contains { abs(Int($0)) > 1000 } && half.count > 100_000)
    // Dither and rounding are at most two steps.
    #expect(zip(full, half).allSatisfy { abs(Double($0) / 2 - Double($1)) <= 2 })
    #expect(try frames([-6, 0]) != frames([0, -6]))
  }

  @Test("A channel plays another preset, also in files, and its own again")
  func instruments() throws {
    let engine = try engine()
    func names() -> [String] {
      var names = ["", ""]
      for case .song(.channel(let channel, let name, _)) in engine.reports().map(\.report) {
        names[Int(channel)] = name
      }
      return names
    }
    let tag = "sf2:a.sf2:0:1"
    engine.handle(.song(.instrument(tag: tag, channel: 1)))
    #expect(names() == ["Two samples", "One sample"])
    let file = save(engine).file
    // The command line's library, and the same song with a program change in front of it.
    try folder.put("a.sf2", Self.bank)
    try folder.put("a.mid", Self.song)
    var options = RenderOptions()
    options.kernels = .portable
    let preset = PresetIdentifier(bank: 0, program: 1)
    options.channelPresets = [ChannelPreset(channel: 1, preset: preset)]
    try MIDIFile(contentsOf: folder.path("a.mid")).render(
      with: SoundBank(contentsOf: folder.path("a.sf2")), to: folder.path("a.wav"), options: options)
    #expect(file == folder.bytes("a.wav"))
    var song = Self.song
    song.insert(contentsOf: [0, 0xC1, 1], at: 22)
    song[21] += 3
    #expect(try file == save(self.engine(song)).file && file != save(self.engine()).file)
    for (tag, expected) in [("", "Two samples"), (tag, "One sample"), ("", "Two samples")] {
      engine.handle(.song(.instrument(tag: tag, channel: 1)))
      #expect(names() == ["Two samples", expected])
    }
    #expect(try save(engine).file == save(self.engine()).file)
    // Tags of no preset and numbers of no channel do no harm.
    for (tag, channel) in [("sf2:a.sf2:0:9", 1), ("sf2:b.sf2:0:1", -1), (tag, 300)] {
      engine.handle(.song(.instrument(tag: tag, channel: channel)))
    }
    #expect(save(engine).file.count > 100_000)
  }

  @Test("A file has the reference pitch of the page, as the command line's library renders it")
  func referencePitch() throws {
    try folder.put("a.sf2", Self.bank)
    try folder.put("a.mid", Self.song)
    var options = RenderOptions()
    options.kernels = .portable
    options.referencePitch = .hertz(442)
    try MIDIFile(contentsOf: folder.path("a.mid")).render(
      with: SoundBank(contentsOf: folder.path("a.sf2")), to: folder.path("a.wav"), options: options)
    let engine = try engine()
    engine.handle(.referencePitch(.hertz(442)))
    #expect(save(engine).file == folder.bytes("a.wav"))
  }

  @Test(
    "A WAV file is that of the command line's library, byte for byte, at any rate of the output")
  func wav() throws {
    try folder.put("a.sf2", Self.bank)
    try folder.put("a.mid", Self.song)
    var options = RenderOptions()
    options.kernels = .portable
    try MIDIFile(contentsOf: folder.path("a.mid")).render(
      with: SoundBank(contentsOf: folder.path("a.sf2")), to: folder.path("a.wav"), options: options)
    let (file, reports) = save(try engine())
    #expect(file.count > 4 * 96_000 && file == folder.bytes("a.wav"))
    #expect(reports.last == .rendered(name: "My song.wav"))
    let fractions = reports.compactMap { report -> Double? in
      if case .rendering(let fraction) = report { fraction } else { nil }
    }
    #expect(fractions.first == 0 && fractions.last == 1 && fractions == fractions.sorted())
    #expect(fractions.count > 5)
  }

  @Test(
    "A FLAC file has the samples of the WAV file",
    .enabled(if: SoundFileDecoder.isAvailable, "Built without the trait SoundFile."))
  func flac() throws {
    let (wav, _) = save(try engine())
    let (flac, reports) = save(try engine(), .flac)
    #expect(reports.last == .rendered(name: "My song.flac") && flac.count < wav.count / 2)
    let decoded = try DecodedAudio(contentsOf: folder.put("a.flac", flac))
    let expected = try DecodedAudio(contentsOf: folder.put("a.wav", wav))
    #expect(decoded.values == expected.values && decoded.channelCount == 2)
    #expect(decoded.values.contains { $0 != 0 })
  }

  @Test("A rendering can be canceled, and started again")
  func canceled() throws {
    let engine = try engine()
    engine.handle(.song(.render(.wav)))
    #expect(engine.renderPart() != nil)
    _ = engine.reports()
    engine.handle(.song(.cancelRendering))
    #expect(engine.renderPart() == nil)
    #expect(engine.reports().map(\.report) == [.song(.rendered(name: nil))])
    engine.handle(.song(.cancelRendering))
    #expect(engine.reports().isEmpty)
    #expect(save(engine).file == save(try self.engine()).file)
  }

  @Test("The file has the tempo, the transposition and the muted channels of the player")
  func settings() throws {
    let engine = try engine()
    engine.handle(.song(.tempo(factor: 2)))
    engine.handle(.song(.mute(channels: 0b10)))
    engine.handle(.song(.transpose(semitones: 12)))
    let samples = save(engine).file.dropFirst(80)
    // Half of 2 s, and the decay.
    let plain = save(try self.engine()).file.count
    #expect(samples.count > 4 * 48_000 && samples.count < plain - 4 * 40_000)
    let left = stride(from: samples.startIndex, to: samples.endIndex, by: 4).map { index in
      Float(Int16(bitPattern: UInt16(samples[index]) | UInt16(samples[index + 1]) << 8)) / 32_768
    }
    // Key 72, an octave above the song's, is only in the second zone, whose root key it is: 441 Hz.
    let start = left[2_400..<9_600]
    #expect(Level.peak(start) > 0.01)
    #expect(abs(PitchMeter.cents(of: start, above: 441, sampleRate: 48_000)) < 5)
  }

  @Test(
    "A song that is transposed while it plays continues, with keys that only the transposition uses"
  )
  func transposed() throws {
    let engine = try engine()
    func render(_ frames: Int) -> [Float] {
      var (left, right) = (
        [Float](repeating: 0, count: frames), [Float](repeating: 0, count: frames)
      )
      PageEngine.render(engine.audioContext, left: &left, right: &right, count: frames)
      return left
    }
    engine.handle(.song(.mute(channels: 0b10)))
    engine.handle(.song(.play))
    _ = render(4_410)
    _ = engine.reports()
    engine.handle(.song(.transpose(semitones: 12)))
    _ = render(4_410)
    let positions = engine.reports().compactMap { report -> Double? in
      if case .song(.position(let seconds, true, _)) = report.report { seconds } else { nil }
    }
    #expect(positions.last.map { abs($0 - 0.2) < 0.01 } == true)
    engine.handle(.song(.seek(seconds: 0)))
    let audio = render(22_050)[4_410...]
    #expect(Level.peak(audio) > 0.01)
    #expect(abs(PitchMeter.cents(of: audio, above: 441, sampleRate: 44_100)) < 5)
  }

  @Test("A loop before the position continues from its start, one after it when it is reached")
  func loop() throws {
    let engine = try engine()
    func position(after frames: Int) throws -> Double {
      var (left, right) = (
        [Float](repeating: 0, count: frames), [Float](repeating: 0, count: frames)
      )
      PageEngine.render(engine.audioContext, left: &left, right: &right, count: frames)
      let positions = engine.reports().compactMap { report -> Double? in
        if case .song(.position(let seconds, _, _)) = report.report { seconds } else { nil }
      }
      return try #require(positions.last)
    }
    engine.handle(.song(.play))
    #expect(try abs(position(after: 22_050) - 0.5) < 0.01)
    engine.handle(.song(.loop(seconds: 0.7..<0.9)))
    #expect(try abs(position(after: 4_410) - 0.6) < 0.01)
    // The position is reported again when it has changed by a tenth of a second.
    engine.handle(.song(.loop(seconds: 0.1..<0.4)))
    #expect(try abs(position(after: 11_025) - 0.35) < 0.01)
    #expect(try abs(position(after: 4_410) - 0.15) < 0.01)
  }
}
