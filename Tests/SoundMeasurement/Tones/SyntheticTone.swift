import Foundation
package import TestEnvironment

/// A tone of known partials, hence of known pitch.
package struct SyntheticTone {
  package var sampleRate = 44_100.0
  /// f₀ of fₙ = n · f₀ · √(1 + B · n²), in hertz.
  package var hertz = 220.0
  package var inharmonicity = 0.0
  /// The amplitudes of the partials.
  package var partials: [Double] = [1]
  /// The decay time of the first partial to 1/e; the n-th decays faster; 0 for no decay.
  package var decaySeconds = 0.0
  /// The vibrato's depth in cents and rate in hertz.
  package var vibrato = (cents: 0.0, hertz: 0.0)
  /// The level of white noise relative to the tone, in decibels.
  package var noiseDecibels = -200.0
  package var frameCount = 44_100
  /// The loop, in frames.
  package var loop: Range<Int>?

  package init(
    sampleRate: Double = 44_100, hertz: Double = 220, inharmonicity: Double = 0,
    partials: [Double] = [1], decaySeconds: Double = 0,
    vibrato: (cents: Double, hertz: Double) = (0, 0), noiseDecibels: Double = -200,
    frameCount: Int = 44_100, loop: Range<Int>? = nil
  ) {
    self.sampleRate = sampleRate
    self.hertz = hertz
    self.inharmonicity = inharmonicity
    self.partials = partials
    self.decaySeconds = decaySeconds
    self.vibrato = vibrato
    self.noiseDecibels = noiseDecibels
    self.frameCount = frameCount
    self.loop = loop
  }

  /// The frequency of the first partial.
  package var fundamental: Double { hertz * (1 + inharmonicity).squareRoot() }

  /// Returns 16-bit frames with a peak of up to −6 dB.
  package func frames(_ random: inout RandomNumbers) -> [Float] {
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
