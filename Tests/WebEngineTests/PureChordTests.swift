import Foundation
import PeachEarTraining
import PeachInstrumentModel
import PeachMIDIEvents
import PeachMusicUnits
import PeachSequencing
import PeachServices
import PeachSynthesis
import PeachTrainerUI
import PeachTuning
import PeachWebEngine
import PeachWebPage
import SoundFontFixtures
import SoundMeasurement
import TestEnvironment
import Testing

@Suite("Pure chords of the page")
struct PureChordTests {
  private let folder: TemporaryFolder
  private let engine = PageEngine.portable()

  init() throws { folder = try TemporaryFolder() }

  private static func hertz(_ key: Double) -> Double { 440 * exp2((key - 69) / 12) }

  private func render(seconds: Double) -> [Float] { engine.render(seconds: seconds).audio }

  /// Plays keys on the page's keyboard. Returns the intervals above the first one, in cents.
  private func intervals(_ keys: [UInt8]) -> [Double] {
    for key in keys { engine.handle(.midi(status: 0x90, first: key, second: 100)) }
    let audio = render(seconds: 1.2)[9_600...]
    for key in keys { engine.handle(.midi(status: 0x80, first: key, second: 0)) }
    // A repeated key is tuned near its last pitch, which is forgotten by half in 0.35 s.
    _ = render(seconds: 4)
    let pitches = keys.map { key in
      let near = Self.hertz(Double(key))
      return 1200 * log2(PitchMeter.frequency(of: audio, near: near, sampleRate: 48_000))
    }
    return pitches.dropFirst().map { $0 - pitches[0] }
  }

  private func expect(
    _ keys: [UInt8], _ expected: [Double], _ location: SourceLocation = #_sourceLocation
  ) {
    let found = intervals(keys)
    let isNear = zip(found, expected).allSatisfy { abs($0 - $1) < 0.1 }
    #expect(isNear && found.count == expected.count, "\(found)", sourceLocation: location)
  }

  // 1200 · log2 of 5/4, 3/2, 16/9 and 7/4.
  private static let (third, fifth) = (386.3137, 701.9550)
  private static let (fourthDegree, natural) = (996.0900, 968.8259)

  @Test("Chords of the keyboard have the ratios of just intonation, and equal steps without them")
  func keyboard() {
    expect([60, 64, 67], [400, 700])
    engine.handle(.chords(.five))
    expect([60, 64, 67], [Self.third, Self.fifth])
    expect([60, 64, 67, 70], [Self.third, Self.fifth, Self.fourthDegree])
    engine.handle(.chords(.seven))
    expect([60, 64, 67, 70], [Self.third, Self.fifth, Self.natural])
    engine.handle(.chords(.off))
    expect([60, 64, 67, 70], [400, 700, 1000])
  }

  @Test("A key is tuned to those that are held, and the keyboard's own tuning is added")
  func held() {
    engine.handle(.chords(.five))
    engine.handle(.tuneKeyboard(cents: -10))
    engine.handle(.midi(status: 0x90, first: 60, second: 100))
    _ = render(seconds: 0.5)
    engine.handle(.midi(status: 0x90, first: 64, second: 100))
    let audio = render(seconds: 1.2)[9_600...]
    let low = PitchMeter.cents(of: audio, above: Self.hertz(60), sampleRate: 48_000)
    let high = PitchMeter.cents(of: audio, above: Self.hertz(64), sampleRate: 48_000)
    // Held notes keep their pitch.
    #expect(abs(low + 10) < 0.1 && abs(high - low - (Self.third - 400)) < 0.1)
  }

  @Test("A keyboard that selects banks has pure chords, too")
  func selectsBanks() {
    // Bank 128 is that of drums (SoundFont 2.04 §7.2).
    engine.handle(.midi(status: 0xB0, first: 0, second: 1))
    engine.handle(.midi(status: 0xB0, first: 32, second: 0))
    engine.handle(.select(tag: "sine"))
    engine.handle(.chords(.five))
    expect([60, 64, 67], [Self.third, Self.fifth])
  }

  @Test("The trainer's notes keep their frequencies")
  func trainer() {
    engine.handle(.chords(.five))
    engine.handle(.midi(status: 0x90, first: 60, second: 100))
    _ = render(seconds: 0.3)
    let note = TrialNote(frequency: .hertz(Self.hertz(64)), durationSeconds: 1.2)
    engine.handle(.playReference(TrainerCue(session: 1, number: 1), note))
    let audio = render(seconds: 1)[9_600...]
    #expect(abs(PitchMeter.cents(of: audio, above: Self.hertz(64), sampleRate: 48_000)) < 0.01)
  }

  // MARK: Songs

  /// Sine waves of a period of 100 frames, at all keys.
  private static let bank: [UInt8] = {
    var builder = SoundFontBuilder()
    let frames = (0..<2_000).map { Int16(12_000 * sin(2 * .pi * Double($0) / 100)) }
    builder.samples = [.init(frames: frames, loop: 0..<2_000, root: 69)]
    builder.instruments = [.init(zones: [.init([.init(.sampleModes, 1)], plays: 0)])]
    builder.presets = [.init(zones: [.init(plays: 0)])]
    return builder.chunks.file
  }()

  /// C–E–G for two seconds, then G–B–D–F for two, without effects: a division is 1/192 s.
  private static let song: [UInt8] = {
    var track: [UInt8] = [0, 0xC0, 48, 0, 0xB0, 91, 0, 0, 0xB0, 93, 0]
    for keys in [[60, 64, 67], [55, 59, 62, 65]] as [[UInt8]] {
      for key in keys { track += [0, 0x90, key, 100] }
      for (index, key) in keys.enumerated() {
        track += (index == 0 ? [0x83, 0x00] : [0]) + [0x80, key, 0]
      }
    }
    track += [0, 0xFF, 0x2F, 0]
    return Array("MThd".utf8) + [0, 0, 0, 6, 0, 0, 0, 1, 0, 0x60] + Array("MTrk".utf8)
      + [0, 0, 0, UInt8(track.count)] + track
  }()

  private func load() throws {
    try engine.addBank(named: "a.sf2", ByteStorage(copying: Self.bank))
    try engine.loadSong(named: "a.mid", Self.song)
  }

  @Test("A song that is saved is that of the command line's library with the same option")
  func files() throws {
    try folder.put("a.sf2", Self.bank)
    try folder.put("a.mid", Self.song)
    func rendered(_ adaptive: AdaptiveTuning?) throws -> [UInt8] {
      var options = RenderOptions()
      options.kernels = .portable
      options.adaptive = adaptive
      try MIDIFile(contentsOf: folder.path("a.mid")).render(
        with: SoundBank(contentsOf: folder.path("a.sf2")), to: folder.path("a.wav"),
        options: options)
      return try #require(folder.bytes("a.wav"))
    }
    var seven = AdaptiveTuning()
    seven.sevenths = .seven
    let expected = try [rendered(nil), rendered(AdaptiveTuning()), rendered(seven)]
    #expect(Set(expected).count == 3)
    try load()
    #expect(engine.saved() == expected[0])
    engine.handle(.chords(.five))
    #expect(engine.saved() == expected[1])
    engine.handle(.chords(.seven))
    #expect(engine.saved() == expected[2])
    // It stays for the next song.
    try engine.loadSong(named: "a.mid", Self.song)
    #expect(engine.saved() == expected[2])
    engine.handle(.chords(.off))
    #expect(engine.saved() == expected[0])
  }

  @Test("A song that plays goes on with pure chords, and its notes are reported again")
  func playing() throws {
    try load()
    engine.handle(.song(.play))
    _ = render(seconds: 0.5)
    _ = engine.reports()
    engine.handle(.chords(.seven))
    let reports = engine.reports().compactMap { report -> SongReport? in
      if case .song(let report) = report.report { report } else { nil }
    }
    let first = try #require(reports.firstIndex(of: .bars([])))
    guard case .notes(0, let notes) = reports[first + 1], case .bars = reports[first + 2] else {
      Issue.record("\(reports)")
      return
    }
    #expect(notes.map(\.key) == [60, 64, 67, 55, 59, 62, 65])
    let cents = notes.map(\.meanCents)
    #expect(abs(cents[1] - cents[0] - (Self.third - 400)) < 0.05)
    #expect(abs(cents[6] - cents[3] - (Self.natural - 1000)) < 0.05)
    // The notes of the second chord begin after 2 s.
    let audio = render(seconds: 3.4)[81_600...]
    let pitches = [55, 59, 62, 65].map { key in
      PitchMeter.cents(of: audio, above: Self.hertz(Double(key)), sampleRate: 48_000)
    }
    for (pitch, expected) in zip(pitches.dropFirst(), [Self.third, Self.fifth, Self.natural]) {
      let equal = (expected / 100).rounded() * 100
      #expect(abs(pitch - pitches[0] - (expected - equal)) < 0.1, "\(pitches)")
    }
  }

  @Test("Tunings are the same after they were bytes; others are none")
  func bytes() throws {
    let tunings = PureChords.seven.tunings(of: try MIDIFile(bytes: Self.song))
    let bytes = tunings.bytes
    func decoded(_ bytes: [UInt8]) -> NoteTunings? {
      bytes.withUnsafeBytes { NoteTunings(bytes: $0) }
    }
    // A port, and seven note-ons.
    #expect(bytes.count == 4 + 4 * 7 && tunings != NoteTunings())
    #expect(decoded(bytes)?.bytes == bytes)
    for count in 1..<bytes.count { #expect(decoded(Array(bytes.prefix(count))) == nil) }
    #expect(decoded([255, 255, 255, 255]) == nil)
    // As another module of the page tunes songs.
    let other = PageEngine(
      SynthesizerConfiguration(sampleRate: 48_000, kernels: .portable), decoder: nil,
      tuneChords: { decoded($1.tunings(of: $0).bytes) })
    for engine in [engine, other] {
      try engine.addBank(named: "a.sf2", ByteStorage(copying: Self.bank))
      try engine.loadSong(named: "a.mid", Self.song)
    }
    let equal = other.saved()
    for engine in [engine, other] { engine.handle(.chords(.seven)) }
    #expect(other.saved() == engine.saved() && other.saved() != equal)
  }

  @Test("A song that cannot be tuned keeps equal steps, and says so")
  func failed() throws {
    let engine = PageEngine(
      SynthesizerConfiguration(sampleRate: 48_000, kernels: .portable), decoder: nil,
      tuneChords: { _, _ in nil })
    try engine.addBank(named: "a.sf2", ByteStorage(copying: Self.bank))
    engine.handle(.chords(.five))
    try engine.loadSong(named: "a.mid", Self.song)
    let reports = engine.reports().map(\.report)
    #expect(reports.contains(.note("a.mid: its chords could not be tuned.")))
    for case .song(.notes(_, let notes)) in reports {
      #expect(notes.allSatisfy { $0.meanCents == 0 })
    }
  }

  @Test("A song with too many notes keeps equal steps, and says so")
  func tooMany() throws {
    var track: [UInt8] = [0, 0x90, 60, 100]
    for _ in 0...AdaptiveTuning.maximumNoteCount { track += [0, 60, 100] }
    track += [0, 0xFF, 0x2F, 0]
    let length = (0..<4).map { UInt8(truncatingIfNeeded: track.count >> (24 - 8 * $0)) }
    let file =
      Array("MThd".utf8) + [0, 0, 0, 6, 0, 0, 0, 1, 0, 0x60] + Array("MTrk".utf8) + length + track
    try engine.addBank(named: "a.sf2", ByteStorage(copying: Self.bank))
    engine.handle(.chords(.five))
    try engine.loadSong(named: "many.mid", file)
    #expect(
      engine.notes() == ["many.mid: its chords are not pure: it has more than 100000 notes."])
  }
}
