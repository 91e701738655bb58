import PeachMusicUnits

/// Finds the fundamental of a spectrum's peaks, in particular its octave. Tries every strong peak
/// as every low partial. A series must explain the peaks without gaps. A fundamental an octave too
/// low explains all peaks, but every second partial is missing. The declared pitch has priority:
/// other fundamentals must explain clearly more.
struct FundamentalSearch {
  var nominalHertz: Double
  /// The lowest possible fundamental; a loop has at least one period.
  var lowestHertz: Double
  /// Whether partials may be inharmonic, as those of hammered or plucked strings.
  var isInharmonic: Bool

  /// Returns the score of a series as an explanation of the peaks, 0…1.
  private func score(_ series: PartialSeries) -> Double {
    guard let lowest = series.members.first, lowest.number <= 6 else { return 0 }
    return series.explained * (0.4 + 0.6 * series.occupancy) * prior(series.fundamental)
  }

  /// Returns the series with the highest score; `nil` if no series explains `peaks`.
  func best(in peaks: [SpectralPeak]) -> (series: PartialSeries, score: Double)? {
    var best: (series: PartialSeries, score: Double)?
    for peak in peaks.sorted(by: { $0.amplitude > $1.amplitude }).prefix(12) {
      for number in 1...10 {
        let candidate = peak.hertz / Double(number)
        guard candidate >= lowestHertz, candidate > nominalHertz / 5, candidate < nominalHertz * 9
        else { continue }
        let series = PartialSeries(near: candidate, in: peaks, isInharmonic: isInharmonic)
        let score = score(series)
        if score > best?.score ?? 0 { best = (series, score) }
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
