import Foundation
import PeachInstrumentModel
import PeachSynthesis
import SoundMeasurement
import Testing

/// Filters other than SoundFont's, measured with sines through the entire engine and compared with
/// their analog prototypes, whose frequencies the trapezoidal rule maps by the tangent.
@Suite("Filter types")
struct RegionFilterTests {
  private static func bank(
    _ filter: RegionFilter?, cutoff: Double, resonance: Double = 0, depth: Float = 0
  ) -> SoundBank {
    TestBank.tone {
      $0.extendedParameters = ExtendedParameters()
      guard let filter else { return }
      $0.extendedParameters?.filter = filter
      $0.generators[.initialFilterCutoff] = FilterTests.cents(cutoff)
      $0.generators[.initialFilterResonance] = Float(resonance * 10)
      $0.generators[.modulationLFOToFilterCutoff] = depth
    }
  }

  private static func level(_ bank: SoundBank, at frequency: Double) throws -> Double {
    let audio = try Render.note(bank, frequency: frequency, frames: 36_000)
    return Level.amplitude(
      of: audio.left[12_000...], at: frequency * 441 / 440, sampleRate: Render.rate)
  }

  /// Returns the prototype's level at `w` times its cutoff; `k` is its damping. A Butterworth
  /// filter of order 2n is 1 / √(1 + w⁴ⁿ); the minimum k of its factors (1 − w²)² + k²w² is 2
  /// sin(π/4n).
  private static func prototype(_ filter: RegionFilter, _ w: Double, _ k: Double) -> Double {
    func section(_ k: Double) -> Double {
      ((1 - w * w) * (1 - w * w) + k * k * w * w).squareRoot()
    }
    func butterworth(_ sections: Double) -> Double {
      let minDamping = 2 * sin(.pi / (4 * sections))
      return (1 + pow(w, 4 * sections)).squareRoot() / section(minDamping)
        * section(minDamping * k / 2.0.squareRoot())
    }
    let denominator = section(k)
    return switch filter {
    case .lowPass: 1 / denominator
    case .lowPass1Pole: 1 / (1 + w * w).squareRoot()
    case .highPass: w * w / denominator
    case .highPass1Pole: w / (1 + w * w).squareRoot()
    case .bandPass: k * w / denominator
    case .bandReject: abs(1 - w * w) / denominator
    case .lowPass4Pole: 1 / butterworth(2)
    case .lowPass6Pole: 1 / butterworth(3)
    case .highPass4Pole: pow(w, 4) / butterworth(2)
    case .highPass6Pole: pow(w, 6) / butterworth(3)
    }
  }

  @Test("The response of each filter matches its prototype", arguments: RegionFilter.allCases)
  func response(filter: RegionFilter) throws {
    // 12 dB above the level at DC: P = Q²/√(Q² − ¼), solved for Q²; the damping is 1/Q.
    let peak = pow(10, 12.0 / 20)
    let quality = ((peak * peak + peak * (peak * peak - 1).squareRoot()) / 2).squareRoot()
    for (resonance, damping) in [(0.0, 2.0.squareRoot()), (12, 1 / quality)] {
      if filter.isOnePole && resonance > 0 { continue }
      for cutoff in [200.0, 1000, 5000] {
        for multiple in [0.25, 0.5, 0.8, 1.5, 3] {
          let frequency = cutoff * multiple
          let w =
            tan(.pi * frequency * 441 / 440 / Render.rate) / tan(.pi * cutoff / Render.rate)
          let unfiltered = try Self.level(Self.bank(nil, cutoff: cutoff), at: frequency)
          let filtered = try Self.level(
            Self.bank(filter, cutoff: cutoff, resonance: resonance), at: frequency)
          let decibels = 20 * log10(filtered / unfiltered)
          // SoundFont compensates half of the resonance (§8.1.3, generator 9).
          let expected = 20 * log10(Self.prototype(filter, w, damping)) - resonance / 2
          #expect(
            abs(decibels - expected) < 0.1,
            "\(cutoff) · \(multiple): \(decibels), \(expected)")
        }
      }
    }
  }

  @Test(
    "A modulated filter is finite and does not depend on the block size",
    arguments: RegionFilter.allCases)
  func blocks(filter: RegionFilter) throws {
    let bank = Self.bank(filter, cutoff: 800, resonance: 20, depth: 6000)
    let events = [
      TimedEvent(frame: 3, event: .noteOn(channel: 0, key: 60, velocity: 100)),
      TimedEvent(frame: 5000, event: .controlChange(channel: 0, controller: 74, value: 20)),
      TimedEvent(frame: 9001, event: .noteOff(channel: 0, key: 60)),
    ]
    let whole = try Render(bank, events, frames: 12_000, blocks: [4096])
    let parts = try Render(bank, events, frames: 12_000, blocks: [1, 17, 64, 300])
    #expect(whole.left == parts.left && whole.right == parts.right)
    #expect(whole.left.allSatisfy { $0.isFinite } && whole.left.contains { abs($0) > 0.01 })
  }
}
