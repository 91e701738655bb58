import Foundation

/// Measurements of a room's impulse response.
enum RoomMeasurement {
  /// Returns an octave band, or one of the given quality: a 2-pole band-pass, applied twice.
  static func octave(
    _ audio: [Float], around hertz: Double, quality: Double = 0.7071, rate: Double
  ) -> [Double] {
    let angle = 2 * Double.pi * hertz / rate
    let alpha = sin(angle) / 2 / quality
    let (b0, a0) = (alpha / (1 + alpha), 1 + alpha)
    let (a1, a2) = (-2 * cos(angle) / a0, (1 - alpha) / a0)
    var values = audio.map(Double.init)
    for _ in 0..<2 {
      var (x1, x2, y1, y2) = (0.0, 0.0, 0.0, 0.0)
      for index in values.indices {
        let x = values[index]
        let y = b0 * (x - x2) - a1 * y1 - a2 * y2
        (x2, x1, y2, y1) = (x1, x, y1, y)
        values[index] = y
      }
    }
    return values
  }

  /// Returns the RT60: a least-squares line through −5 to −35 dB of the backward-integrated energy
  /// (Schroeder 1965, ISO 3382-1).
  static func reverberationSeconds(_ band: [Double], rate: Double) -> Double {
    var remaining = 0.0
    var energy = [Double](repeating: 0, count: band.count)
    for index in band.indices.reversed() {
      remaining += band[index] * band[index]
      energy[index] = remaining
    }
    var (count, sumX, sumY, sumXX, sumXY) = (0.0, 0.0, 0.0, 0.0, 0.0)
    for index in energy.indices {
      let decibels = 10 * log10(max(energy[index] / remaining, 1e-30))
      guard decibels <= -5 && decibels >= -35 else { continue }
      let x = Double(index) / rate
      count += 1
      sumX += x
      sumY += decibels
      sumXX += x * x
      sumXY += x * decibels
    }
    return -60 * (count * sumXX - sumX * sumX) / (count * sumXY - sumX * sumY)
  }

  /// Returns the normalized echo density around a frame (Abel and Huang 2006): the fraction of
  /// 20 ms outside one standard deviation, relative to Gaussian noise. 0 is sparse, 1 is dense.
  static func echoDensity(_ audio: [Float], at frame: Int, rate: Double) -> Double {
    let half = Int(0.01 * rate)
    var (weights, energy) = (0.0, 0.0)
    func weight(_ offset: Int) -> Double {
      0.5 + 0.5 * cos(Double.pi * Double(offset) / Double(half + 1))
    }
    for offset in -half...half {
      let value = Double(audio[frame + offset])
      weights += weight(offset)
      energy += weight(offset) * value * value
    }
    let deviation = (energy / weights).squareRoot()
    var beyond = 0.0
    for offset in -half...half where abs(Double(audio[frame + offset])) > deviation {
      beyond += weight(offset)
    }
    return beyond / weights / 0.317_310_5
  }

  /// Returns the kurtosis with the decay removed; Gaussian noise has 3.
  static func kurtosis(_ audio: ArraySlice<Float>, seconds: Double, rate: Double) -> Double {
    let values = audio.enumerated().map {
      Double($0.element) * pow(10, 3 * Double($0.offset) / (seconds * rate))
    }
    let second = values.reduce(0) { $0 + $1 * $1 } / Double(values.count)
    let fourth = values.reduce(0) { $0 + $1 * $1 * $1 * $1 } / Double(values.count)
    return fourth / (second * second)
  }

  /// Returns the level of the component at `hertz` with a Hann window, in decibels.
  static func level(_ audio: ArraySlice<Float>, at hertz: Double, rate: Double) -> Double {
    var (real, imaginary) = (0.0, 0.0)
    // A rotation per frame instead of a cosine: tests also run without optimization.
    let (rotationCosine, rotationSine) = (cos(2 * .pi * hertz / rate), sin(2 * .pi * hertz / rate))
    let windowStep = 2 * Double.pi / Double(audio.count)
    let (stepCosine, stepSine) = (cos(windowStep), sin(windowStep))
    var (c, s, wc, ws) = (1.0, 0.0, 1.0, 0.0)
    for sample in audio {
      let value = Double(sample) * (0.5 - 0.5 * wc)
      real += value * c
      imaginary += value * s
      (c, s) = (c * rotationCosine - s * rotationSine, s * rotationCosine + c * rotationSine)
      (wc, ws) = (wc * stepCosine - ws * stepSine, ws * stepCosine + wc * stepSine)
    }
    return 10 * log10(real * real + imaginary * imaginary + 1e-30)
  }

  /// Returns the correlation of two channels, −1…1.
  static func correlation(_ left: ArraySlice<Float>, _ right: ArraySlice<Float>) -> Double {
    var (both, one, other) = (0.0, 0.0, 0.0)
    for (x, y) in zip(left, right) {
      both += Double(x) * Double(y)
      one += Double(x) * Double(x)
      other += Double(y) * Double(y)
    }
    return both / (one * other).squareRoot()
  }
}
