import PeachMusicUnits

/// The K-weighting of ITU-R BS.1770-5, annex 1: a shelving filter for the acoustic effect of the
/// head, and a high-pass filter. The parameters are those of the analog filters from which the
/// tabulated coefficients for 48 kHz derive by the bilinear transform.
struct KWeighting {
  private var shelf: Biquad
  private var highPass: Biquad
  /// The gain of the high-pass filter at high frequencies, which BS.1770 leaves above 1.
  private let scale: Double

  init(sampleRate: Double) {
    shelf = .headShelf(hertz: min(1681.974450955533, 0.45 * sampleRate), sampleRate)
    let hertz = min(38.13547087602444, 0.2 * sampleRate)
    let quality = 0.5003270373238773
    highPass = .highPass(hertz: hertz, quality: quality, sampleRate)
    let (sine, cosine) = Exponential.sineAndCosine(cycles: hertz / sampleRate)
    scale = 2 * (1 + sine / (2 * quality)) / (1 + cosine)
  }

  mutating func process(_ value: Double) -> Double {
    scale * highPass.process(shelf.process(value))
  }

  /// Returns the squares of weighted frames, averaged over the channels.
  static func power(of channels: [[Float]], sampleRate: Double) -> [Float] {
    let count = channels.first?.count ?? 0
    let scale = 1 / Double(max(channels.count, 1))
    return [Float](unsafeUninitializedCapacity: count) { power, filledCount in
      power.initialize(repeating: 0)
      for channel in channels {
        var filter = KWeighting(sampleRate: sampleRate)
        channel.withUnsafeBufferPointer { frames in
          for index in 0..<count {
            let value = filter.process(Double(frames[index]))
            power[index] += Float(scale * value * value)
          }
        }
      }
      filledCount = count
    }
  }
}

/// A second-order filter in transposed direct form II.
struct Biquad {
  private var (b0, b1, b2, a1, a2) = (1.0, 0.0, 0.0, 0.0, 0.0)
  private var (first, second) = (0.0, 0.0)

  @inline(__always) mutating func process(_ value: Double) -> Double {
    let result = b0 * value + first
    first = b1 * value - a1 * result + second
    second = b2 * value - a2 * result
    return result
  }

  private init(_ b: (Double, Double, Double), _ a: (Double, Double, Double)) {
    (b0, b1, b2) = (b.0 / a.0, b.1 / a.0, b.2 / a.0)
    (a1, a2) = (a.1 / a.0, a.2 / a.0)
  }

  /// The shelving filter of BS.1770: 3.999843853973347 dB above `hertz`, at which the poles are.
  static func headShelf(hertz: Double, _ sampleRate: Double) -> Biquad {
    let quality = 0.7071752369554196
    // Decibels per binary logarithm of an amplitude.
    let gain = Exponential.exp2(3.999843853973347 / 6.0205999132796239)
    let middle = Exponential.exp2(0.4996667741545416 * 3.999843853973347 / 6.0205999132796239)
    let (sine, cosine) = Exponential.sineAndCosine(cycles: hertz / (2 * sampleRate))
    let k = sine / cosine
    let square = k * k
    return Biquad(
      (
        gain + middle * k / quality + square, 2 * (square - gain),
        gain - middle * k / quality + square
      ),
      (1 + k / quality + square, 2 * (square - 1), 1 - k / quality + square))
  }

  // The bilinear transform of the analog prototype (Zölzer, DAFX, 2.2).
  static func highPass(hertz: Double, quality: Double, _ sampleRate: Double) -> Biquad {
    let (sine, cosine) = Exponential.sineAndCosine(cycles: hertz / sampleRate)
    let width = sine / (2 * quality)
    return Biquad(
      ((1 + cosine) / 2, -(1 + cosine), (1 + cosine) / 2), (1 + width, -2 * cosine, 1 - width))
  }
}
