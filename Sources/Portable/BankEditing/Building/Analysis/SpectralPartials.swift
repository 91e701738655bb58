import PeachIntonation
import PeachMusicUnits

/// The strongest partials of the start of a tone, which decide between a pitch and its
/// subharmonics.
struct SpectralPartials {
  private var partials: [(hertz: Double, weight: Double)] = []

  private static var seconds: Double { 0.4 }
  private static var limit: Int { 40 }

  var isEmpty: Bool { partials.isEmpty }

  /// Measures the partials of 400 ms from `first` on.
  init(_ channel: [Float], from first: Int, sampleRate: Double) {
    let first = max(first, 0)
    let count = min(Int(Self.seconds * sampleRate), channel.count - first)
    guard count >= 2048 else { return }
    var logarithm = 3
    while 1 << logarithm < 4 * count { logarithm += 1 }
    let transform = FourierTransform(logarithm: logarithm)
    var frames = [Double](repeating: 0, count: transform.count)
    for index in 0..<count {
      // A Blackman window.
      let phase = Exponential.sineAndCosine(cycles: Double(index) / Double(count - 1)).cosine
      let window = 0.42 - 0.5 * phase + 0.08 * (2 * phase * phase - 1)
      frames[index] = window * Double(channel[first + index])
    }
    var power = [Double](repeating: 0, count: transform.half)
    transform.power(of: frames, into: &power)
    let peaks = (1..<power.count - 1).filter {
      power[$0] > power[$0 - 1] && power[$0] >= power[$0 + 1]
    }
    let strongest = peaks.sorted { (power[$0], $1) > (power[$1], $0) }.prefix(Self.limit)
    let limit = 1e-4 * (strongest.first.map { power[$0] } ?? 0)
    for index in strongest where power[index] > limit && power[index - 1] > 0 {
      let (before, value, after) = (
        Exponential.log2(power[index - 1]), Exponential.log2(power[index]),
        Exponential.log2(max(power[index + 1], 1e-300))
      )
      let curvature = before - 2 * value + after
      let offset = curvature < 0 ? 0.5 * (before - after) / curvature : 0
      partials.append(
        (
          hertz: (Double(index) + offset) * sampleRate / Double(transform.count),
          // Near the loudness of a partial (Stevens's power law, exponent 0.3).
          weight: Exponential.exp2(0.3 * value)
        ))
    }
  }

  /// Returns the fraction of the partials' loudness near multiples of a fundamental, 0…1.
  func explained(by fundamental: Double) -> Double {
    guard fundamental > 0 else { return 0 }
    var (near, total) = (0.0, 0.0)
    for (hertz, weight) in partials {
      total += weight
      let number = Double(max(Int(min(hertz / fundamental + 0.5, 1e6)), 1))
      let cents = 1200 * abs(Exponential.log2(hertz / (number * fundamental)))
      if number <= 40, cents < (number > 1 ? 35 : 60) { near += weight }
    }
    return total > 0 ? near / total : 0
  }

  /// Returns the fundamental within 0.75 semitones of `hertz` that explains most of the partials.
  func fundamental(near hertz: Double) -> (hertz: Double, explained: Double) {
    let candidates = (-30...30).map { step -> (hertz: Double, explained: Double) in
      let candidate = hertz * Exponential.exp2(0.025 * Double(step) / 12)
      return (candidate, explained(by: candidate))
    }
    let best = candidates.reduce(0) { max($0, $1.explained) }
    let equal = candidates.filter { $0.explained >= best - 1e-9 }
    return (Levels.median(equal.map { $0.hertz }), best)
  }
}
