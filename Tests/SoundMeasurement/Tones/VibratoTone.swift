import Foundation
import TestEnvironment

/// A tone of 24 partials with a known contour: vibrato, a scoop at the onset, and drift. Its loop
/// is one cycle of vibrato and does not close.
package struct VibratoTone {
  package var hertz = 220.0
  package var sampleRate = 44_100.0
  package var seconds = 1.7
  /// The amplitude of the vibrato in cents, and its rate in hertz.
  package var vibrato = 15.0
  package var vibratoHertz = 5.2
  package var scoop = 25.0
  package var drift = 6.0
  /// The level of noise relative to the tone.
  package var noiseDecibels = -45.0
  /// The amplitude with which each partial's phase turns with the vibrato, in radians.
  package var turn = 0.0
  package var seed: UInt64 = 1

  package init(
    hertz: Double = 220, seconds: Double = 1.7, vibrato: Double = 15, vibratoHertz: Double = 5.2,
    scoop: Double = 25, drift: Double = 6, noiseDecibels: Double = -45, turn: Double = 0,
    seed: UInt64 = 1
  ) {
    self.hertz = hertz
    self.seconds = seconds
    self.vibrato = vibrato
    self.vibratoHertz = vibratoHertz
    self.scoop = scoop
    self.drift = drift
    self.noiseDecibels = noiseDecibels
    self.turn = turn
    self.seed = seed
  }

  /// Returns the frames and the loop.
  package func recording() -> (frames: [Float], loop: Range<Int>) {
    var random = RandomNumbers(seed: seed)
    let count = Int(seconds * sampleRate)
    var phases = [Double](repeating: 0, count: count)
    var phase = 0.0
    for index in 0..<count {
      let time = Double(index) / sampleRate
      phase += hertz * pow(2, contour(at: time) / 1200) / sampleRate
      phases[index] = phase
    }
    var sum = [Double](repeating: 0, count: count)
    for number in 1...24 where Double(number) * hertz < 0.4 * sampleRate {
      let (turnPhase, swellPhase, start) = (random.unit(), random.unit(), random.unit())
      for index in 0..<count {
        let cycles = vibratoHertz * Double(index) / sampleRate
        let own =
          turn == 0
          ? 0 : turn * sin(2 * .pi * (cycles + turnPhase).truncatingRemainder(dividingBy: 1))
        let swell =
          1 + 0.4 * sin(2 * .pi * (cycles + swellPhase).truncatingRemainder(dividingBy: 1))
        let angle = (Double(number) * phases[index] + start).truncatingRemainder(dividingBy: 1)
        sum[index] += swell * cos(2 * .pi * angle + own) / Double(number)
      }
    }
    var power = 0.0
    for index in 0..<count {
      sum[index] *= min(Double(index) / sampleRate / 0.04, 1)
      power += sum[index] * sum[index]
    }
    let noise = (power / Double(count)).squareRoot() * pow(10, noiseDecibels / 20)
    for index in 0..<count { sum[index] += noise * Self.normal(&random) }
    let peak = sum.reduce(0) { max($0, abs($1)) }
    let end = count - 40
    let periods = (hertz / vibratoHertz).rounded()
    let length = Int(periods * sampleRate / hertz)
    return (sum.map { Float($0 * 0.5 / peak) }, end - length..<end)
  }

  /// Returns the contour in cents.
  package func contour(at time: Double) -> Double {
    vibrato * sin(2 * .pi * vibratoHertz * time) * min(time / 0.3, 1) - scoop * exp(-time / 0.05)
      + drift * (time / seconds - 0.5)
  }

  /// Returns a normal deviate (Box and Muller 1958).
  private static func normal(_ random: inout RandomNumbers) -> Double {
    (-2 * log(1 - random.unit())).squareRoot() * cos(2 * .pi * random.unit())
  }
}
