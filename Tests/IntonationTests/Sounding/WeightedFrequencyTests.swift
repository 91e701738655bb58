import Foundation
import Testing

@testable import PeachIntonation

/// Tones of 1.2 s whose instantaneous frequencies and levels are known. Windows of 100 ms are
/// cycles of their vibrato.
@Suite("Frequency weighted by power")
struct WeightedFrequencyTests {
  private static let sampleRate = 48_000.0

  /// Returns a tone of 750 Hz whose frequency deviates by 8 cos(20πt) Hz, and whose amplitude is
  /// 1 + `depth(t)` cos(20πt).
  private func tone(partials: Int = 1, depth: (Double) -> Double) -> [Float] {
    (0..<57_600).map { frame in
      let seconds = Double(frame) / Self.sampleRate
      let cycles = 750 * seconds + 8 / (20 * Double.pi) * sin(20 * .pi * seconds)
      let amplitude = 1 + depth(seconds) * cos(20 * .pi * seconds)
      return (1...partials).reduce(Float(0)) { sum, number in
        sum + Float(amplitude * sin(2 * .pi * Double(number) * cycles) / Double(number))
      }
    }
  }

  private func measured(_ tone: [Float]) -> WeightedFrequency {
    tone.withUnsafeBufferPointer {
      WeightedFrequency(of: $0, from: 0, hertz: 750, sampleRate: Self.sampleRate)
    }
  }

  @Test("A vibrato at a constant level does not shift the mean of its cycle", arguments: [1, 6])
  func constantLevel(partials: Int) throws {
    let frequency = measured(tone(partials: partials) { _ in 0 })
    #expect(abs(try #require(frequency.cents(from: 0.3))) < 0.05)
    #expect(frequency.variation(to: 1) < 0.1)
  }

  @Test(
    "A level that follows the frequency shifts it by d·m / (1 + m²/2), the mean of f·a² of a cycle",
    arguments: [0.2, 0.5, -0.5])
  func correlated(depth: Double) throws {
    let frequency = measured(tone(partials: 3) { $0 < 0.5 ? 0 : depth })
    let shift = 1200 * log2(1 + 8 * depth / (1 + depth * depth / 2) / 750)
    #expect(abs(try #require(frequency.cents(from: 0.1))) < 0.05)
    let later = try #require(frequency.cents(from: 0.7))
    #expect(abs(later / shift - 1) < 0.03, "\(later), \(shift)")
    // The mean of windows lies between both halves.
    let variation = frequency.variation(to: 1)
    #expect(variation > 0.4 * abs(shift) && variation < 0.7 * abs(shift))
  }

  @Test("Windows beyond the end, and silence, have no pitch")
  func nothing() {
    #expect(measured(tone { _ in 0 }).cents(from: 1.15) == nil)
    #expect(measured([Float](repeating: 0, count: 48_000)).cents(from: 0.1) == nil)
  }
}
