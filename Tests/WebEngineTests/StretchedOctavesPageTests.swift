import Foundation
import PeachEarTraining
import PeachInstrumentModel
import PeachMIDIEvents
import PeachMusicUnits
import PeachSequencing
import PeachServices
import PeachStraightPresets
import PeachTrainerUI
import PeachTuning
import PeachWebEngine
import PeachWebPage
import SoundFontFixtures
import TestEnvironment
import Testing

/// Banks of synthetic strings, whose partials are known.
@Suite("Stretched octaves of the page")
struct StretchedOctavesPageTests {
  private let folder: TemporaryFolder
  private let engine = PageEngine.portable()
  private static let bank = StringBank.builder().chunks.file
  private static let tag = "sf2:a.sf2:0:0"

  init() throws { folder = try TemporaryFolder() }

  /// Plays all keys on the page's keyboard. Returns the frequencies of their partials 1, 2 and 4.
  private func partials(_ engine: PageEngine) -> [[Double]] {
    var audio: [Float] = []
    for key in StringBank.keys {
      engine.handle(.midi(status: 0x90, first: key, second: 100))
      // Blocks that a note has a whole number of.
      audio += engine.render(seconds: StringBank.noteSeconds, block: 120).audio
      engine.handle(.midi(status: 0xB0, first: 120, second: 0))
    }
    return StringBank.partials(audio)
  }

  @Test("Octaves of the keyboard do not beat, half as far by half, and as recorded once it is off")
  func keyboard() throws {
    try engine.addBank(named: "a.sf2", ByteStorage(copying: Self.bank))
    engine.handle(.select(tag: Self.tag))
    let plain = partials(engine)
    #expect(StringBank.beats(plain, 1, 0) > 1 && StringBank.beats(plain, 2, 1) > 3)
    engine.handle(.octaves(StretchedOctaves(.twoToOne)))
    let whole = partials(engine)
    #expect(StringBank.beats(whole, 1, 0) <= 0.3, "\(StringBank.beats(whole, 1, 0)) Hz")
    engine.handle(.octaves(StretchedOctaves(.twoToOne, percent: 50)))
    let half = partials(engine)
    for index in plain.indices {
      let cents = [whole, half].map { 1200 * log2($0[index][0] / plain[index][0]) }
      #expect(abs(cents[1] - cents[0] / 2) < 0.05, "key \(index + 60): \(cents)")
    }
    engine.handle(.octaves(StretchedOctaves(.fourToTwo)))
    #expect(StringBank.beats(partials(engine), 2, 1) <= 0.3)
    engine.handle(.octaves(StretchedOctaves()))
    #expect(partials(engine) == plain)
  }

  @Test("The trainer's notes keep their frequencies")
  func trainer() throws {
    try engine.addBank(named: "a.sf2", ByteStorage(copying: Self.bank))
    engine.handle(.select(tag: Self.tag))
    func audio(_ number: Int) -> [Float] {
      let note = TrialNote(frequency: .hertz(StringBank.hertz(84)), durationSeconds: 0.5)
      engine.handle(.playReference(TrainerCue(session: 1, number: number), note))
      return engine.render(seconds: 1).audio
    }
    let plain = audio(1)
    engine.handle(.octaves(StretchedOctaves(.mixed, percent: 200)))
    // Channels fade out before they get another preset.
    _ = engine.render(seconds: 1)
    #expect(audio(2) == plain && plain.contains { $0 != 0 })
  }

  @Test("A straightening is requested once for all amounts and kinds of octaves")
  func requests() throws {
    nonisolated(unsafe) var purposes: [StraighteningRequest.Purpose] = []
    let engine = PageEngine.portable { request throws(StraighteningError) in
      purposes.append(request.purpose)
      return try request.perform()
    }
    try engine.addBank(named: "a.sf2", ByteStorage(copying: Self.bank))
    engine.handle(.select(tag: Self.tag))
    engine.handle(.octaves(StretchedOctaves(.mixed)))
    engine.handle(.octaves(StretchedOctaves(.sixToThree, percent: 20)))
    engine.handle(.octaves(StretchedOctaves()))
    engine.handle(.octaves(StretchedOctaves(.twoToOne)))
    #expect(purposes == [.straight, .straightStretched])
    try engine.loadSong(named: "a.mid", StringBank.song)
    engine.handle(.octaves(StretchedOctaves(.mixed)))
    #expect(purposes == [.straight, .straightStretched, .inTuneStretched])
  }

  // MARK: Songs

  @Test("A song that is saved is that of the command line's library with the same option")
  func files() throws {
    try folder.put("a.sf2", Self.bank)
    try folder.put("a.mid", StringBank.song)
    func rendered(_ stretch: OctaveStretch?) throws -> [UInt8] {
      var options = RenderOptions()
      (options.kernels, options.stretch) = (.portable, stretch)
      try MIDIFile(contentsOf: folder.path("a.mid")).render(
        with: SoundBank(contentsOf: folder.path("a.sf2")), to: folder.path("a.wav"),
        options: options, intonation: IntonationCache(folder: nil))
      return try #require(folder.bytes("a.wav"))
    }
    let kinds: [(StretchedOctaves.Octave, OctaveStretch.Octave)] = [
      (.mixed, .mixed), (.twoToOne, .twoToOne), (.fourToTwo, .fourToTwo),
      (.sixToThree, .sixToThree),
    ]
    try engine.addBank(named: "a.sf2", ByteStorage(copying: Self.bank))
    try engine.loadSong(named: "a.mid", StringBank.song)
    #expect(try engine.saved() == rendered(nil))
    for (kind, octave) in kinds {
      engine.handle(.octaves(StretchedOctaves(kind, percent: 80)))
      #expect(try engine.saved() == rendered(OctaveStretch(octave, amount: 0.8)), "\(octave)")
    }
    engine.handle(.octaves(StretchedOctaves()))
    #expect(try engine.saved() == rendered(nil))
  }

  @Test("Presets without stiff strings play as recorded")
  func harmonic() throws {
    let bank = StringBank.builder(isStiff: false).chunks.file
    try engine.addBank(named: "a.sf2", ByteStorage(copying: bank))
    try engine.loadSong(named: "a.mid", StringBank.song)
    let plain = engine.saved()
    engine.handle(.octaves(StretchedOctaves(.mixed, percent: 200)))
    #expect(engine.saved() == plain)
  }

  @Test("A song whose pianos cannot be tuned plays as recorded, and says so")
  func failed() throws {
    let engine = PageEngine.portable { _ throws(StraighteningError) in throw .failed("") }
    try engine.addBank(named: "a.sf2", ByteStorage(copying: Self.bank))
    try engine.loadSong(named: "a.mid", StringBank.song)
    let plain = engine.saved()
    engine.handle(.octaves(StretchedOctaves(.mixed)))
    #expect(engine.saved() == plain)
    #expect(engine.notes().contains("a.sf2: The preset could not be straightened."))
  }

  @Test("Deviations of keys are the same after they were bytes; others are no regions")
  func bytes() throws {
    var regions = StraightRegions(tone: .recorded, corrections: [1.5], steadyPitch: false)
    regions.octaveCents = (0..<512).map { Double($0) / 7 }
    let bytes = regions.bytes
    func decoded(_ bytes: [UInt8]) -> StraightRegions? {
      bytes.withUnsafeBytes { StraightRegions(bytes: $0) }
    }
    #expect(decoded(bytes)?.octaveCents == regions.octaveCents)
    #expect(decoded(bytes)?.corrections == [1.5])
    for count in stride(from: 0, to: bytes.count, by: 97) {
      #expect(decoded(Array(bytes.prefix(count))) == nil)
    }
  }
}
