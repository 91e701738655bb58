import Foundation
import SoundMeasurement
import Testing

@testable import PeachServices

@Suite("Two notes from one sample")
struct RegionSelectorTests {
  /// Four samples of different levels: two halves of the keyboard, each soft and loud.
  static let bank: SoundBank = {
    let modulators = [
      Modulator(source: 0x0502, destination: 48, amount: 960, amountSource: 0, transform: 0),
      Modulator(source: 0x020E, destination: 52, amount: 12700, amountSource: 0x10, transform: 0),
    ]
    let ranges: [(ClosedRange<UInt8>, ClosedRange<UInt8>)] = [
      (0...69, 0...63), (0...69, 64...127), (70...127, 0...63), (70...127, 64...127),
    ]
    let regions = ranges.indices.map { index in
      var region = Region(
        keys: ranges[index].0, velocities: ranges[index].1, sample: index, modulators: modulators)
      region.generators[.sampleModes] = 1
      return region
    }
    return TestBank.bank(
      samples: (1...4).map {
        ([Int16](repeating: Int16(4096 * $0), count: 400), 0..<400, 48_000, 69)
      }, presets: [regions])
  }()

  /// Renders 0.2 s of a note.
  private func note(
    _ hertz: Double, amplitude: Double = 1, region: RegionSelector? = nil,
    pitchMode: PitchMode = .frequency
  ) throws -> [Float] {
    var renderer = try NoteRenderer(
      playing: BankPreset(bank: Self.bank, index: 0), frequency: .hertz(hertz),
      duration: .seconds(0.2), amplitude: amplitude, region: region,
      options: NoteOptions(pitchMode: pitchMode, intonation: nil))
    var left = [Float](repeating: 0, count: renderer.frameCount)
    var right = left
    renderer.render(left: &left, right: &right, count: left.count)
    return left
  }

  /// Returns the index of the sample that plays, by its level without amplitude and the −3 dB of
  /// center pan.
  private func recording(_ audio: [Float], amplitude: Double = 1) -> Double {
    Double(Level.peak(audio[...])) * 8 * 2.0.squareRoot() / amplitude
  }

  /// Half a semitone above A4: the boundary.
  static let boundary = 440 * exp2(50.0 / 1200)

  @Test("Across a key boundary the reference's sample plays, at the note's own pitch")
  func keys() throws {
    for (hertz, other) in [
      (Self.boundary * exp2(-0.25 / 1200), Self.boundary * exp2(0.25 / 1200)), (220, 1760),
    ] {
      #expect(abs(recording(try note(hertz)) - 2) < 0.01)
      #expect(abs(recording(try note(other)) - 4) < 0.01)
      let low = RegionSelector(frequency: .hertz(hertz), amplitude: 1)
      let high = RegionSelector(frequency: .hertz(other), amplitude: 1)
      #expect(abs(recording(try note(other, region: low)) - 2) < 0.01)
      #expect(abs(recording(try note(hertz, region: high)) - 4) < 0.01)
    }
  }

  @Test("Across a velocity boundary the reference's sample plays, at the note's own level")
  func velocities() throws {
    // Velocities 64 and 63.
    let (loud, soft) = (64.0 / 127, 63.0 / 127)
    #expect(abs(recording(try note(440, amplitude: loud), amplitude: loud) - 2) < 0.01)
    #expect(abs(recording(try note(440, amplitude: soft), amplitude: soft) - 1) < 0.01)
    let reference = RegionSelector(frequency: .hertz(440), amplitude: loud)
    let like = try note(440, amplitude: soft, region: reference)
    #expect(abs(recording(like, amplitude: soft) - 2) < 0.01)
    // The default amplitude of players is 0.8.
    #expect(RegionSelector(frequency: .hertz(440)).amplitude == 0.8)
  }

  @Test("A note that selects its own region is bit-identical, near any boundary")
  func itself() throws {
    var all: [Double] = [1, 20, 20_000]
    for cents in [-1e-9, 0, 1e-9, -0.01, 0.01, 49.9999] {
      all.append(Self.boundary * exp2(cents / 1200))
    }
    for hertz in all {
      for amplitude in [0.3, 0.5, 1] {
        let own = RegionSelector(frequency: .hertz(hertz), amplitude: amplitude)
        let plain = try note(hertz, amplitude: amplitude)
        let like = try note(hertz, amplitude: amplitude, region: own)
        #expect(like == plain, "\(hertz) Hz, \(amplitude)")
      }
    }
  }

  @Test("With pitch bend the key is within two semitones of the reference's")
  func wheel() throws {
    // 51 cents above key 69: 8192 + 51 · 8192 / 200, and not 49 below key 70.
    let target = 440 * exp2(51.0 / 1200)
    #expect(PitchBendEncoder.bend(.hertz(target), key: 69) == 10_281)
    #expect(PitchBendEncoder.keyAndBend(.hertz(target)).key == 70)
    let reference = RegionSelector(frequency: .hertz(440), amplitude: 1)
    let like = try note(target, region: reference, pitchMode: .midiBend)
    #expect(abs(recording(like) - 2) < 0.01)
    #expect(abs(recording(try note(target, pitchMode: .midiBend)) - 4) < 0.01)
    for cents in [-200.5, 200.5, 2400] {
      let hertz = 440 * exp2(cents / 1200)
      #expect(throws: NotePlayerError.outsidePitchBendRange(hertz: hertz, key: 69)) {
        try note(hertz, region: reference, pitchMode: .midiBend)
      }
      _ = try note(hertz, region: reference)
    }
    // Without a region, the nearest of keys 0 to 127, which end at 12,544 Hz.
    #expect(throws: NotePlayerError.outsidePitchBendRange(hertz: 20_000, key: 127)) {
      try note(20_000, pitchMode: .midiBend)
    }
    _ = try note(20_000)
    let error = NotePlayerError.outsidePitchBendRange(hertz: 880, key: 69)
    #expect("\(error)".contains("880.0 Hz is outside the ±2 semitone"))
    #expect("\(error)".contains("key 69"))
  }

  @Test("A note without a region is an error that names the ranges below and above")
  func outsideCompass() async throws {
    let regions = [60...72, 80...90].map { (keys: ClosedRange<UInt8>) in
      Region(keys: keys, velocities: 64...127, sample: 0)
    }
    let sparse = TestBank.bank(
      samples: [([Int16](repeating: 4096, count: 400), 0..<400, 48_000, 69)], presets: [regions])
    let ranges: [ClosedRange<UInt8>] = [60...72, 80...90]
    let low = NotePlayerError.noRegion(hertz: 110, key: 45, velocity: 127, ranges: ranges)
    #expect("\(low)".contains("110.0 Hz, key 45. Play 261.6 to 523.3 Hz, keys 60 to 72."))
    let gap = NotePlayerError.noRegion(hertz: 800, key: 79, velocity: 127, ranges: ranges)
    #expect(
      "\(gap)".contains(
        "800.0 Hz, key 79. Play 261.6 to 523.3 Hz, keys 60 to 72; "
          + "or 830.6 to 1480.0 Hz, keys 80 to 90."))
    // A hole of one key.
    let hole = NotePlayerError.noRegion(
      hertz: 1864.7, key: 94, velocity: 127, ranges: [0...93, 95...127])
    #expect(
      "\(hole)".contains("Play 8.2 to 1760.0 Hz, keys 0 to 93; or 1975.5 to 12543.9 Hz, keys 95"))
    let soft = NotePlayerError.noRegion(hertz: 440, key: 69, velocity: 25, ranges: ranges)
    #expect("\(soft)".contains("key 69, at velocity 25"))
    for kind in PlayerHarness.Kind.allCases where kind != .mock && kind != .sine {
      let player = try PlayerHarness(kind, bank: sparse).player
      await #expect(throws: low, "\(kind)") {
        try await player.play(frequency: .hertz(110), duration: .seconds(1), amplitude: 1)
      }
      await #expect(throws: low, "\(kind)") {
        try await player.start(frequency: .hertz(110), amplitude: 1)
      }
    }
    await #expect(throws: soft) {
      try await PlayerHarness(.sampled, bank: sparse).player.play(
        frequency: .hertz(440), duration: .seconds(1), amplitude: 0.2)
    }
    #expect(throws: low) {
      _ = try NoteRenderer(
        playing: BankPreset(bank: sparse, index: 0), frequency: .hertz(110),
        duration: .seconds(1), amplitude: 1, options: NoteOptions(intonation: nil))
    }
  }

  @Test("The reference's key and velocity select the region; the other parameters are the note's")
  func events() throws {
    let style = NoteStyle.sampled(.frequency)
    let reference = RegionSelector(frequency: .hertz(440), amplitude: 1)
    func made(_ reference: RegionSelector?) throws -> Note {
      let events = style.events(
        id: 5, channel: 3, frequency: .hertz(880), amplitude: 0.5, frames: 100,
        sampleRate: 48_000, region: reference)
      guard events.count == 1, case .startNote(let note) = events[0].event else {
        throw CocoaError(.featureUnsupported)
      }
      return note
    }
    let like = try made(reference)
    #expect(like.regionKey == 69 && like.velocity == 127 && like.amplitude == 0.5)
    #expect(abs(like.noteNumber - 81) < 1e-9)
    let plain = try made(nil)
    #expect(plain.regionKey == nil && plain.velocity == 64 && plain.amplitude == 0.5)
    for style in [NoteStyle.sampled(.frequency), .sampled(.midiBend), .sine] {
      for hertz in [0, -1, Double.nan, .infinity] {
        #expect(throws: NotePlayerError.self) {
          try style.selection(
            of: .hertz(440), amplitude: 1, region: RegionSelector(frequency: .hertz(hertz)),
            sampleRate: 48_000)
        }
      }
      _ = try style.selection(of: .hertz(440), amplitude: 1, region: reference, sampleRate: 48_000)
    }
    // A held note is always direct, without limits.
    _ = try NoteStyle.sampled(.midiBend).selection(
      of: .hertz(2000), amplitude: 1, region: reference, sampleRate: 48_000, isHeld: true)
  }

  @Test("Every player accepts a reference, for held notes too; the mock records it")
  func players() async throws {
    for kind in PlayerHarness.Kind.allCases {
      let harness = try PlayerHarness(kind, bank: Self.bank)
      let player = harness.player
      let reference = RegionSelector(frequency: .hertz(440), amplitude: 1)
      let target = Frequency.hertz(440 * exp2(60.0 / 1200))
      let sound = try await harness.sounding {
        try await player.play(
          frequency: target, duration: .seconds(0.2), amplitude: 1, region: reference)
      }
      let held = try await harness.sounding {
        let note = try await player.start(frequency: target, amplitude: 1, region: reference)
        try await harness.pass(9600)
        try await player.release(note)
      }
      if let mock = player as? MockNotePlayer {
        #expect(
          Array(mock.calls.prefix(2)) == [
            .play(hertz: target.hertz, seconds: 0.2, amplitude: 1, region: reference),
            .start(hertz: target.hertz, amplitude: 1, region: reference),
          ])
      } else if kind != .sine {
        let played = kind == .routing ? "sampled by way of routing" : kind.rawValue
        #expect(abs(recording(sound.left) - 2) < 0.01, "\(played)")
        #expect(abs(recording(held.left) - 2) < 0.01, "\(played)")
      }
    }
  }
}
