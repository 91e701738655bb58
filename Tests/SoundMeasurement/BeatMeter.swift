import Foundation

/// Measures the beats of two partials that are less than 8 Hz apart.
///
/// The sound is demodulated at the expected frequency and low-pass filtered. Two complex
/// exponentials are fitted to the result by least squares, one frequency at a time. Shares no code
/// with the engine.
public struct BeatMeter {
  private let values: [(real: Double, imaginary: Double)]
  private let times: [Double]

  /// Demodulates a sound around a frequency in hertz.
  public init(_ audio: ArraySlice<Float>, near hertz: Double, sampleRate: Double) {
    // A Hann window of an eighth of a second has its first zero at 16 Hz.
    let width = Int(sampleRate / 8)
    let window = (0..<width).map { HannWindow.value(at: $0, of: width) }
    let step = Int(sampleRate / 100)
    let frames = Array(audio)
    let mixed = frames.indices.map { index -> (Double, Double) in
      let phase = 2 * Double.pi * (hertz * Double(index) / sampleRate).remainder(dividingBy: 1)
      return (Double(frames[index]) * cos(phase), -Double(frames[index]) * sin(phase))
    }
    var (values, times): ([(real: Double, imaginary: Double)], [Double]) = ([], [])
    for start in stride(from: 0, through: frames.count - width, by: step) {
      var (real, imaginary) = (0.0, 0.0)
      for index in 0..<width {
        real += window[index] * mixed[start + index].0
        imaginary += window[index] * mixed[start + index].1
      }
      values.append((real, imaginary))
      times.append(Double(start) / sampleRate)
    }
    (self.values, self.times) = (values, times)
  }

  /// Returns the frequency of the second partial minus that of the first, in hertz. `guess` is
  /// within half a hertz of it, and the first is within half a hertz of the expected frequency.
  /// Either may be the weaker one, which is found only beside the stronger. Both decay alike.
  public func difference(near guess: Double) -> Double {
    let found = [true, false].map { beginsWithFirst in
      var (first, second, decay) = (0.0, guess, 0.0)
      if beginsWithFirst {
        first = best(around: 0, within: 0.5) { error($0, $0) }
      } else {
        second = best(around: guess, within: 1) { error($0, $0) }
        first = best(around: 0, within: 0.5) { error($0, second) }
      }
      for _ in 0..<4 {
        second = best(around: guess, within: 1) { error(first, $0, decay) }
        first = best(around: 0, within: 0.5) { error($0, second, decay) }
        decay = best(around: 0, within: 2) { error(first, second, $0) }
      }
      return (difference: second - first, error: error(first, second, decay))
    }
    return (found[0].error < found[1].error ? found[0] : found[1]).difference
  }

  /// Returns the difference of at most `limit` hertz, up to 14. The first partial has exactly the
  /// expected frequency.
  public func difference(upTo limit: Double) -> Double {
    best(around: 0, within: limit) { error(0, $0) }
  }

  /// The power of the sound beside a component of constant level at the expected frequency, from 0
  /// through 1: what beats is not constant.
  public var beating: Double { error(0, 0) }

  /// Returns the value with the least error, by ever finer steps.
  private func best(
    around guess: Double, within limit: Double, _ error: (Double) -> Double
  ) -> Double {
    var (best, reach, step) = (guess, limit, 0.02)
    while step > 1e-4 {
      best =
        stride(from: best - reach, through: best + reach, by: step)
        .filter { abs($0 - guess) <= limit }
        .min { error($0) < error($1) } ?? best
      (reach, step) = (2 * step, step / 5)
    }
    return best
  }

  /// Returns the part of the power that two exponentials leave, from the normal equations of their
  /// amplitudes. A decay, in nepers per second, is removed before.
  private func error(_ first: Double, _ second: Double, _ decay: Double = 0) -> Double {
    var total = 0.0
    var (a, b, cross) = ((0.0, 0.0), (0.0, 0.0), (0.0, 0.0))
    for (found, time) in zip(values, times) {
      let gain = decay == 0 ? 1 : exp(decay * time)
      let value = (real: found.real * gain, imaginary: found.imaginary * gain)
      total += value.real * value.real + value.imaginary * value.imaginary
      let (p, q) = (2 * Double.pi * first * time, 2 * Double.pi * second * time)
      let (cp, sp, cq, sq) = (cos(p), sin(p), cos(q), sin(q))
      a.0 += value.real * cp + value.imaginary * sp
      a.1 += value.imaginary * cp - value.real * sp
      b.0 += value.real * cq + value.imaginary * sq
      b.1 += value.imaginary * cq - value.real * sq
      cross.0 += cp * cq + sp * sq
      cross.1 += sq * cp - cq * sp
    }
    let count = Double(values.count)
    // |x|² of the Gram matrix [n, c; c̄, n].
    let determinant = count * count - cross.0 * cross.0 - cross.1 * cross.1
    guard determinant > 1e-6 * count * count else {
      return 1 - (a.0 * a.0 + a.1 * a.1) / count / total
    }
    let powers = a.0 * a.0 + a.1 * a.1 + b.0 * b.0 + b.1 * b.1
    // Re(ā · c · b), where c is the inner product of both exponentials.
    let real = a.0 * b.0 + a.1 * b.1
    let imaginary = a.0 * b.1 - a.1 * b.0
    let mixed = real * cross.0 - imaginary * cross.1
    return 1 - (count * powers - 2 * mixed) / determinant / total
  }
}
