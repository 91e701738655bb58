import Foundation
import PeachInstrumentModel
import PeachSynthesis
import SoundFontFixtures
import SoundMeasurement
import Synchronization
import Testing

@testable import PeachServices

@Suite("Presets of straight tones")
struct StraightPresetTests {
  private static func sample(
    _ name: String, side: Sample.Side = .mono, partner: Int? = nil, root: UInt8 = 69,
    count: Int = 1000
  ) -> Sample {
    Sample(
      name: name, encoding: .integer16(0..<2 * count), sampleRate: 44_100, rootKey: root,
      loop: 0..<count, side: side, partner: partner)
  }

  /// Returns a region for `keys`, with a loop and additional generators.
  private static func region(
    _ sample: Int, keys: ClosedRange<UInt8> = 0...127, _ change: (inout Region) -> Void = { _ in }
  ) -> Region {
    var region = Region(keys: keys, sample: sample)
    region.generators[.sampleModes] = 1
    change(&region)
    return region
  }

  private static func bank(_ samples: [Sample], _ regions: [Region]) -> SoundBank {
    SoundBank(
      information: .init(name: "Test"),
      presets: [Preset(identifier: PresetIdentifier(bank: 0, program: 0), name: "Test")],
      samples: samples, storage: ByteStorage(copying: [UInt8](repeating: 0, count: 4000)),
      regionSource: { _, _ in regions })
  }

  private static func recordings(
    _ samples: [Sample], _ regions: [Region], isPercussion: Bool = false
  ) -> PresetRecordings {
    PresetRecordings(regions, of: bank(samples, regions), isPercussion: isPercussion)
  }

  // MARK: Recordings

  @Test("The channels of a stereo pair are one recording, by link, side or pan")
  func pairs() {
    let mono = [Self.sample("a"), Self.sample("b")]
    let linked = [Self.sample("a", partner: 1), Self.sample("b", partner: 0)]
    let sided = [Self.sample("a", side: .right), Self.sample("b", side: .left)]
    func panned(_ pan: Float) -> [Region] {
      [Self.region(0) { $0.generators[.pan] = -pan }, Self.region(1) { $0.generators[.pan] = pan }]
    }
    for (samples, regions) in [
      (linked, panned(0)), (sided, panned(0)), (mono, panned(500)),
    ] {
      let found = Self.recordings(samples, regions)
      #expect(found.recordings.count == 1 && found.recordings[0].channels.count == 2)
      #expect(found.parts.map { $0?.channel } == [0, 1])
      #expect(found.parts.allSatisfy { $0?.recording == 0 })
    }
    #expect(Self.recordings(mono, panned(0)).recordings.count == 2)
    // Other keys, another pitch, another length, another loop.
    var other = panned(500)
    other[1].keys = 0...60
    #expect(Self.recordings(linked, other).recordings.count == 2)
    let longer = [mono[0], Self.sample("b", count: 1060)]
    #expect(Self.recordings(longer, panned(500)).recordings.count == 2)
    let higher = [mono[0], Self.sample("b", root: 70)]
    #expect(Self.recordings(higher, panned(500)).recordings.count == 2)
    var later = panned(500)
    later[1].generators[.endLoopAddressOffset] = -10
    #expect(Self.recordings(mono, later).recordings.count == 2)
  }

  @Test("Regions of one sample share a recording, unless their pitch, part or decay differs")
  func shared() {
    let samples = [Self.sample("a")]
    let regions: [Region] = [
      Self.region(0, keys: 0...60), Self.region(0, keys: 61...127),
      Self.region(0) { $0.generators[.fineTune] = 7 },
      Self.region(0) { $0.generators[.overridingRootKey] = 57 },
      Self.region(0) { $0.generators[.endLoopAddressOffset] = -100 },
      Self.region(0) { $0.generators[.volumeEnvelopeSustain] = 1000 },
    ]
    let found = Self.recordings(samples, regions)
    #expect(found.parts.map { $0?.recording } == [0, 0, 0, 1, 2, 3])
    #expect(found.recordings.map(\.key) == [69, 57, 69, 69])
    #expect(found.recordings.map(\.decays) == [false, false, false, true])
  }

  @Test("Percussion, release samples and regions of constant pitch have no recording")
  func leftAlone() {
    let samples = [Self.sample("a")]
    var release = RegionConditions()
    release.trigger = .release
    let regions: [Region] = [
      Self.region(0) { $0.generators[.scaleTuning] = 0 },
      Self.region(0) { $0.conditions = release },
      // A start within the loop.
      Self.region(0) { $0.generators[.startAddressOffset] = 10 },
      Self.region(7),
    ]
    #expect(Self.recordings(samples, regions).recordings.isEmpty)
    #expect(
      Self.recordings(samples, [Self.region(0)], isPercussion: true).recordings.isEmpty)
  }

  // MARK: Replacements

  /// A tone of 441 Hz on two samples, for keys up to 69 and from 70 on, and a third for key 100.
  private static var tones: SoundBank {
    let frames = TestBank.frames(period: 100, count: 1000, partials: [0.4])
    let sample = (frames: frames, loop: Range?.some(0..<1000), rate: 44_100.0, root: UInt8(69))
    return TestBank.bank(
      samples: [sample, sample, sample],
      presets: [[region(0, keys: 0...69), region(1, keys: 70...99), region(2, keys: 100...127)]])
  }

  @Test("A replacement has the pitch of its key; without corrections, that of the recording")
  func pitch() throws {
    let preset = BankPreset(bank: Self.tones, index: 0)
    for (intonation, expected) in [
      (IntonationCache(folder: nil), 0), (nil, TestBank.toneCents),
    ] as [(IntonationCache?, Double)] {
      var note = try NoteRenderer(
        playing: preset, frequency: .hertz(440), duration: .seconds(1),
        options: NoteOptions(
          intonation: intonation, straightTones: StraightToneStub().cache(folder: nil)))
      var left = [Float](repeating: 0, count: note.frameCount)
      var right = left
      note.render(left: &left, right: &right, count: left.count)
      let cents = PitchMeter.cents(
        of: left[4800..<43_000], above: 440 * exp2(expected / 1200), sampleRate: 48_000)
      #expect(abs(cents) < 0.01)
    }
  }

  @Test("A loop that ends on release continues through the release, in tune and without a click")
  func loopUntilRelease() throws {
    let frames = TestBank.frames(period: 100, count: 1000, partials: [0.4])
    var region = Self.region(0)
    region.generators[.sampleModes] = 3
    // A release of a second for 100 dB.
    region.generators[.volumeEnvelopeRelease] = 0
    let preset = BankPreset(
      bank: TestBank.bank(samples: [(frames, 0..<1000, 44_100, 69)], presets: [[region]]), index: 0)
    let prepared = try preset.prepared(
      intonation: IntonationCache(folder: nil), tone: .straight,
      straightTones: StraightToneStub().cache(folder: nil))
    var synthesizer = Synthesizer(SynthesizerConfiguration(sampleRate: 48_000))
    synthesizer.use(prepared, onChannel: 0)
    synthesizer.handle(.startNote(Note(id: 1, noteNumber: 69)))
    var left = [Float](repeating: 0, count: 48_000)
    var right = left
    synthesizer.render(left: &left, right: &right, count: 24_000)
    synthesizer.handle(.release(note: 1))
    left.withUnsafeMutableBufferPointer { left in
      right.withUnsafeMutableBufferPointer { right in
        guard let left = left.baseAddress, let right = right.baseAddress else { return }
        synthesizer.render(left: left + 24_000, right: right + 24_000, count: 24_000)
      }
    }
    // After 0.25 s of the release the level is 25 dB lower; the stub's loop has 23 ms.
    let released = left[36_000..<44_000]
    #expect(Level.peak(released) > 0.005)
    let cents = PitchMeter.cents(of: left[24_500..<40_000], above: 440, sampleRate: 48_000)
    #expect(abs(cents) < 0.1)
    withExtendedLifetime(prepared) {}
  }

  @Test("A vibrato continues after a loop that ends on release")
  func tailVibrato() {
    let recording = StraightRecording(
      channels: [RegionSample(sample: 0, loops: true)], key: 69, decays: false)
    let sound = StraightSound(StraightToneStub.tone(recording))
    let plain = sound.replacement(channel: 0, correctionCents: 1)
    #expect(plain.frames == sound.tone.channels[0] && plain.vibratoCents == [0, 10, 0, -10])
    let tailed = sound.replacement(channel: 0, correctionCents: 1, loopEndsOnRelease: true)
    #expect(tailed.loop == 0..<1000 && tailed.correctionCents == 1)
    #expect(tailed.frames.count == 1000 + StraightSound.tailFrames)
    for index in stride(from: 0, to: 90_000, by: 777) {
      #expect(tailed.frames[index] == plain.frames[index % 1000])
    }
    #expect(abs(tailed.frames.last ?? 1) < 0.001)
    for entry in 0..<400 { #expect(tailed.vibratoCents[entry] == plain.vibratoCents[entry % 4]) }
  }

  @Test("A note waits for its own recording only; another thread prepares the whole preset")
  func firstNote() async throws {
    let gate = DispatchSemaphore(value: 0)
    let isOpen = Atomic<Bool>(false)
    let stub = StraightToneStub { recording in
      // Recordings 1 and 2 wait until the test has finished with the first.
      if recording.channels[0].sample == 0 || isOpen.load(ordering: .relaxed) { return }
      gate.wait()
      gate.signal()
    }
    let folder = try RenderFolder()
    let path = folder.path("bank.sf2")
    try Data(Self.threeZones.chunks.file).write(to: URL(filePath: path))
    let bank = try SoundBank(contentsOf: path)
    let cache = stub.cache(folder: folder.path("cache"))
    let preset = BankPreset(bank: bank, index: 0)
    let instruments = SharedInstruments(bank, interpolation: .doubled)
    let options = NoteOptions(intonation: nil, straightTones: cache)
    let own = try PlayerPreset(
      playing: preset, by: instruments, options: options, isEager: true)
    let note = NoteSelection(key: 60, velocity: 100, hertz: 261.6)
    #expect(!own.isFixed && own.whole == nil)
    let part = try #require(try own.part(for: note))
    #expect(part.hasRegions(key: 60, velocity: 100) && !part.hasRegions(key: 80, velocity: 100))
    #expect(stub.recordings.map { $0.channels[0].sample } == [0])
    #expect(try own.part(for: note) === part)
    isOpen.store(true, ordering: .relaxed)
    gate.signal()
    while own.whole == nil { try await Task.sleep(for: .milliseconds(1)) }
    #expect(stub.recordings.count == 3)
    let whole = try #require(try own.part(for: note))
    #expect(whole === own.whole && whole.hasRegions(key: 80, velocity: 100))
    #expect(own.keyRanges == whole.keyRanges)
    // A further player shares the straight tones, and so their memory.
    let byteCount = instruments.byteCount
    let further = try PlayerPreset(
      playing: preset, by: instruments, options: options, isEager: true)
    while further.whole == nil { try await Task.sleep(for: .milliseconds(1)) }
    #expect(stub.recordings.count == 3 && instruments.byteCount == byteCount && byteCount > 0)
  }

  private static var threeZones: SoundFontBuilder {
    MistunedBank.builder(
      (0..<3).map { _ in MistunedBank.tone(rate: 44_100) },
      presets: [
        [
          MistunedBank.zone(0, keys: 0...69), MistunedBank.zone(1, keys: 70...99),
          MistunedBank.zone(2, keys: 100...127),
        ]
      ])
  }

  @Test("A part of a preset plays the same as the whole preset")
  func parts() throws {
    let preset = BankPreset(bank: Self.tones, index: 0)
    let straight = try StraightPreset(
      preset,
      NoteOptions(
        intonation: IntonationCache(folder: nil),
        straightTones: StraightToneStub().cache(folder: nil)))
    let instruments = SharedInstruments(preset.bank, interpolation: .doubled)
    var usedKeys = UsedKeys()
    usedKeys.insert(75, velocity: 100)
    func audio(_ prepared: PreparedPreset) -> [Float] {
      var synthesizer = Synthesizer(SynthesizerConfiguration(sampleRate: 48_000))
      synthesizer.use(prepared, onChannel: 0)
      synthesizer.handle(.noteOn(channel: 0, key: 75, velocity: 100))
      var left = [Float](repeating: 0, count: 4800)
      var right = left
      synthesizer.render(left: &left, right: &right, count: left.count)
      return withExtendedLifetime(prepared) { left }
    }
    let whole = audio(try straight.prepared(.all, by: instruments))
    #expect(whole.contains { abs($0) > 0.01 })
    #expect(try audio(straight.prepared(usedKeys, by: instruments)) == whole)
  }

  @Test(
    "Presets of several players, decaying and unpitched ones play as recorded",
    arguments: [
      (.severalPlayers, .kept(.severalPlayers)), (.decaying, .kept(.decaying)),
      (.unpitched, .kept(.unpitched)), (.unverified, .kept(.unverified)),
      (.alreadyStraight, .straight),
    ] as [(ToneVerdict, AppliedTone)])
  func verdicts(verdict: ToneVerdict, applied: AppliedTone) throws {
    let cache = StraightToneStub(verdict: verdict).cache(folder: nil)
    let preset = BankPreset(bank: Self.tones, index: 0)
    let found = try preset.appliedTone(.straight, straightTones: cache)
    #expect(found == applied)
    #expect(try preset.appliedTone(.recorded, straightTones: cache) == .recorded)
    func audio(_ tone: ToneStyle) throws -> [Float] {
      var note = try NoteRenderer(
        playing: preset, frequency: .hertz(440), duration: .milliseconds(100),
        options: NoteOptions(
          intonation: IntonationCache(folder: nil), tone: tone, straightTones: cache))
      var left = [Float](repeating: 0, count: note.frameCount)
      var right = left
      note.render(left: &left, right: &right, count: left.count)
      return left
    }
    #expect(try audio(.straight) == audio(.steady))
  }

  // MARK: Vibrato

  @Test("Vibrato is put back by its amount, which changes during notes")
  func vibrato() async throws {
    let preset = BankPreset(bank: Self.tones, index: 0)
    let cache = StraightToneStub().cache(folder: nil)
    /// Returns the range of the pitch, of a vibrato of ±10 cents at 44.1 Hz.
    func range(_ audio: ArraySlice<Float>) -> Double {
      let audio = Array(audio)
      let cents = stride(from: 600, to: audio.count - 1200, by: 37).map {
        PitchTrace.cents(audio, at: $0, above: 440, sampleRate: 48_000)
      }
      return (cents.max() ?? 0) - (cents.min() ?? 0)
    }
    let harness = try PlayerHarness(.sine)
    let player = try SoundFontNotePlayer(
      playing: preset, on: harness.engine,
      options: NoteOptions(tone: .straight(vibrato: 1), straightTones: cache))
    let capture = try await harness.sounding {
      let note = try await player.start(frequency: .hertz(440), amplitude: 0.8)
      try await harness.pass(48_000)
      try await player.setVibrato(0)
      try await harness.pass(48_000)
      try await player.setVibrato(2)
      try await harness.pass(48_000)
      try await player.release(note)
    }
    let first = capture.left.firstIndex { $0 != 0 } ?? 0
    let ranges = [10_000, 62_000, 115_000].map {
      range(capture.left[(first + $0)..<(first + $0 + 20_000)])
    }
    #expect(ranges[0] > 5 && ranges[1] < 0.5)
    #expect(abs(ranges[2] / ranges[0] - 2) < 0.2, "\(ranges)")
  }

  @Test("The amount of vibrato is clamped, and NaN is 0")
  func clamped() {
    let amounts = [-1, 0, 0.5, 2, 3, .infinity, .nan].map {
      ToneStyle.straight(vibrato: $0).vibrato
    }
    #expect(amounts == [0, 0, 0.5, 2, 2, 2, 0])
    #expect(ToneStyle.straight == .straight(vibrato: 0) && ToneStyle.straight != .recorded)
    #expect(ToneStyle.vibratoRange == 0...2)
    #expect(ToneStyle.straight(smoothsLevels: true) != .straight)
    #expect(ToneStyle.straight(smoothsLevels: false) == .straight)
  }

  @Test("A router applies the amount of vibrato to later players, too")
  func router() async throws {
    let (first, second) = (MockNotePlayer(), MockNotePlayer())
    let source = Mutex(SoundSource.named("first"))
    let router = RoutingNotePlayer(
      sine: MockNotePlayer(), players: { $0 == .named("first") ? first : second },
      setting: { source.withLock { $0 } })
    func play() async throws {
      try await router.play(frequency: .hertz(440), duration: .seconds(1), amplitude: 1)
    }
    try await play()
    try await router.setVibrato(0.5)
    source.withLock { $0 = .named("second") }
    try await play()
    #expect(first.calls.contains(.setVibrato(amount: 0.5)))
    #expect(second.calls.first == .setVibrato(amount: 0.5))
    // A sine has no vibrato.
    try await PlayerHarness(.sine).player.setVibrato(1)
  }
}
