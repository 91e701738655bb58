import Foundation
import PeachInstrumentModel
import PeachMusicUnits
import PeachSynthesis
import SoundMeasurement
import Testing

@Suite("Regions and samples")
struct RegionTests {
  @Test("Attenuation is in centibels, pan has constant power")
  func attenuationAndPan() throws {
    for centibels in [0, 60, 123, 600] as [Float] {
      let bank = EnvelopeTests.constant { $0.generators[.initialAttenuation] = centibels }
      let level = try EnvelopeTests.render(bank, frames: 4800)[4000]
      #expect(abs(EnvelopeTests.decibels(level) - -Double(centibels) / 10) < 0.01)
    }
    for pan in [-500, -250, 0, 250, 500] as [Float] {
      let bank = EnvelopeTests.constant { $0.generators[.pan] = pan }
      let audio = try Render(
        bank, [TimedEvent(frame: 0, event: .noteOn(channel: 0, key: 60, velocity: 127))],
        frames: 4800)
      let angle = (Double(pan) + 500) / 1000 * Double.pi / 2
      #expect(abs(Double(audio.left[4000]) - 0.5 * cos(angle)) < 1e-4)
      #expect(abs(Double(audio.right[4000]) - 0.5 * sin(angle)) < 1e-4)
    }
  }

  @Test("Velocity and volume attenuate by 40 dB per decade (§8.4.1, §8.4.5)")
  func defaultModulators() throws {
    let bank = EnvelopeTests.constant {
      $0.modulators = [
        // Velocity and controller 7 to attenuation: concave, from the top down, 960 centibels.
        Modulator(source: 0x0502, destination: 48, amount: 960, amountSource: 0, transform: 0),
        Modulator(source: 0x0587, destination: 48, amount: 960, amountSource: 0, transform: 0),
      ]
    }
    for (velocity, volume) in [(127, 127), (64, 127), (127, 64), (10, 100), (1, 127)] {
      let audio = try Render(
        bank,
        [TimedEvent(frame: 0, event: .noteOn(channel: 0, key: 60, velocity: UInt8(velocity)))],
        frames: 4800, volume: UInt8(volume))
      let expected =
        40 * log10(Double(velocity) / 127) + 40 * log10(Double(volume) / 127)
      let level = EnvelopeTests.decibels(Double(audio.left[4000]) / EnvelopeTests.full)
      #expect(abs(level - expected) < 0.1, "velocity \(velocity), volume \(volume)")
    }
  }

  @Test("Only regions whose key and velocity ranges contain the note are played")
  func keysAndVelocities() throws {
    let low = Region(keys: 0...59, sample: 0)
    let soft = Region(keys: 60...127, velocities: 0...63, sample: 1)
    let loud = Region(keys: 60...127, velocities: 64...127, sample: 2)
    func flat(_ level: Int16) -> (frames: [Int16], loop: Range<Int>?, rate: Double, root: UInt8) {
      ([Int16](repeating: level, count: 20_000), nil, 48_000, 60)
    }
    let bank = TestBank.bank(
      samples: [flat(4096), flat(8192), flat(16384)], presets: [[low, soft, loud]])
    for (key, velocity, level) in [(59, 100, 4096), (60, 63, 8192), (60, 64, 16384)] {
      let audio = try Render(
        bank,
        [
          TimedEvent(
            frame: 0,
            event: .noteOn(channel: 0, key: UInt8(key), velocity: UInt8(velocity)))
        ], frames: 2000)
      #expect(abs(Double(audio.left[1500]) - Double(level) / 32768 * 0.5.squareRoot()) < 1e-5)
    }
  }

  @Test("A region key keeps two notes in one sample across a key boundary")
  func sameRegion() throws {
    let low = Region(keys: 0...59, sample: 0)
    let high = Region(keys: 60...127, sample: 1)
    let bank = TestBank.bank(
      samples: [
        ([Int16](repeating: 4096, count: 20_000), nil, 48_000, 60),
        ([Int16](repeating: 8192, count: 20_000), nil, 48_000, 60),
      ], presets: [[low, high]])
    let note = Note(id: 1, noteNumber: 59.6, regionKey: 59)
    let audio = try Render(bank, [TimedEvent(frame: 0, event: .startNote(note))], frames: 2000)
    #expect(abs(Double(audio.left[1500]) - 0.125 * 0.5.squareRoot()) < 1e-5)
  }

  @Test("Samples play once, loop endlessly, or loop until release")
  func sampleModes() throws {
    // 100 frames of 0.25, a loop of 50 of 0.5, then 1,000 of 0.125.
    let frames =
      [Int16](repeating: 8192, count: 100) + [Int16](repeating: 16384, count: 50)
      + [Int16](repeating: 4096, count: 1000)
    func bank(_ mode: Float) -> SoundBank {
      var region = Region(sample: 0)
      region.generators[.sampleModes] = mode
      region.generators[.volumeEnvelopeRelease] = 8000
      return TestBank.bank(samples: [(frames, 100..<150, 48_000, 60)], presets: [[region]])
    }
    func level(_ mode: Float, at frame: Int) throws -> Double {
      let events = [
        TimedEvent(frame: 0, event: .noteOn(channel: 0, key: 60, velocity: 127)),
        TimedEvent(frame: 3000, event: .noteOff(channel: 0, key: 60)),
      ]
      return Double(try Render(bank(mode), events, frames: 6000).left[frame]) / 0.5.squareRoot()
    }
    #expect(abs(try level(0, at: 600) - 0.125) < 1e-3)
    #expect(try level(0, at: 1300) == 0)
    for mode in [1, 3] as [Float] {
      #expect(abs(try level(mode, at: 60) - 0.25) < 1e-3)
      #expect(abs(try level(mode, at: 2900) - 0.5) < 1e-3)
    }
    // With 100 dB in 100 seconds the release attenuates by 0.3 dB until then.
    #expect(abs(try level(1, at: 3500) - 0.5) < 2e-3)
    #expect(abs(try level(3, at: 3500) - 0.125) < 1e-3)
    #expect(try level(3, at: 4300) == 0)
  }

  @Test("Address offsets move start, end and loop, clamped to the sample")
  func addressOffsets() throws {
    let frames = (0..<1000).map { Int16($0 * 20) }
    var region = Region(sample: 0)
    region.generators[.startAddressOffset] = 300
    region.generators[.endAddressOffset] = -200
    let bank = TestBank.bank(samples: [(frames, nil, 48_000, 60)], presets: [[region]])
    let audio = try Render(
      bank, [TimedEvent(frame: 0, event: .noteOn(channel: 0, key: 60, velocity: 127))],
      frames: 1000)
    #expect(abs(Double(audio.left[100]) - 400 * 20 / 32768.0 * 0.5.squareRoot()) < 1e-5)
    #expect(audio.left[510...].allSatisfy { $0 == 0 })
    for offset in [-32768, 32767] as [Float] {
      var wild = Region(sample: 0)
      for generator in [
        Generator.startAddressOffset, .endAddressOffset, .startLoopAddressOffset,
        .endLoopAddressOffset, .startAddressCoarseOffset, .endAddressCoarseOffset,
        .startLoopAddressCoarseOffset, .endLoopAddressCoarseOffset,
      ] { wild.generators[generator] = offset }
      wild.generators[.sampleModes] = 1
      let bank = TestBank.bank(samples: [(frames, 100..<900, 48_000, 60)], presets: [[wild]])
      let audio = try Render.note(bank, frames: 4800)
      #expect(audio.left.allSatisfy { $0.isFinite })
    }
  }

  @Test("An exclusive class is choked by its next note, except the note's own voices")
  func exclusiveClass() throws {
    let bank = TestBank.tone {
      $0.generators[.exclusiveClass] = 3
    }
    let events = [
      TimedEvent(frame: 0, event: .noteOn(channel: 0, key: 69, velocity: 127)),
      TimedEvent(frame: 9600, event: .noteOn(channel: 0, key: 81, velocity: 127)),
    ]
    let audio = try Render(bank, events, frames: 33_600)
    let first = 440 * exp2(TestBank.toneCents / 1200)
    let before = Level.amplitude(of: audio.left[..<9600], at: first, sampleRate: Render.rate)
    let after = Level.amplitude(of: audio.left[9900...], at: first, sampleRate: Render.rate)
    #expect(after < before / 1000)
  }

  @Test("LFOs start at zero after their delay, as a triangle")
  func lfo() throws {
    let bank = EnvelopeTests.constant {
      $0.generators[.modulationLFODelay] = EnvelopeTests.timecents(0.25)
      $0.generators[.modulationLFOFrequency] = Float(1200 * log2(4 / 8.17579891564371))
      $0.generators[.modulationLFOToVolume] = 60
    }
    let level = try EnvelopeTests.render(bank, frames: 72_000)
    for frame in stride(from: 200, to: 72_000, by: 311) {
      let turn = max(Double(frame) / 48_000 - 0.25, 0) * 4
      let phase = turn - turn.rounded(.down)
      let triangle = phase < 0.25 ? 4 * phase : phase < 0.75 ? 2 - 4 * phase : 4 * phase - 4
      #expect(abs(EnvelopeTests.decibels(level[frame]) - 6 * triangle) < 0.1)
    }
  }

  @Test("Extreme pitches, 1,000 times too fast or 0, are safe")
  func extremePitches() throws {
    for frequency in [0.001, 8, 15_000, 1e9] {
      let audio = try Render.note(TestBank.tone(), frequency: frequency, frames: 4800)
      #expect(audio.left.allSatisfy { $0.isFinite })
    }
  }
}
