import Foundation
import SoundMeasurement

/// What a probe sounds like, and how to measure it.
struct Audio: Equatable {
  var left: [Float]
  var right: [Float]
  var rate: Double

  /// The gain on the ``Probe/Recording/level`` at a frame: both sides' power together, 1 for full.
  func gain(_ frame: Int) -> Double {
    let (left, right) = (Double(left[frame]), Double(right[frame]))
    return 2 * (left * left + right * right).squareRoot()
  }

  /// The same in decibels at a second.
  func level(at second: Double) -> Double { decibels(gain(Int(second * rate))) }

  /// When the gain first rises to a value, or falls to it; from a second on.
  func second(rising value: Double, from start: Double = 0) -> Double? {
    (Int(start * rate)..<left.count).first { gain($0) >= value }.map { Double($0) / rate }
  }

  func second(falling value: Double, from start: Double = 0) -> Double? {
    (Int(start * rate)..<left.count).first { gain($0) <= value }.map { Double($0) / rate }
  }

  /// The pitch of the ``Probe/Recording/tone``, in cents above key 60, for the whole of the audio
  /// but its first 10 ms.
  func cents(near guess: Double) -> Double {
    let expected = 1000 * exp2(guess / 1200)
    let steady = left[Int(0.01 * rate)...]
    return guess + PitchMeter.cents(of: steady, above: expected, sampleRate: rate)
  }

  /// How far the tone is from a pitch that moves along `curve`, cents above key 60 by seconds: the
  /// difference of the mean frequencies between two seconds, in cents.
  ///
  /// A mean, because the engine moves pitches in steps of 64 frames, which are right on the whole.
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

  /// Where the tone rises through zero, in frames.
  private var zeroCrossings: [Double] {
    var zeros: [Double] = []
    for index in 1..<left.count where left[index - 1] < 0 && left[index] >= 0 {
      let (below, above) = (Double(left[index - 1]), Double(left[index]))
      zeros.append(Double(index - 1) - below / (above - below))
    }
    return zeros
  }

  /// The moving pitch of the tone: cents above key 60, once for each period, and when.
  var pitches: [(second: Double, cents: Double)] {
    let zeros = zeroCrossings
    return zip(zeros, zeros.dropFirst()).map { from, to in
      ((from + to) / 2 / rate, 1200 * log2(rate / (to - from) / 1000))
    }
  }

  /// The moving pitch at one second, between the two nearest measurements.
  func cents(at second: Double) -> Double {
    let all = pitches
    guard let next = all.firstIndex(where: { $0.second >= second }), next > 0 else { return .nan }
    let (from, to) = (all[next - 1], all[next])
    let share = (second - from.second) / (to.second - from.second)
    return from.cents + share * (to.cents - from.cents)
  }

  /// What a filter does to a frequency, in decibels: the spectrum of what the impulse at `second`
  /// became, over that of the impulse.
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
