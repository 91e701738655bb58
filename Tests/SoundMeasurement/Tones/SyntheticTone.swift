import Foundation
import TestEnvironment

/// A tone of known partials, hence of known pitch.
struct SyntheticTone {
  var sampleRate = 44_100.0
  /// f₀ of fₙ = n · f₀ · √(1 + B · n²), in hertz.
  var hertz = 220.0
  var inharmonicity = 0.0
  /// The amplitudes of the partials.
  var partials: [Double] = [1]
  /// The decay time of the first partial to 1/e; the n-th decays faster; 0 for no decay.
  var decaySeconds = 0.0
  /// The vibrato's depth in cents and rate in hertz.
  var vibrato = (cents: 0.0, hertz: 0.0)
  /// The level of white noise relative to the tone, in decibels.
  var noiseDecibels = -200.0
  var frameCount = 44_100
  /// The loop, in frames.
  var loop: Range<Int>?

  /// The frequency of the first partial.
  var fundamental: Double { hertz * (1 + inharmonicity).squareRoot() }

  /// Returns 16-bit frames with a peak of up to −6 dB.
  func frames(_ random: inout RandomNumbers) -> [Float] {
    var sum = [Double](repeating: 0, count: frameCount)
    sum.withUnsafeMutableBufferPointer { sum in
      for (index, amplitude) in partials.enumerated() where amplitude != 0 {
        add(index + 1, amplitude, phase: random.unit(), to: sum)
      }
    }
    var power = 0.0
    for value in sum { power += value * value }
    power /= Double(frameCount)
    let noise = (3 * power).squareRoot() * pow(10, noiseDecibels / 20)
    var largest = 1e-9
    for index in sum.indices {
      sum[index] += noise * (2 * random.unit() - 1)
      largest = max(largest, abs(sum[index]))
    }
    return sum.map { Float(($0 * 16_000 / largest).rounded() / 32_768) }
  }

  private func add(
    _ number: Int, _ amplitude: Double, phase: Double, to sum: UnsafeMutableBufferPointer<Double>
  ) {
    let n = Double(number)
    let frequency = n * hertz * (1 + inharmonicity * n * n).squareRoot()
    guard frequency < 0.45 * sampleRate else { return }
    let step = frequency / sampleRate
    let fall = decaySeconds > 0 ? exp(-(0.5 + 0.5 * n) / (decaySeconds * sampleRate)) : 1
    // The phase of a vibrato c·sin(w·t) in cents, to the first order in c.
    let depth = frequency * vibrato.cents * log(2) / 1200
    let modulationIndex = vibrato.cents == 0 ? 0 : depth / (2 * .pi * vibrato.hertz)
    var level = amplitude
    var index = 0
    while index < sum.count {
      var cycles = phase + step * Double(index)
      if modulationIndex != 0 {
        cycles -= modulationIndex * cos(2 * .pi * vibrato.hertz * Double(index) / sampleRate)
      }
      sum[index] += level * sin(2 * .pi * (cycles - cycles.rounded(.down)))
      level *= fall
      index += 1
    }
  }
}
