import Foundation
import PeachInstrumentModel
import PeachSynthesis
import SoundMeasurement
import Testing

/// SoundFont 2.04 §8.1.3 (generators 8 to 11), measured with sines through the entire engine.
@Suite("Low-pass filter")
struct FilterTests {
  static func cents(_ hertz: Double) -> Float { Float(1200 * log2(hertz / 8.17579891564371)) }

  /// Returns the response of a preset's filter at a frequency, in decibels.
  static func response(at frequency: Double, cutoff: Double, resonance: Double) throws -> Double {
    func level(_ bank: SoundBank) throws -> Double {
      let audio = try Render.note(bank, frequency: frequency, frames: 36_000)
      let sounding = frequency * 441 / 440
      return Level.amplitude(
        of: audio.left[12_000...], at: sounding, sampleRate: Render.rate)
    }
    let filtered = TestBank.tone {
      $0.generators[.initialFilterCutoff] = cents(cutoff)
      $0.generators[.initialFilterResonance] = Float(resonance * 10)
    }
    return try 20 * log10(level(filtered) / level(TestBank.tone()))
  }

  @Test(
    "The response is maximally flat: −3 dB at the cutoff, then −12 dB per octave",
    arguments: [100, 440, 2000])
  func cutoffAndSlope(cutoff: Double) throws {
    let hertz = cutoff * 440 / 441
    #expect(abs(try Self.response(at: hertz, cutoff: cutoff, resonance: 0) - -3.01) < 0.1)
    #expect(abs(try Self.response(at: hertz / 10, cutoff: cutoff, resonance: 0)) < 0.1)
    // The trapezoidal rule maps a frequency f to tan(πf/rate), which warps the slope near Nyquist.
    for multiple in [2.0, 4, 6] {
      let ratio =
        tan(.pi * cutoff * multiple / Render.rate) / tan(.pi * cutoff / Render.rate)
      let expected = -10 * log10(1 + pow(ratio, 4))
      let measured = try Self.response(at: hertz * multiple, cutoff: cutoff, resonance: 0)
      #expect(abs(measured - expected) < 0.1)
    }
  }

  @Test("The resonance peak is relative to the level at DC, which falls by half the resonance")
  func resonance() throws {
    for resonance in [6.0, 12, 24] {
      let low = try Self.response(at: 20, cutoff: 1000, resonance: resonance)
      #expect(abs(low - -resonance / 2) < 0.1)
      var peak = -100.0
      for frequency in stride(from: 900.0, through: 1010, by: 5) {
        peak = max(peak, try Self.response(at: frequency, cutoff: 1000, resonance: resonance))
      }
      #expect(abs(peak - low - resonance) < 0.1, "\(resonance) dB gave \(peak - low)")
    }
  }

  @Test("The filter is bypassed at its maximum cutoff without resonance")
  func open() throws {
    let bank = TestBank.tone()
    let plain = try Render.note(bank)
    let open = try Render.note(TestBank.tone { $0.generators[.initialFilterCutoff] = 13_500 })
    #expect(plain.left == open.left)
  }

  @Test("The output is bounded at all extremes of cutoff, resonance and modulation")
  func corners() throws {
    for cutoff in [1500, 4000, 9000, 13_500] as [Float] {
      for resonance in [0, 480, 960] as [Float] {
        for depth in [-12_000, 12_000] as [Float] {
          let bank = TestBank.tone {
            $0.generators[.initialFilterCutoff] = cutoff
            $0.generators[.initialFilterResonance] = resonance
            $0.generators[.modulationLFOToFilterCutoff] = depth
            $0.generators[.modulationLFOFrequency] = 4500
          }
          let audio = try Render.note(bank, frames: 24_000)
          #expect(audio.left.allSatisfy { $0.isFinite })
          // A resonance of 96 dB, half of which is compensated, amplifies by 48 dB at most.
          #expect(Level.peak(audio.left[...]) < 0.8 * Float(pow(10, Double(resonance) / 400)) * 2)
        }
      }
    }
  }

  /// Data entry controllers, and the resulting value.
  private static let entries: [(controllers: [[UInt8]], value: Double)] = [
    ([[38, 0]], 0), ([[6, 0]], 0), ([[6, 127], [38, 0]], 0), ([[38, 0], [6, 127]], 0),
    ([[38, 2], [97, 0], [97, 0]], 0), ([[38, 20], [96, 0]], 21), ([[6, 20], [96, 0]], 21),
  ]

  @Test(
    "NRPN 21 takes its value from controller 38, or from 6 if 38 is not sent",
    arguments: entries.indices)
  func filterParameter(index: Int) throws {
    let (entered, value) = Self.entries[index]
    let bank = TestBank.tone()
    func level(_ controllers: [[UInt8]]) throws -> Double {
      let events = controllers.map {
        TimedEvent(
          frame: 0, event: .controlChange(channel: 0, controller: $0[0], value: $0[1]))
      }
      let note = TimedEvent(frame: 0, event: .noteOn(channel: 0, key: 69, velocity: 127))
      let audio = try Render(bank, events + [note], frames: 36_000)
      return Level.amplitude(of: audio.left[12_000...], at: 441, sampleRate: Render.rate)
    }
    let measured = try 20 * log10(level([[99, 127], [98, 21]] + entered) / level([]))
    let cutoff = 8.17579891564371 * exp2((4335 + 7646 * value / 127) / 1200)
    let warped = tan(.pi * 441 / Render.rate) / tan(.pi * cutoff / Render.rate)
    #expect(abs(measured - -10 * log10(1 + pow(warped, 4))) < 0.1)
  }
}
