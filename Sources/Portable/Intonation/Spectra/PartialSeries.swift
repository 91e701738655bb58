import PeachMusicUnits

/// Partials taken for the series of one tone: fₙ = n · f₀ · √(1 + B · n²).
///
/// The law of a stiff string (Fletcher 1964, J. Acoust. Soc. Am. 36, 203); B is 0 for what a bow or
/// breath keeps sounding.
struct PartialSeries {
  struct Member {
    var number: Int
    var hertz: Double
    var amplitude: Double

    var power: Double { amplitude * amplitude }
  }

  /// f₀ of the law, and B.
  var hertz: Double
  var inharmonicity = 0.0
  /// By number, at most one for each.
  var members: [Member] = []
  /// The share of the peaks, by their evidence, that lie near the series.
  var explained = 0.0
  /// The share of numbers, up to the highest found, that were found.
  var occupancy = 0.0

  /// Where the fundamental lies by the law, n = 1.
  var fundamental: Double { hertz * (1 + inharmonicity).squareRoot() }

  static let highestNumber = 40
  static let highestInharmonicity = 0.02

  /// The series of partials among `peaks` (by frequency) that begins near `candidate` hertz.
  init(
    near candidate: Double, in peaks: [SpectralPeak], isInharmonic: Bool,
    numbers: Int = highestNumber
  ) {
    hertz = candidate
    var fit = Regression()
    var place = 0
    var total = 0.0
    for peak in peaks { total += peak.evidence }
    var near = 0.0
    for number in 1...numbers {
      guard let last = peaks.last else { break }
      let expected = position(number)
      // Vibrato and ensembles spread a partial over a third of a semitone; neighbours stay apart.
      let tolerance = min(0.02 * expected, 0.2 * candidate)
      if expected - tolerance > last.hertz { break }
      while place < peaks.count && peaks[place].hertz < expected - tolerance { place += 1 }
      guard let member = gather(peaks, &place, until: expected + tolerance, number, &near)
      else { continue }
      members.append(member)
      fit.add(member)
      (hertz, inharmonicity) = fit.result(isInharmonic: isInharmonic)
    }
    explained = total > 0 ? near / total : 0
    occupancy = occupied()
  }

  /// Members a hundred times weaker than the strongest may be anything, and count for nothing.
  private func occupied() -> Double {
    var strongest = 0.0
    for member in members { strongest = max(strongest, member.amplitude) }
    var count = 0
    var highest = 1
    for member in members where member.amplitude >= 0.01 * strongest {
      count += 1
      highest = member.number
    }
    return Double(count) / Double(highest)
  }

  /// Where the partial of this number lies.
  func position(_ number: Int) -> Double {
    let n = Double(number)
    return n * hertz * (1 + inharmonicity * n * n).squareRoot()
  }

  /// The root of the mean square by which members miss the series, in cents.
  var scatterCents: Double {
    var sum = 0.0
    var weights = 0.0
    for member in members {
      let cents = 1200 * Exponential.log2(member.hertz / position(member.number))
      sum += Regression.weight(member) * cents * cents
      weights += Regression.weight(member)
    }
    return weights > 0 ? (sum / weights).squareRoot() : 0
  }

  /// The standard error of the fundamental by the jackknife: how it moves when partials are left
  /// out one at a time (Efron 1982); in cents.
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

  /// One member of all peaks up to a frequency: their mean, weighted by power.
  private func gather(
    _ peaks: [SpectralPeak], _ place: inout Int, until limit: Double, _ number: Int,
    _ near: inout Double
  ) -> Member? {
    var power = 0.0
    var moment = 0.0
    var strongest = 0.0
    while place < peaks.count && peaks[place].hertz <= limit {
      let peak = peaks[place]
      power += peak.power
      moment += peak.power * peak.hertz
      strongest = max(strongest, peak.amplitude)
      near += peak.evidence
      place += 1
    }
    guard power > 0 else { return nil }
    return Member(number: number, hertz: moment / power, amplitude: strongest)
  }
}

/// A straight line through (fₙ / n)² over n², whose height is f₀² and whose slope f₀² · B.
private struct Regression {
  private var weight = 0.0
  private var x = 0.0
  private var y = 0.0
  private var xx = 0.0
  private var xy = 0.0
  private var count = 0

  /// Loud partials carry the pitch, but none alone: three quarters of its decibels.
  static func weight(_ member: PartialSeries.Member) -> Double {
    member.amplitude.squareRoot() * member.amplitude.squareRoot().squareRoot()
  }

  mutating func add(_ member: PartialSeries.Member) {
    let n = Double(member.number)
    let own = Self.weight(member)
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
    let height = (y - slope * x) / weight
    guard slope > 0 && height > 0 && slope < height * PartialSeries.highestInharmonicity else {
      return (mean.squareRoot(), 0)
    }
    return (height.squareRoot(), slope / height)
  }
}
