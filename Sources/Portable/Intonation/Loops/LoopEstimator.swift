import PeachMusicUnits

/// The pitch of what goes round a loop.
struct LoopEstimator {
  var sound: AudioFrames
  var loop: Range<Int>
  var nominalHertz: Double
  var spectrum: GaussianSpectrum
  var onset: Onset

  /// Above this share on its lines a loop is one of equal periods.
  static let purePurity = 0.98
  /// Partials that agree by this share about their turns are one player's.
  static let agreement = 0.6
  /// What is missing above this share is no wavering, only noise at −30 dB.
  static let noisePurity = 0.999

  func measure() -> PitchMeasurement {
    guard let found = search() else { return .unpitched }
    let expected = found.hertz * Double(loop.count) / sound.sampleRate
    let folded = LoopSpectrum(sound, loop: loop)
    var lines = LoopHarmonics(
      of: folded, periods: max(Int(expected + 0.5), 1), series: found.series)
    // Where no line stands out, the lines themselves say better than the spectrum where to look:
    // under wide vibrato, and in a loop that does not close by a part of a period.
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
    // A line stronger than all others together is the pitch that the loop keeps in the long run:
    // the others only make it waver around it. Where there is none, the partials' turns are counted
    // one by one. Where they do not agree about that either, the pitch is where the power lies.
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
      // What goes through one count, partial by partial, has that mean over time and no other.
      let doubt = keepsCount ? max(1 - turns.agreement(with: counted), 0) : 1
      uncertainty += doubt * distance + 0.01 * lines.spreadCents
    }
    // Without such a count it is a matter of how one listens.
    if !keepsCount { uncertainty += lines.scatterCents + 0.2 * lines.spreadCents }
    var measurement = PitchMeasurement(
      kind: lines.purity >= Self.purePurity ? .periodicLoop : .longLoop,
      frequency: .hertz(periods * unit),
      uncertaintyCents: uncertainty,
      spreadCents: lines.spreadCents, inharmonicity: found.series.inharmonicity,
      confidence: found.share)
    measurement.beforeLoopCents = beforeLoop(measurement.frequency.hertz)
    return measurement
  }

  /// A loop of a few periods has only their multiples.
  private var isInharmonic: Bool { Double(loop.count) > 0.25 * sound.sampleRate }

  private struct Found {
    var series: PartialSeries
    var hertz: Double
    var share: Double
  }

  /// The tone by its spectrum: exact enough to count periods.
  private func search() -> Found? {
    let search = FundamentalSearch(
      nominalHertz: nominalHertz,
      lowestHertz: 0.97 * sound.sampleRate / Double(loop.count), isInharmonic: isInharmonic)
    let highest = min(0.45 * sound.sampleRate, 12_000)
    let windows =
      loop.count <= spectrum.capacity / 2 ? 1 : min(2 * loop.count / spectrum.capacity + 1, 4)
    var best: Found?
    var bestScore = 0.0
    var bestPeaks: [SpectralPeak] = []
    var spectra: [[SpectralPeak]] = []
    for index in 0..<windows {
      let first = loop.lowerBound + index * (loop.count / windows)
      spectrum.analyze(sound, from: first, count: spectrum.capacity)
      let peaks = spectrum.peaks(from: 15, to: highest, decibels: 55, limit: 60)
      spectra.append(peaks)
      guard let series = search.best(in: peaks) else { continue }
      let score = search.score(series)
      guard score > bestScore else { continue }
      bestScore = score
      bestPeaks = peaks
      best = Found(
        series: series, hertz: series.fundamental,
        share: TonalShare.share(of: series, in: spectrum, highest: highest))
    }
    guard var best else { return nil }
    guard best.share > 0.1 else { return nil }
    best.series = unstretched(best.series, bestPeaks, spectra)
    best.hertz = mean(of: spectra, near: best.hertz, isInharmonic: best.series.inharmonicity > 0)
    return best
  }

  /// The series without inharmonicity, unless that explains where the partials lie, and does so in
  /// every window alike: vibrato and several players bring them out of place too.
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
    var sum = 0.0
    var weights = 0.0
    for peaks in spectra {
      let series = PartialSeries(near: hertz, in: peaks, isInharmonic: isInharmonic)
      var power = 0.0
      for member in series.members { power += member.amplitude * member.amplitude }
      sum += power * series.fundamental
      weights += power
    }
    return weights > 0 ? sum / weights : hertz
  }

  /// How far above `hertz` the recording sounds on its way to the loop.
  private func beforeLoop(_ hertz: Double) -> Double? {
    let start = onset.frame + Int(0.05 * sound.sampleRate)
    let count = min(loop.lowerBound - start, spectrum.capacity)
    guard Double(count) > 0.1 * sound.sampleRate, count >= 1024 else { return nil }
    spectrum.analyze(sound, from: start, count: count)
    let peaks = spectrum.peaks(
      from: 15, to: min(0.45 * sound.sampleRate, 12_000), decibels: 55, limit: 60)
    let search = FundamentalSearch(
      nominalHertz: hertz, lowestHertz: 4 * sound.sampleRate / Double(count), isInharmonic: true)
    guard let series = search.best(in: peaks), series.explained > 0.3 else { return nil }
    let cents = 1200 * Exponential.log2(series.fundamental / hertz)
    return abs(cents) < 100 ? cents : nil
  }
}
