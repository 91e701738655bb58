/// Computes the fraction of a signal's power in a tone.
enum TonalShare {
  /// Returns the fraction of the power near the partials of `series`, 0…1, corrected for noise.
  static func share(of series: PartialSeries, in spectrum: GaussianSpectrum, highest: Double)
    -> Double
  {
    let lowest = 15.0
    let total = spectrum.power(from: lowest, to: highest)
    guard total > 0 else { return 0 }
    var near = 0.0
    var width = 0.0
    for member in series.members.prefix(20) where member.hertz < highest {
      let reach = min(
        max(0.02 * member.hertz, 3 * spectrum.deviationHertz), 0.25 * series.fundamental)
      near += spectrum.power(from: member.hertz - reach, to: member.hertz + reach)
      width += 2 * reach
    }
    // Noise is seldom white: most of it is in the frequency range of the tone.
    let last = min((series.members.last?.hertz ?? highest) + series.fundamental, highest)
    let chance = min(width / max(last - lowest, width), 0.9)
    return max(min((near / total - chance) / (1 - chance), 1), 0)
  }
}
