import Foundation
import SoundMeasurement

/// The rendered output of a probe, and measurements of it.
struct Audio: Equatable {
  var left: [Float]
  var right: [Float]
  var rate: Double

  /// Returns the gain on ``Probe/Recording/level`` at a frame: the power of both channels, 1 for
  /// full.
  func gain(_ frame: Int) -> Double {
    let (left, right) = (Double(left[frame]), Double(right[frame]))
    return 2 * (left * left + right * right).squareRoot()
  }

  /// Returns the gain in decibels at `second`.
  func level(at second: Double) -> Double { decibels(gain(Int(second * rate))) }

  /// Returns the first time from `start` at which the gain rises or falls to a value.
  func second(rising value: Double, from start: Double = 0) -> Double? {
    (Int(start * rate)..<left.count).first { gain($0) >= value }.map { Double($0) / rate }
  }

  func second(falling value: Double, from start: Double = 0) -> Double? {
    (Int(start * rate)..<left.count).first { gain($0) <= value }.map { Double($0) / rate }
  }

  /// Returns the pitch of ``Probe/Recording/tone`` in cents above key 60, without the first 10 ms.
  func cents(near guess: Double) -> Double {
    let expected = 1000 * exp2(guess / 1200)
    let steady = left[Int(0.01 * rate)...]
    return guess + PitchMeter.cents(of: steady, above: expected, sampleRate: rate)
  }

  /// Returns the difference between the mean pitch and the mean of `curve` (cents above key 60 by
  /// seconds) from one second to another, in cents.
  ///
  /// The mean, because the engine updates pitch every 64 frames.
  func deviation(
    from start: Double, to end: Double, curve: (_ second: Double) -> Double
  ) -> Double {
    let crossings = zeroCrossings.map { $0 / rate }.filter { $0 >= start && $0 <= end }
    guard let first = crossings.first, let last = crossings.last, crossings.count > 5 else {
      return .nan
    }
    let steps = 1000
    var sum = 0.0
    for step in 0..<steps {
      let second = first + (last - first) * (Double(step) + 0.5) / Double(steps)
      sum += exp2(curve(second) / 1200)
    }
    let measured = Double(crossings.count - 1) / (last - first)
    return 1200 * log2(measured / (1000 * sum / Double(steps)))
  }

  /// The rising zero crossings of the tone, in frames.
  private var zeroCrossings: [Double] {
    var zeros: [Double] = []
    for index in 1..<left.count where left[index - 1] < 0 && left[index] >= 0 {
      let (below, above) = (Double(left[index - 1]), Double(left[index]))
      zeros.append(Double(index - 1) - below / (above - below))
    }
    return zeros
  }

  /// The pitch of each period in cents above key 60, with its time.
  var pitches: [(second: Double, cents: Double)] {
    let zeros = zeroCrossings
    return zip(zeros, zeros.dropFirst()).map { from, to in
      ((from + to) / 2 / rate, 1200 * log2(rate / (to - from) / 1000))
    }
  }

  /// Returns the pitch at `second`, interpolated between periods.
  func cents(at second: Double) -> Double {
    let all = pitches
    guard let next = all.firstIndex(where: { $0.second >= second }), next > 0 else { return .nan }
    let (from, to) = (all[next - 1], all[next])
    let share = (second - from.second) / (to.second - from.second)
    return from.cents + share * (to.cents - from.cents)
  }

  /// Returns a filter's gain at a frequency, in decibels: the spectrum of its response to the
  /// impulse at `second`, relative to the impulse.
  func response(at hertz: Double, impulseAt second: Double) -> Double {
    let turn = 2 * Double.pi * hertz / rate
    let (rotationCosine, rotationSine) = (cos(turn), sin(turn))
    var (cosine, sine, real, imaginary) = (1.0, 0.0, 0.0, 0.0)
    left.withUnsafeBufferPointer { left in
      var index = Int(second * rate)
      while index < left.count {
        real += Double(left[index]) * cosine
        imaginary += Double(left[index]) * sine
        (cosine, sine) = (
          cosine * rotationCosine - sine * rotationSine,
          sine * rotationCosine + cosine * rotationSine
        )
        index += 1
      }
    }
    return decibels((real * real + imaginary * imaginary).squareRoot() / (0.5 * 0.5.squareRoot()))
  }
}
