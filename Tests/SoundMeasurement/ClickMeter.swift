import Foundation

/// Detects clicks in a tone of few partials, as the residual without the partials.
///
/// For a sine, x[n+1] − 2·cos(w)·x[n] + x[n−1] is 0 at any phase and level; one such filter per
/// partial removes the tone. A step or an impulse of height h has a residual of h at its first
/// frame.
public enum ClickMeter {
  /// Returns the peak residual in decibels relative to the audio's peak; −∞ for none. `frequency`
  /// is that of the first partial.
  public static func decibels(
    of audio: ArraySlice<Float>, frequency: Double, partials: Int, sampleRate: Double
  ) -> Double {
    var rest = audio.map { Double($0) }
    let peak = rest.reduce(0) { max($0, abs($1)) }
    for partial in 1...partials {
      let factor = 2 * cos(2 * Double.pi * frequency * Double(partial) / sampleRate)
      var index = rest.count - 1
      while index >= 2 {
        rest[index] += rest[index - 2] - factor * rest[index - 1]
        index -= 1
      }
      rest.removeFirst(2)
    }
    return 20 * log10(rest.reduce(0) { max($0, abs($1)) } / peak)
  }

  /// Returns the peak residual of a tone of constant pitch in decibels relative to the audio's
  /// peak, with its partials fitted and subtracted in windows of eight periods.
  ///
  /// Unlike the filters of the other measure it does not amplify interpolation errors at high
  /// frequencies, so it suits renderings. The residual of a step is its height.
  public static func restDecibels(
    of audio: ArraySlice<Float>, frequency: Double, partials: Int, sampleRate: Double
  ) -> Double {
    let values = audio.map { Double($0) }
    let count = max(512, Int(8 * sampleRate / frequency))
    let basis = orthonormal(
      (1...partials).flatMap { partial in
        let step = 2 * Double.pi * frequency * Double(partial) / sampleRate
        return [
          (0..<count).map { sin(step * Double($0)) }, (0..<count).map { cos(step * Double($0)) },
        ]
      })
    var largest = 0.0
    for start in stride(from: 0, through: values.count - count, by: count / 2) {
      var rest = Array(values[start..<start + count])
      for vector in basis { subtract(vector, from: &rest) }
      largest = rest.reduce(largest) { max($0, abs($1)) }
    }
    return 20 * log10(largest / values.reduce(0) { max($0, abs($1)) })
  }

  /// The length of the windows of ``highPeaks(of:sampleRate:)``.
  public static let peakSeconds = 0.005

  /// Returns the peak of the fourth difference in successive windows: at 48 kHz, a high-pass filter
  /// of 24 dB per octave that amplifies above 8 kHz, where instruments have little power.
  public static func highPeaks(of audio: ArraySlice<Float>, sampleRate: Double) -> [Double] {
    let values = audio.map { Double($0) }
    let size = Int(peakSeconds * sampleRate)
    return stride(from: 0, to: values.count - size - 4, by: size).map { start in
      var peak = 0.0
      for index in start..<start + size {
        let middle = values[index + 2]
        let (near, far) = (
          values[index + 1] + values[index + 3], values[index] + values[index + 4]
        )
        peak = max(peak, abs(far - 4 * near + 6 * middle))
      }
      return peak
    }
  }

  /// Twice, to remove rounding errors.
  private static func orthonormal(_ vectors: [[Double]]) -> [[Double]] {
    var basis: [[Double]] = []
    for var vector in vectors {
      for _ in 0..<2 { for known in basis { subtract(known, from: &vector) } }
      let length = vector.reduce(0) { $0 + $1 * $1 }.squareRoot()
      basis.append(vector.map { $0 / length })
    }
    return basis
  }

  /// Subtracts the projection of `vector` on a unit vector.
  private static func subtract(_ unit: [Double], from vector: inout [Double]) {
    unit.withUnsafeBufferPointer { unit in
      vector.withUnsafeMutableBufferPointer { vector in
        var product = 0.0
        var index = 0
        while index < unit.count {
          product += unit[index] * vector[index]
          index += 1
        }
        index = 0
        while index < unit.count {
          vector[index] -= product * unit[index]
          index += 1
        }
      }
    }
  }
}
