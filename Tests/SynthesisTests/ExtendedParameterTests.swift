import Foundation
import PeachInstrumentModel
import PeachSynthesis
import SoundMeasurement
import Testing

/// Parameters beyond generators and modulators, with a sample of constant level.
@Suite("Extended region parameters")
struct ExtendedParameterTests {
  /// Returns a note's level in decibels, relative to full level.
  private static func level(
    velocity: UInt8 = 127, key: UInt8 = 60, controllers: [(UInt8, UInt8)] = [], at frame: Int = 400,
    _ change: @escaping (inout ExtendedParameters) -> Void
  ) throws -> Double {
    let bank = EnvelopeTests.constant {
      var extendedParameters = ExtendedParameters()
      change(&extendedParameters)
      $0.extendedParameters = extendedParameters
    }
    var events = controllers.map {
      TimedEvent(frame: 0, event: .controlChange(channel: 0, controller: $0.0, value: $0.1))
    }
    events.append(
      TimedEvent(frame: 0, event: .noteOn(channel: 0, key: key, velocity: velocity)))
    let audio = try Render(bank, events, frames: frame + 1, effects: false)
    return EnvelopeTests.decibels(Double(audio.left[frame]) / EnvelopeTests.full)
  }

  @Test("Gain may exceed 0 dB", arguments: [-60, 0, 60])
  func gain(centibels: Float) throws {
    let level = try Self.level { $0.gainCentibels = centibels }
    #expect(abs(level - Double(centibels) / 10) < 0.01)
  }

  @Test("Velocity is squared, partial, reversed, or follows a curve")
  func velocity() throws {
    let half = 64.0 / 127
    let rows: [(Float, Double)] = [
      (1, half * half), (0.5, 1 - 0.5 * (1 - half * half)), (0, 1), (-1, 1 - half * half),
    ]
    for (tracking, amplitude) in rows {
      let level = try Self.level(velocity: 64) { $0.velocityTracking = tracking }
      #expect(abs(level - 20 * log10(amplitude)) < 0.02, "\(tracking): \(level)")
    }
    let curve = (0..<128).map { Float($0) / 127 }
    let level = try Self.level(velocity: 64) {
      $0.velocityTracking = 1
      $0.velocityCurve = curve
    }
    #expect(abs(level - 20 * log10(half)) < 0.02)
  }

  @Test("Crossfades over velocity, key and controller, of equal power or amplitude")
  func crossfades() throws {
    func fade(_ source: RegionCrossfade.Source, _ fadesIn: Bool, _ isEqualPower: Bool) throws
      -> Double
    {
      try Self.level(velocity: 30, key: 30, controllers: [(20, 30)]) {
        $0.crossfades = [
          .init(source: source, fadesIn: fadesIn, low: 20, high: 60, isEqualPower: isEqualPower)
        ]
      }
    }
    for source in [RegionCrossfade.Source.velocity, .key, .controller(20)] {
      // A quarter of the range.
      #expect(abs(try fade(source, true, true) - 10 * log10(0.25)) < 0.02)
      #expect(abs(try fade(source, true, false) - 20 * log10(0.25)) < 0.02)
      #expect(abs(try fade(source, false, true) - 10 * log10(0.75)) < 0.02)
    }
    let edge = RegionCrossfade(source: .key, fadesIn: false, low: 50, high: 50)
    #expect([49, 50, 51].map { edge.fraction(at: $0) } == [1, 1, 0])
  }

  @Test("Controllers modulate amplitude, level and generators, along curves")
  func modulations() throws {
    func move(_ target: RegionModulation.Target, _ amount: Float, _ curve: [Float] = []) throws
      -> Double
    {
      try Self.level(controllers: [(20, 64)]) {
        $0.modulations = [
          RegionModulation(
            source: .controller(20), target: target, amount: amount, curve: curve)
        ]
      }
    }
    let half = 64.0 / 127
    #expect(abs(try move(.amplitude, 1) - 20 * log10(half)) < 0.02)
    #expect(abs(try move(.gain, -120) + 12 * half) < 0.02)
    #expect(abs(try move(.generator(.initialAttenuation), 100) - -10 * half) < 0.02)
    let square = (0..<128).map { Float($0 * $0) / 16129 }
    #expect(abs(try move(.amplitude, 1, square) - 40 * log10(half)) < 0.02)
    #expect(abs(try move(.velocityTracking, 1)) < 0.02)
  }

  @Test("Seconds are added to envelope times")
  func seconds() throws {
    let bank = EnvelopeTests.constant {
      $0.generators[.volumeEnvelopeAttack] = EnvelopeTests.timecents(0.1)
      $0.extendedParameters = ExtendedParameters()
      $0.extendedParameters?.modulations = [
        RegionModulation(source: .velocity, target: .seconds(.volumeEnvelopeAttack), amount: 0.1)
      ]
    }
    let level = try EnvelopeTests.render(bank, frames: 9600)
    // 0.2 s in total: half after 0.1 s.
    #expect(abs(level[4800] - 0.5) < 0.002)
  }

  @Test("A delay shifts sample and envelope")
  func delay() throws {
    var ramp = (0..<4800).map { Int16($0) }
    ramp[0] = 0
    var region = Region(sample: 0)
    region.extendedParameters = ExtendedParameters()
    region.extendedParameters?.delaySeconds = 0.01
    let bank = TestBank.bank(samples: [(ramp, nil, 48_000, 60)], presets: [[region]])
    let events = [TimedEvent(frame: 0, event: .noteOn(channel: 0, key: 60, velocity: 127))]
    let audio = try Render(bank, events, frames: 2000, effects: false).left
    #expect(audio[..<480].allSatisfy { $0 == 0 })
    // After the attack of 1 ms.
    for frame in stride(from: 600, to: 2000, by: 100) {
      let expected = Double(frame - 480) / 32768 * 0.5.squareRoot()
      #expect(abs(Double(audio[frame]) - expected) < 2.0 / 32768, "\(frame)")
    }
  }

  @Test("Random modulation of level and start offset per note, within its range")
  func chance() throws {
    let bank = EnvelopeTests.constant {
      $0.extendedParameters = ExtendedParameters()
      $0.extendedParameters?.randomGainCentibels = 60
    }
    let events = (0..<40).flatMap {
      [
        TimedEvent(frame: $0 * 2000, event: .noteOn(channel: 0, key: 60, velocity: 127)),
        TimedEvent(frame: $0 * 2000 + 1000, event: .noteOff(channel: 0, key: 60)),
      ]
    }
    let audio = try Render(bank, events, frames: 80_000, effects: false).left
    let levels = (0..<40).map {
      EnvelopeTests.decibels(Double(audio[$0 * 2000 + 500]) / EnvelopeTests.full)
    }
    #expect(levels.allSatisfy { abs($0) <= 6.01 })
    // Uniform over ±6 dB: a standard deviation of 12/√12 = 3.46 dB.
    let mean = levels.reduce(0, +) / 40
    let spread = (levels.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 40).squareRoot()
    #expect(spread > 2.4 && spread < 4.5 && abs(mean) < 1.7, "\(mean) ± \(spread)")
  }

  @Test("A loop crossfade linearly mixes the loop's end with the frames before its start")
  func loopCrossfade() throws {
    // 1,000 frames of −0.25, then a loop of 1,000 frames of 0.25.
    let frames = (0..<2000).map { Int16($0 < 1000 ? -8192 : 8192) }
    var extendedParameters = ExtendedParameters()
    extendedParameters.loopCrossfadeSeconds = 500.0 / 48_000
    var region = Region(sample: 0, extendedParameters: extendedParameters)
    region.generators[.sampleModes] = 1
    let bank = TestBank.bank(
      samples: [(frames, 1000..<2000, 48_000, 60)], presets: [[region]])
    let note = TimedEvent(frame: 0, event: .noteOn(channel: 0, key: 60, velocity: 127))
    let audio = try Render(bank, [note], frames: 4000, effects: false)
    let full = Double(audio.left[1400])
    for (frame, share) in [(1450, 1.0), (1625, 0.5), (1750, 0), (1875, -0.5), (2400, 1), (2750, 0)]
    {
      #expect(abs(Double(audio.left[frame]) / full - share) < 0.01, "\(frame)")
    }
  }
}
