import Foundation
import PeachInstrumentModel
import PeachSynthesis
import SoundMeasurement
import Testing

/// SoundFont 2.04 §8.1.3 (generators 25 to 40) and §9.1.7, measured with a sample of constant
/// level, whose rendering is the envelope itself.
@Suite("Envelopes")
struct EnvelopeTests {
  /// The output level at full envelope: half of full scale, panned to the center at equal power.
  static let full = 0.5 * 0.5.squareRoot()

  /// Returns a preset that plays a constant level until note-off.
  static func constant(_ change: (inout Region) -> Void) -> SoundBank {
    var region = Region(sample: 0)
    region.generators[.sampleModes] = 1
    change(&region)
    return TestBank.bank(
      samples: [([Int16](repeating: 16384, count: 200), 0..<200, 48_000, 60)],
      presets: [[region]])
  }

  static func timecents(_ seconds: Double) -> Float { Float(1200 * log2(seconds)) }

  static func render(
    _ bank: SoundBank, key: UInt8 = 60, frames: Int, release: Int? = nil
  ) throws -> [Double] {
    var events = [TimedEvent(frame: 0, event: .noteOn(channel: 0, key: key, velocity: 127))]
    if let release {
      events.append(TimedEvent(frame: release, event: .noteOff(channel: 0, key: key)))
    }
    return try Render(bank, events, frames: frames).left.map { Double($0) / full }
  }

  static func decibels(_ value: Double) -> Double { 20 * log10(max(value, 1e-12)) }

  @Test("Delay is silent, attack is linear, hold is constant; durations match the generators")
  func delayAttackHold() throws {
    let bank = Self.constant {
      $0.generators[.volumeEnvelopeDelay] = Self.timecents(0.1)
      $0.generators[.volumeEnvelopeAttack] = Self.timecents(0.2)
      $0.generators[.volumeEnvelopeHold] = Self.timecents(0.15)
      $0.generators[.volumeEnvelopeDecay] = Self.timecents(1)
      $0.generators[.volumeEnvelopeSustain] = 1440
    }
    let level = try Self.render(bank, frames: 48_000)
    #expect(level[..<4800].allSatisfy { $0 == 0 })
    for frame in stride(from: 4900, to: 14_400, by: 100) {
      #expect(abs(level[frame] - Double(frame - 4800) / 9600) < 0.002)
    }
    #expect(level[14_400..<21_600].allSatisfy { abs($0 - 1) < 0.001 })
    // Then 100 dB per second.
    for frame in stride(from: 21_700, to: 46_000, by: 100) {
      let expected = -100 * Double(frame - 21_600) / 48_000
      #expect(abs(Self.decibels(level[frame]) - expected) < 0.1)
    }
  }

  @Test(
    "The decay time is for 100 dB, and the decay stops at the sustain level",
    arguments: [0.05, 0.5, 4])
  func decay(seconds: Double) throws {
    let bank = Self.constant {
      $0.generators[.volumeEnvelopeDecay] = Self.timecents(seconds)
      $0.generators[.volumeEnvelopeSustain] = 240
    }
    let level = try Self.render(bank, frames: 72_000)
    let fall = 0.24 * seconds * 48_000
    for fraction in [0.25, 0.5, 0.75] {
      let frame = 47 + Int(fall * fraction)
      #expect(abs(Self.decibels(level[frame]) - -24 * fraction) < 0.1)
    }
    for frame in stride(from: Int(fall) + 100, to: 72_000, by: 500) {
      #expect(abs(Self.decibels(level[frame]) - -24) < 0.1)
    }
  }

  @Test("The release time is for 100 dB, and starts at the present level, even in the attack")
  func release() throws {
    let bank = Self.constant {
      $0.generators[.volumeEnvelopeAttack] = Self.timecents(0.5)
      $0.generators[.volumeEnvelopeRelease] = Self.timecents(0.8)
    }
    for noteOff in [12_000, 30_000] {
      let level = try Self.render(bank, frames: 96_000, release: noteOff)
      let start = Self.decibels(min(Double(noteOff) / 24_000, 1))
      for elapsed in stride(from: 100, to: 30_000, by: 700) {
        let expected = start - 100 * Double(elapsed) / (0.8 * 48_000)
        if expected < -95 { break }
        #expect(abs(Self.decibels(level[noteOff + elapsed]) - expected) < 0.1)
      }
      // Then the voice ends.
      #expect(level[(noteOff + 38_400)...].allSatisfy { $0 == 0 })
    }
  }

  @Test("Hold and decay scale by their timecents per key below 60")
  func keyScaling() throws {
    let bank = Self.constant {
      $0.generators[.volumeEnvelopeHold] = Self.timecents(0.1)
      $0.generators[.keyToVolumeEnvelopeHold] = 100
      $0.generators[.volumeEnvelopeDecay] = Self.timecents(0.25)
      $0.generators[.keyToVolumeEnvelopeDecay] = 50
      $0.generators[.volumeEnvelopeSustain] = 1000
      $0.generators[.scaleTuning] = 0
    }
    for key in [36, 48, 60, 72] as [UInt8] {
      let below = 60 - Double(key)
      let hold = 0.1 * exp2(100 * below / 1200) * 48_000
      let decay = 0.25 * exp2(50 * below / 1200) * 48_000
      let level = try Self.render(bank, key: key, frames: 48_000)
      #expect(abs(Self.decibels(level[47 + Int(hold) - 40])) < 0.1)
      let frame = 47 + Int(hold) + Int(decay * 0.4)
      #expect(abs(Self.decibels(level[frame]) - -40) < 0.3, "key \(key)")
    }
  }

  @Test("The modulation envelope modulates pitch: convex attack, linear decay, sustain")
  func modulationEnvelope() throws {
    // The pitch is measured between rising zero crossings of a sine.
    var bank = TestBank.tone {
      $0.generators[.modulationEnvelopeAttack] = Self.timecents(1)
      $0.generators[.modulationEnvelopeDecay] = Self.timecents(2)
      $0.generators[.modulationEnvelopeSustain] = 500
      $0.generators[.modulationEnvelopeToPitch] = 1200
    }
    bank.samples[0].correctionCents = -TestBank.toneCents
    let audio = try Render.note(bank, frames: 144_000)
    func cents(at second: Double) -> Double {
      let frame = Int(second * 48_000)
      return PitchTrace.cents(audio.left, at: frame, above: 440, sampleRate: 48_000)
    }
    // §9.5.3's convex curve over 96 dB: 1 + 2·20·log10(x)/96; 0.8746 at one half.
    for x in [0.1, 0.25, 0.5, 0.75, 0.95] {
      let expected = 1200 * (1 + 40 * log10(x) / 96)
      #expect(abs(cents(at: x) - expected) < 12, "at \(x)")
    }
    #expect(abs(cents(at: 1.5) - 900) < 8)
    #expect(abs(cents(at: 2.5) - 600) < 2)
  }
}
