import PeachMusicUnits

/// Finds which tone a spectrum's peaks belong to: above all, in which octave.
///
/// Every strong peak is tried as every low partial. A tone must explain the peaks and leave no gaps
/// (an octave too low explains all, but every second partial is missing), and where the file says
/// the recording's pitch is counts: others must explain clearly more.
struct FundamentalSearch {
  /// The pitch that the file says.
  var nominalHertz: Double
  /// Nothing below sounds: a loop holds at least one period.
  var lowestHertz: Double
  /// Strings that are struck or plucked have stretched partials.
  var isInharmonic: Bool

  /// How well a series explains the peaks, 0…1.
  func score(_ series: PartialSeries) -> Double {
    guard let lowest = series.members.first, lowest.number <= 6 else { return 0 }
    return series.explained * (0.4 + 0.6 * series.occupancy) * prior(series.fundamental)
  }

  /// The series that explains `peaks` best; nil where none does at all.
  func best(in peaks: [SpectralPeak]) -> PartialSeries? {
    let strongest = peaks.sorted { $0.amplitude > $1.amplitude }.prefix(12)
    var best: PartialSeries?
    var bestScore = 0.0
    for peak in strongest {
      for number in 1...10 {
        let candidate = peak.hertz / Double(number)
        guard candidate >= lowestHertz, candidate > nominalHertz / 5,
          candidate < nominalHertz * 9
        else { continue }
        let series = PartialSeries(near: candidate, in: peaks, isInharmonic: isInharmonic)
        let score = score(series)
        if score > bestScore {
          best = series
          bestScore = score
        }
      }
    }
    return best
  }

  private func prior(_ hertz: Double) -> Double {
    let octaves = Exponential.log2(hertz / nominalHertz)
    let whole = Double(Int(octaves + (octaves < 0 ? -0.5 : 0.5)))
    let isNear = abs(octaves - whole) < 0.1
    if isNear && whole == 0 { return 1 }
    return isNear ? 0.7 : 0.6
  }
}
