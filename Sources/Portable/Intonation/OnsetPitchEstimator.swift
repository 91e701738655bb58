import PeachMusicUnits

/// Measures the pitch of the onset of a sample that has no loop or decays before it. Listeners
/// judge the first second after the attack, on which the window is centered. A second, later window
/// measures the pitch drift.
struct OnsetPitchEstimator {
  var sound: AudioFrames
  var nominalHertz: Double
  var spectrum: GaussianSpectrum
  var onset: Onset

  func measure() -> PitchMeasurement {
    let rate = sound.sampleRate
    let length = onset.end - onset.frame
    let skip = min(Int(0.03 * rate), length / 8)
    let start = onset.frame + skip
    let available = min(onset.end - start, Int(1.5 * rate))
    let count = min(available, spectrum.capacity)
    guard count >= 64 else { return .unpitched }
    let search = FundamentalSearch(
      nominalHertz: nominalHertz, lowestHertz: 4 * rate / Double(count), isInharmonic: true)
    let peaks = spectrum.peaks(of: sound, from: start, count: count, decibels: 50)
    guard let series = search.best(in: peaks)?.series else { return .unpitched }
    let share = spectrum.tonalShare(of: series)
    guard share > 0.2 else { return .unpitched }
    // The second window is later if the tone is long, otherwise it is its second half.
    let isLong = available > count + count / 4
    let otherCount = isLong ? count : count / 2
    let otherStart =
      isLong ? min(start + count / 2, start + available - count) : start + count - otherCount
    guard otherCount >= 64 else { return .unpitched }
    let other = PartialSeries(
      near: series.hertz,
      in: spectrum.peaks(of: sound, from: otherStart, count: otherCount, decibels: 50),
      isInharmonic: true)
    return result(series, other, share, isLong)
  }

  private func result(
    _ series: PartialSeries, _ other: PartialSeries, _ share: Double, _ isLong: Bool
  ) -> PitchMeasurement {
    let drift =
      other.members.isEmpty ? 50 : 1200 * Exponential.log2(other.fundamental / series.fundamental)
    guard abs(drift) < 40 else { return .unpitched }
    let error = min(series.fundamentalErrorCents, firstPartialErrorCents(series))
    let uncertainty = 0.02 + 2 * error + abs(drift) * 0.5
    return PitchMeasurement(
      kind: .decaying, frequency: .hertz(series.fundamental), uncertaintyCents: uncertainty,
      spreadCents: abs(drift), inharmonicity: series.inharmonicity, confidence: share)
  }

  /// Returns the deviation of the first partial from the fundamental, plus the scatter of the
  /// partials, in cents. A piano's top octave has two or three partials, too few for an estimate of
  /// the series' error. The first partial dominates the perceived pitch.
  private func firstPartialErrorCents(_ series: PartialSeries) -> Double {
    guard let first = series.members.first, first.number == 1 else { return .infinity }
    let strongest = series.members.reduce(0.0) { max($0, $1.amplitude) }
    guard first.amplitude > 0.5 * strongest else { return .infinity }
    return abs(1200 * Exponential.log2(first.hertz / series.fundamental)) + series.scatterCents
  }
}
