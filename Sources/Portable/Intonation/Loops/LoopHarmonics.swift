import PeachMusicUnits

/// The line spectrum of a loop, which consists of harmonics of rate / length. A tone with k periods
/// in the loop has its partials at lines k, 2k, 3k, …; vibrato, beating and noise add power to
/// adjacent lines.
struct LoopHarmonics {
  var periods: Int
  /// The fraction of the partials' power at their center lines, 0…1.
  var purity = 0.0
  /// The mean frequency of the partials, weighted by power, in periods per loop.
  var meanPeriods = 0.0
  /// The mean frequency weighted by the square of the power, which favors the strongest line.
  var leaningPeriods = 0.0
  /// The standard deviation of the power around the mean frequency, in cents.
  var spreadCents = 0.0
  /// The standard deviation of the mean frequencies of the partials, in cents.
  var scatterCents = 0.0

  /// The maximum number of frame multiplications, which limits the number of lines.
  private static let budget = 2_400_000

  /// Analyzes a tone of `periods` in the loop, with the partials of `series`. Analyzes the
  /// strongest of the first ten partials, up to the limit of multiplications.
  init(of loop: LoopSpectrum, periods: Int, series: PartialSeries) {
    self.periods = periods
    // Weights by lines required: high partials spread over more lines.
    let members = series.members.filter { $0.number <= 10 }.sorted {
      $0.power / Double($0.number) > $1.power / Double($1.number)
    }
    var sums = Sums()
    let lineLimit = min(max(Self.budget / loop.count, 24), 140)
    var lines = 0
    for member in members {
      // The partials of a plucked string are inharmonic; those of a bowed one are not.
      let ratio = series.position(member.number) / series.fundamental
      let middle = Int(Double(periods) * ratio + 0.5)
      // Covers vibrato of half a semitone and adjacent lines, up to half the distance to the next
      // partial.
      var reach = min(3 + middle * 3 / 100, max((periods - 1) / 2, 0))
      if lines == 0 { reach = min(reach, 2 * lineLimit) }
      guard 2 * (middle + reach) < loop.count, lines == 0 || lines + 2 * reach < lineLimit else {
        continue
      }
      lines += 2 * reach + 1
      sums.add(Self.cluster(loop, middle: middle, reach: reach), ratio: ratio)
    }
    guard sums.power > 0 else { return }
    let cents = 1200 / (0.6931471805599453 * Double(periods))
    purity = sums.pure / sums.power
    meanPeriods = sums.mean / sums.power
    leaningPeriods = sums.leaning / sums.power
    spreadCents = cents * (sums.spread / sums.power).squareRoot()
    let scatter = sums.meanSquares / sums.power - meanPeriods * meanPeriods
    scatterCents = cents * max(scatter, 0).squareRoot()
  }

  private struct Sums {
    var (power, pure, mean, meanSquares, leaning, spread) = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)

    mutating func add(_ cluster: Cluster, ratio: Double) {
      guard cluster.power > 0 else { return }
      let mean = cluster.mean / ratio
      let width = cluster.deviation / ratio
      power += cluster.power
      pure += cluster.center
      self.mean += cluster.power * mean
      meanSquares += cluster.power * mean * mean
      leaning += cluster.power * cluster.leaning / ratio
      spread += cluster.power * width * width
    }
  }

  private struct Cluster {
    var (power, center, mean, leaning, deviation) = (0.0, 0.0, 0.0, 0.0, 0.0)
  }

  private static func cluster(_ loop: LoopSpectrum, middle: Int, reach: Int) -> Cluster {
    var result = Cluster()
    var (moment, second, squares, squareMoment) = (0.0, 0.0, 0.0, 0.0)
    for offset in -reach...reach {
      let distance = Double(offset)
      let power = loop.power(atLine: middle + offset)
      result.power += power
      moment += power * distance
      second += power * distance * distance
      squares += power * power
      squareMoment += power * power * distance
      if offset == 0 { result.center = power }
    }
    guard result.power > 0 else { return result }
    let mean = moment / result.power
    result.mean = Double(middle) + mean
    result.leaning = Double(middle) + (squares > 0 ? squareMoment / squares : mean)
    result.deviation = max(second / result.power - mean * mean, 0).squareRoot()
    return result
  }
}
