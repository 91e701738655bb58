import Foundation
import PeachInstrumentModel
import PeachSynthesis
import SoundMeasurement
import Testing

/// SoundFont 2.04 §8.1.2 (8, 9) and §9.1.3: the low-pass filter, by its impulse response.
@Suite("Low-pass filter")
struct CutoffTests {
  static func impulse(cutoff: Double, resonance: Int16 = 0, seconds: Double) throws -> Audio {
    try Probe(
      .impulse(second: 0.005),
      [.initialFilterCutoff: absoluteCents(cutoff), .initialFilterResonance: resonance]
    ).note(seconds: seconds)
  }

  // Proves generator 8: SF2.04 §8.1.2, §9.1.3; 0.5 dB at the cutoff, 12 dB per octave to 0.5 dB
  @Test(
    "3 dB down at its cutoff, 12 dB an octave above", arguments: [20, 50, 100, 440, 2000, 8000])
  func cutoff(hertz: Double) throws {
    let audio = try Self.impulse(cutoff: hertz, seconds: hertz < 100 ? 0.25 : 0.05)
    func response(_ frequency: Double) -> Double { audio.response(at: frequency, impulseAt: 0.005) }
    #expect(abs(response(hertz / 10)) < 0.1)
    #expect(abs(response(hertz) - -3.01) < 0.5)
    // Far below Nyquist; near it the bilinear transform warps frequencies.
    if hertz <= 440 {
      let slope = response(hertz * 8) - response(hertz * 4)
      #expect(abs(slope - -12.04) < 0.5)
    }
  }

  // Proves generator 8: SF2.04 §8.1.2; 0.5 dB
  @Test("Cutoff matches generator 8 up to 19 kHz; from 20 kHz the filter is bypassed")
  func highest() throws {
    for hertz in [12_000.0, 16_000, 19_000] {
      let audio = try Self.impulse(cutoff: hertz, seconds: 0.02)
      #expect(abs(audio.response(at: hertz, impulseAt: 0.005) - -3.01) < 0.5)
    }
    let open = try Probe(.tone, [.initialFilterCutoff: 13_500]).note(seconds: 0.05)
    #expect(try open == Probe(.tone).note(seconds: 0.05))
  }

  // Proves generator 9: SF2.04 §8.1.2; 0.5 dB, the gain at 0 Hz to 0.1 dB
  @Test(
    "Resonance peaks above the gain at 0 Hz, which is reduced by half of it",
    arguments: [(1000, 30), (1000, 60), (200, 120), (5000, 120), (1000, 240)])
  func resonance(hertz: Double, centibels: Int16) throws {
    let audio = try Self.impulse(cutoff: hertz, resonance: centibels, seconds: 0.15)
    func response(_ frequency: Double) -> Double { audio.response(at: frequency, impulseAt: 0.005) }
    let decibels = Double(centibels) / 10
    let low = response(hertz / 50)
    #expect(abs(low - -decibels / 2) < 0.1)
    let peak = stride(from: 0.6, through: 1.02, by: 0.01).map { response(hertz * $0) }.max()
    #expect(abs(try #require(peak) - low - decibels) < 0.5)
  }

  // Proves sweep zipper: SF2.04 §9.1.3; sidebands below −100 dB
  @Test("A cutoff sweep over five octaves adds no distortion")
  func sweep() throws {
    let audio = try Probe(
      .tone,
      [
        .initialFilterCutoff: absoluteCents(500), .initialFilterResonance: 120,
        .modulationLFOToFilterCutoff: 6000, .modulationLFOFrequency: absoluteCents(1),
      ]
    ).note(seconds: 0.25)
    let steady = audio.left[960...]
    func level(_ hertz: Double) -> Double {
      decibels(Level.amplitude(of: steady, at: hertz, sampleRate: audio.rate))
    }
    let tone = level(1000)
    // Steps every 64 frames would add sidebands at multiples of 750 Hz.
    for hertz in [4000.0, 4750, 6250, 8500, 10_000, 13_000, 17_500] {
      #expect(level(hertz) - tone < -100, "\(hertz) Hz: \(level(hertz) - tone) dB")
    }
  }

  // Proves sweep stability: SF2.04 §9.1.3; bounded at all extremes
  @Test(
    "The filter is bounded at all extremes, modulated at any rate",
    arguments: [1500, 13_499], [0, 960])
  func corners(cutoff: Int16, resonance: Int16) throws {
    for depth in [-12_000, 12_000] as [Int16] {
      let audio = try Probe(
        .tone,
        [
          .initialFilterCutoff: cutoff, .initialFilterResonance: resonance,
          .modulationLFOToFilterCutoff: depth, .modulationLFOFrequency: 4500,
        ]
      ).note(seconds: 0.2)
      // The peak is Q above the gain at 0 Hz, which is −Q/2; the tone is at half of full scale.
      let bound = 0.5 * 0.5.squareRoot() * pow(10, Double(resonance) / 400) * 2
      #expect(audio.left.allSatisfy { $0.isFinite && Double(abs($0)) < bound })
    }
  }
}
