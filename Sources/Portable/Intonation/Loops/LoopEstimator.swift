import PeachMusicUnits

struct LoopEstimator {
  var sound: AudioFrames
  var loop: Range<Int>
  var nominalHertz: Double
  var spectrum: GaussianSpectrum
  var onset: Onset

  /// The minimum purity of a loop of equal periods.
  static let purePurity = 0.98
  /// The minimum agreement of the partials of one player on the number of cycles.
  static let agreement = 0.6
  /// The purity above which the remainder is noise at −30 dB, not pitch fluctuation.
  static let noisePurity = 0.999

  func measure() -> PitchMeasurement {
    guard let found = search() else { return .unpitched }
    let expected = found.hertz * Double(loop.count) / sound.sampleRate
    let folded = LoopSpectrum(sound, loop: loop)
    var lines = LoopHarmonics(
      of: folded, periods: max(Int(expected + 0.5), 1), series: found.series)
    // If no harmonic dominates, their mean is a better estimate than the spectrum's. This is the
    // case with deep vibrato, or if the loop's length is not an integer number of periods.
    for _ in 0..<3 where lines.purity < 0.5 {
      let better = max(Int(lines.meanPeriods + 0.5), 1)
      guard better != lines.periods else { break }
      let next = LoopHarmonics(of: folded, periods: better, series: found.series)
      let isBack = abs(next.meanPeriods - Double(lines.periods)) < 0.5
      lines = next
      if isBack { break }
    }
    return result(lines, found)
  }

  private func result(_ lines: LoopHarmonics, _ found: Found) -> PitchMeasurement {
    guard lines.meanPeriods > 0, lines.leaningPeriods > 0 else { return .unpitched }
    let unit = sound.sampleRate / Double(loop.count)
    // A harmonic stronger than all others combined is the mean pitch; the others are modulation.
    // Otherwise, the cycles of the partials are counted. If the partials disagree, the pitch is
    // the mean weighted by power.
    let hasLine = lines.purity >= 0.5
    let turns =
      lines.purity > Self.noisePurity
      ? nil : CycleCount(of: sound, loop: loop, periods: lines.periods, series: found.series)
    let isCounted = !hasLine && (turns?.agreement ?? 0) >= Self.agreement
    let counted = isCounted ? turns?.periods ?? lines.periods : lines.periods
    let keepsCount = hasLine || isCounted
    let periods = keepsCount ? Double(counted) : lines.meanPeriods
    let other = keepsCount ? lines.meanPeriods : lines.leaningPeriods
    var uncertainty = 0.001
    if let turns {
      let distance = abs(1200 * Exponential.log2(other / periods))
      // Partials that agree on the number of cycles determine the mean pitch exactly.
      let doubt = keepsCount ? max(1 - turns.agreement(with: counted), 0) : 1
      uncertainty += doubt * distance + 0.01 * lines.spreadCents
    }
    // Without such a number, the perceived pitch depends on the listener.
    if !keepsCount { uncertainty += lines.scatterCents + 0.2 * lines.spreadCents }
    return PitchMeasurement(
      kind: lines.purity >= Self.purePurity ? .periodicLoop : .longLoop,
      frequency: .hertz(periods * unit), uncertaintyCents: uncertainty,
      spreadCents: lines.spreadCents, inharmonicity: found.series.inharmonicity,
      confidence: found.share)
  }

  private struct Found {
    var series: PartialSeries
    var hertz: Double
    var share: Double
  }

  /// Estimates the tone from its spectrum, exactly enough to determine the number of periods.
  private func search() -> Found? {
    let search = FundamentalSearch(
      nominalHertz: nominalHertz, lowestHertz: 0.97 * sound.sampleRate / Double(loop.count),
      // A short loop contains only exact harmonics.
      isInharmonic: Double(loop.count) > 0.25 * sound.sampleRate)
    let windows =
      loop.count <= spectrum.capacity / 2 ? 1 : min(2 * loop.count / spectrum.capacity + 1, 4)
    var best: Found?
    var bestScore = 0.0
    var bestPeaks: [SpectralPeak] = []
    var spectra: [[SpectralPeak]] = []
    for index in 0..<windows {
      let first = loop.lowerBound + index * (loop.count / windows)
      let peaks = spectrum.peaks(of: sound, from: first, count: spectrum.capacity, decibels: 55)
      spectra.append(peaks)
      guard let (series, score) = search.best(in: peaks), score > bestScore else { continue }
      bestScore = score
      bestPeaks = peaks
      best = Found(
        series: series, hertz: series.fundamental, share: spectrum.tonalShare(of: series))
    }
    guard var best, best.share > 0.1 else { return nil }
    best.series = unstretched(best.series, bestPeaks, spectra)
    best.hertz = mean(of: spectra, near: best.hertz, isInharmonic: best.series.inharmonicity > 0)
    return best
  }

  /// Returns the series without inharmonicity unless all windows confirm the inharmonicity. Vibrato
  /// and several players shift partials too.
  private func unstretched(
    _ series: PartialSeries, _ peaks: [SpectralPeak], _ spectra: [[SpectralPeak]]
  ) -> PartialSeries {
    guard series.inharmonicity > 0 else { return series }
    let plain = PartialSeries(near: series.fundamental, in: peaks, isInharmonic: false)
    let isExplained =
      series.members.count >= 4 && series.scatterCents < 2
      && (series.scatterCents < 0.4 * plain.scatterCents
        || plain.members.count + 1 < series.members.count)
    let isLasting = spectra.allSatisfy {
      let other = PartialSeries(near: series.hertz, in: $0, isInharmonic: true)
      return other.inharmonicity > 0.7 * series.inharmonicity
        && other.inharmonicity < 1.4 * series.inharmonicity
    }
    return isExplained && isLasting ? series : plain
  }

  private func mean(
    of spectra: [[SpectralPeak]], near hertz: Double, isInharmonic: Bool
  ) -> Double {
    var (sum, weights) = (0.0, 0.0)
    for peaks in spectra {
      let series = PartialSeries(near: hertz, in: peaks, isInharmonic: isInharmonic)
      let power = series.members.reduce(0) { $0 + $1.power }
      sum += power * series.fundamental
      weights += power
    }
    return weights > 0 ? sum / weights : hertz
  }

  /// Returns the signed difference of the pitch before the loop from `hertz`, in cents, and the
  /// inharmonicity of its partials, or `nil`.
  func seriesBeforeLoop(_ hertz: Double) -> (cents: Double, inharmonicity: Double)? {
    let start = onset.frame + Int(0.05 * sound.sampleRate)
    let count = min(loop.lowerBound - start, spectrum.capacity)
    guard Double(count) > 0.1 * sound.sampleRate, count >= 1024 else { return nil }
    let search = FundamentalSearch(
      nominalHertz: hertz, lowestHertz: 4 * sound.sampleRate / Double(count), isInharmonic: true)
    let peaks = spectrum.peaks(of: sound, from: start, count: count, decibels: 55)
    guard let series = search.best(in: peaks)?.series, series.explained > 0.3 else { return nil }
    let cents = 1200 * Exponential.log2(series.fundamental / hertz)
    return abs(cents) < 100 ? (cents, series.inharmonicity) : nil
  }
}
