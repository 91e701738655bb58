import Foundation
import PeachInstrumentModel
import PeachSynthesis
import SoundMeasurement
import Testing

@Suite("Replaced recordings")
struct SampleReplacementTests {
  private func render(
    _ replacement: SampleReplacement, in bank: SoundBank = TestBank.tone(), key: UInt8 = 69,
    releaseFrame: Int? = nil, before: [SynthesizerEvent] = [], corrections: [Double] = [],
    frames: Int = 48_000
  ) throws -> [Float] {
    let events =
      (before + [.noteOn(channel: 0, key: key, velocity: 127)]).map {
        TimedEvent(frame: 0, event: $0)
      }
      + [releaseFrame].compactMap { $0 }.map {
        TimedEvent(frame: $0, event: .noteOff(channel: 0, key: key))
      }
    return try Render(
      bank, events, frames: frames, effects: false, corrections: corrections,
      replacements: [0: replacement]
    ).left
  }

  /// A sine of 100 frames per period at 44,100 Hz, and its loop.
  private func sine(_ count: Int = 3000, loop: Range<Int>? = 1200..<2900) -> SampleReplacement {
    SampleReplacement(
      frames: VibratoTone.sine(count: count), loop: loop, correctionCents: -TestBank.toneCents)
  }

  @Test("The frames sound at the pitch of the key", arguments: [45, 69, 70, 93] as [UInt8])
  func pitch(key: UInt8) throws {
    let expected = 440 * exp2((Double(key) - 69) / 12)
    // The correction of the replacement counts, not that of the region.
    let audio = try render(sine(), key: key, corrections: [37])
    #expect(abs(PitchMeter.cents(of: audio[2400...], above: expected, sampleRate: 48_000)) < 0.002)
    #expect(try audio == render(sine(), key: key))
  }

  @Test("A loop of whole periods is as if there was no loop")
  func seam() throws {
    let long = try render(sine(60_000, loop: nil), frames: 40_000)
    for loop in [1200..<2900, 0..<100, 2900..<3000, 0..<3000] {
      let looped = try render(sine(loop: loop), frames: 40_000)
      #expect(Level.greatestDifference(looped, long) < 1e-6, "\(loop)")
    }
  }

  @Test("Address offsets, their modulators, loop crossfades and offsets at note-on have no effect")
  func offsets() throws {
    let expected = try render(sine())
    let generators: [Generator] = [
      .startAddressOffset, .endAddressOffset, .startLoopAddressOffset, .endLoopAddressOffset,
      .startAddressCoarseOffset, .endAddressCoarseOffset, .startLoopAddressCoarseOffset,
      .endLoopAddressCoarseOffset,
    ]
    for generator in generators {
      for offset in [-70, 1, 150] as [Float] {
        let moved = TestBank.tone { $0.generators[generator] = offset }
        #expect(try render(sine(), in: moved) == expected, "\(generator)")
      }
      // Velocity 127 adds 127 units; data entry adds 10.
      let modulated = TestBank.tone {
        $0.modulators = [
          Modulator(
            source: 0x0002, destination: UInt16(generator.rawValue), amount: 128,
            amountSource: 0, transform: 0)
        ]
      }
      let entry: [SynthesizerEvent] = [
        (99, 120), (98, UInt8(generator.rawValue)), (38, 10), (6, 64),
      ].map { .controlChange(channel: 0, controller: $0.0, value: $0.1) }
      #expect(try render(sine(), in: modulated, before: entry) == expected, "\(generator)")
    }
    let crossfaded = TestBank.tone {
      var extendedParameters = ExtendedParameters()
      extendedParameters.loopCrossfadeSeconds = 0.01
      extendedParameters.randomStartFrames = 500
      $0.conditions = RegionConditions()
      $0.extendedParameters = extendedParameters
    }
    // Not a sine of whole periods, so that a crossfade would show.
    let rough = sine(loop: 1210..<2843)
    #expect(try render(rough, in: crossfaded) == render(rough))
  }

  /// Steps of constant level: before the loop, in it, and after it.
  private static let steps = SampleReplacement(
    frames: [Float](repeating: 0.25, count: 8000) + [Float](repeating: 0.5, count: 4000)
      + [Float](repeating: -0.25, count: 6000),
    loop: 8000..<12_000, correctionCents: 0)

  @Test("Sample modes apply to the replaced frames", arguments: [0, 1, 2, 3] as [Float])
  func modes(mode: Float) throws {
    var region = Region(sample: 0)
    region.generators[.sampleModes] = mode
    region.generators[.volumeEnvelopeRelease] = 4000
    let releaseSeconds = exp2(4000.0 / 1200)
    region.generators[.pan] = -500
    let bank = TestBank.bank(
      samples: [([Int16](repeating: 9000, count: 500), 10..<400, 48_000, 60)], presets: [[region]])
    let audio = try render(Self.steps, in: bank, key: 60, releaseFrame: 30_000, frames: 60_000)
    let frames = [4000, 10_000, 14_000, 29_000, 34_000, 41_000, 45_000, 59_000]
    let expected: [Double] =
      switch mode {
      case 0: [0.25, 0.5, -0.25, 0, 0, 0, 0, 0]
      case 1: [0.25, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5]
      case 2: [0, 0, 0, 0, 0.25, 0.5, -0.25, 0]
      default: [0.25, 0.5, 0.5, 0.5, -0.25, 0, 0, 0]
      }
    for (frame, level) in zip(frames, expected) {
      // 100 dB in the release time of generator 38; a voice that starts on release has none.
      let seconds = mode == 2 ? 0 : Double(max(frame - 30_000, 0)) / 48_000
      let gain = pow(10, -5 * seconds / releaseSeconds)
      #expect(abs(Double(audio[frame]) - level * gain) < 0.002, "frame \(frame)")
    }
  }

  @Test("Without a valid loop the frames play once", arguments: [nil, 5..<5, -3..<20, 0..<8001])
  func invalidLoop(loop: Range<Int>?) throws {
    let audio = try render(sine(8000, loop: loop))
    #expect(Level.peak(audio[1000..<8000]) > 0.3 && Level.peak(audio[8900...]) == 0)
  }

  @Test("Empty frames replace nothing; values that are NaN are silence")
  func oddFrames() throws {
    let nothing = SampleReplacement(frames: [], loop: nil, correctionCents: 70)
    let bank = TestBank.tone()
    let own = try Render(
      bank, [TimedEvent(frame: 0, event: .noteOn(channel: 0, key: 69, velocity: 127))],
      frames: 9000, effects: false)
    #expect(try render(nothing, in: bank, frames: 9000) == own.left)
    let odd = SampleReplacement(
      frames: [Float](repeating: .nan, count: 500) + [.infinity], loop: nil, correctionCents: 0)
    #expect(try Level.peak(render(odd, frames: 2000)[...]) == 0)
  }

  @Test("Regions with equal frames share memory, in all presets, until none uses it")
  func sharing() throws {
    let count = 20_000
    var region = Region(sample: 0)
    region.generators[.sampleModes] = 1
    let regions = [Region](repeating: region, count: 8)
    let bank = TestBank.bank(
      samples: [(TestBank.frames(period: 100, count: 1000, partials: [0.8]), 0..<1000, 44_100, 69)],
      presets: [regions, regions])
    let loader = InstrumentLoader(bank: bank, unusedByteLimit: 0)
    func prepare(_ preset: Int, _ replacements: [SampleReplacement]) throws -> PreparedPreset {
      try loader.prepare(
        presetAt: preset, usedKeys: .all,
        replacements: Dictionary(uniqueKeysWithValues: replacements.enumerated().map { ($0, $1) }))
    }
    var equal = (0..<8).map { _ in sine(count, loop: 0..<count) }
    for index in equal.indices { equal[index].correctionCents = Double(index) }
    var presets = [try prepare(0, equal)]
    let bytes = loader.byteCount
    // Doubled.
    #expect(bytes > 8 * count && bytes < 8 * (count + 2000))
    presets.append(try prepare(1, equal))
    #expect(loader.byteCount == bytes)
    equal[3].frames[count / 2] += 0.001
    presets.append(try prepare(1, equal))
    #expect(loader.byteCount == 2 * bytes)
    #expect(presets.allSatisfy { $0.regionCount == 8 })
    presets = []
    _ = try loader.prepare(presetAt: 0)
    #expect(loader.byteCount < bytes)
  }

  @Test("Replaced recordings are in memory even if samples are loaded on demand")
  func onDemand() throws {
    let loader = InstrumentLoader(
      readingOnDemand: TestBank.tone(), decoder: nil, interpolation: .doubled)
    let own = try loader.prepare(presetAt: 0, usedKeys: .all)
    #expect(own.loadsOnDemand)
    let replaced = try loader.prepare(presetAt: 0, usedKeys: .all, replacements: [0: sine()])
    #expect(!replaced.loadsOnDemand)
  }
}
