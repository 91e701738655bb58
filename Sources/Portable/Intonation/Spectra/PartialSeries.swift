import PeachMusicUnits

/// The partials of a tone: fₙ = n · f₀ · √(1 + B · n²). The law of a stiff string (Fletcher 1964,
/// J. Acoust. Soc. Am. 36, 203). B is 0 for bowed strings and wind instruments.
struct PartialSeries {
  /// f₀.
  var hertz: Double
  /// B.
  var inharmonicity = 0.0
  /// The partials, sorted by number, at most one per number.
  var members: [SpectralPeak] = []
  /// The fraction of the peaks, weighted by evidence, that match the series.
  var explained = 0.0
  /// The fraction of partials found, up to the highest one found.
  var occupancy = 0.0

  /// The frequency of the first partial, n = 1, in hertz.
  var fundamental: Double { hertz * (1 + inharmonicity).squareRoot() }

  private static let highestNumber = 40
  fileprivate static let highestInharmonicity = 0.02

  /// Collects the partials of a fundamental near `candidate` from `peaks`, sorted by frequency.
  init(
    near candidate: Double, in peaks: [SpectralPeak], isInharmonic: Bool
  ) {
    hertz = candidate
    var fit = Regression()
    var (peakIndex, near) = (0, 0.0)
    let total = peaks.reduce(0) { $0 + $1.evidence }
    for number in 1...Self.highestNumber {
      guard let last = peaks.last else { break }
      let expected = position(number)
      // Covers vibrato and ensembles, a third of a semitone; adjacent partials remain separate.
      let tolerance = min(0.02 * expected, 0.2 * candidate)
      if expected - tolerance > last.hertz { break }
      while peakIndex < peaks.count && peaks[peakIndex].hertz < expected - tolerance {
        peakIndex += 1
      }
      guard let member = gather(peaks, &peakIndex, until: expected + tolerance, number, &near)
      else { continue }
      members.append(member)
      fit.add(member)
      (hertz, inharmonicity) = fit.result(isInharmonic: isInharmonic)
    }
    explained = total > 0 ? near / total : 0
    // Partials 40 dB below the strongest may be noise.
    let strongest = members.reduce(0) { max($0, $1.amplitude) }
    let audible = members.filter { $0.amplitude >= 0.01 * strongest }
    occupancy = Double(audible.count) / Double(audible.last?.number ?? 1)
  }

  func position(_ number: Int) -> Double {
    let n = Double(number)
    return n * hertz * (1 + inharmonicity * n * n).squareRoot()
  }

  /// The weighted RMS deviation of the partials from the series, in cents.
  var scatterCents: Double {
    var (sum, weights) = (0.0, 0.0)
    for member in members {
      let cents = 1200 * Exponential.log2(member.hertz / position(member.number))
      sum += member.evidence * cents * cents
      weights += member.evidence
    }
    return weights > 0 ? (sum / weights).squareRoot() : 0
  }

  /// The standard error of the fundamental, in cents. Uses the jackknife: omits one partial at a
  /// time (Efron 1982).
  var fundamentalErrorCents: Double {
    let count = members.count
    guard count > 1 else { return 0 }
    var sum = 0.0
    for left in members.indices {
      var fit = Regression()
      for (index, member) in members.enumerated() where index != left { fit.add(member) }
      let result = fit.result(isInharmonic: inharmonicity > 0)
      let fundamental = result.hertz * (1 + result.inharmonicity).squareRoot()
      let cents = 1200 * Exponential.log2(fundamental / self.fundamental)
      sum += cents * cents
    }
    return (sum * Double(count - 1) / Double(count)).squareRoot()
  }

  /// Merges all peaks up to a frequency into one partial, at their mean weighted by power.
  private func gather(
    _ peaks: [SpectralPeak], _ peakIndex: inout Int, until limit: Double, _ number: Int,
    _ near: inout Double
  ) -> SpectralPeak? {
    var (power, moment, strongest) = (0.0, 0.0, 0.0)
    while peakIndex < peaks.count && peaks[peakIndex].hertz <= limit {
      let peak = peaks[peakIndex]
      power += peak.power
      moment += peak.power * peak.hertz
      strongest = max(strongest, peak.amplitude)
      near += peak.evidence
      peakIndex += 1
    }
    guard power > 0 else { return nil }
    return SpectralPeak(number: number, hertz: moment / power, amplitude: strongest)
  }
}

/// A linear regression of (fₙ / n)² on n², with intercept f₀² and slope f₀² · B.
private struct Regression {
  private var (weight, x, y, xx, xy) = (0.0, 0.0, 0.0, 0.0, 0.0)
  private var count = 0

  mutating func add(_ member: SpectralPeak) {
    let n = Double(member.number)
    let own = member.evidence
    let square = (member.hertz / n) * (member.hertz / n)
    count += 1
    weight += own
    x += own * n * n
    y += own * square
    xx += own * n * n * n * n
    xy += own * n * n * square
  }

  func result(isInharmonic: Bool) -> (hertz: Double, inharmonicity: Double) {
    let mean = y / weight
    let spread = xx * weight - x * x
    guard isInharmonic && count > 1 && spread > 0 else { return (mean.squareRoot(), 0) }
    let slope = (xy * weight - x * y) / spread
    let intercept = (y - slope * x) / weight
    guard slope > 0 && intercept > 0 && slope < intercept * PartialSeries.highestInharmonicity
    else { return (mean.squareRoot(), 0) }
    return (intercept.squareRoot(), slope / intercept)
  }
}
