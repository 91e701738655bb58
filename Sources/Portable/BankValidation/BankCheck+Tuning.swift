import PeachInstrumentModel
package import PeachIntonation

extension BankCheck {
  /// The tolerated error, in cents: half of what a trained listener distinguishes.
  static var toleranceCents: Double { 10 }

  /// Checks the intonation of a preset. Reports each sample once, even if several presets play it.
  ///
  /// - Parameter corrections: The measured correction of each region of the preset, in order.
  package mutating func checkTuning(ofPresetAt index: Int, corrections: [RegionCorrection]) {
    guard let bank, bank.presets.indices.contains(index) else { return }
    let regions = bank.regions(ofPresetAt: index)
    for (region, correction) in zip(regions, corrections) {
      guard bank.samples.indices.contains(region.sample) else { continue }
      let subject = "sample ‘\(bank.samples[region.sample].name)’"
      switch correction.status {
      case .applied, .appliedAside:
        let error = -correction.cents
        guard abs(error) > Self.toleranceCents,
          tunedSamples.insert(region.sample).inserted
        else { continue }
        list.add(
          .outOfTune, subject,
          "in preset ‘\(bank.presets[index].name)’ it is "
            + "\(OneDecimalFormat.text(abs(error))) cents \(error > 0 ? "sharp" : "flat")")
      case .tooFar:
        guard correction.uncertaintyCents < 50, tunedSamples.insert(region.sample).inserted
        else { continue }
        list.add(
          .wrongKey, subject,
          "in preset ‘\(bank.presets[index].name)’ it is "
            + "\(OneDecimalFormat.text(correction.errorCents / 100)) semitones from its keys")
      case .tooUncertain, .unpitched, .unmeasured: continue
      }
    }
  }
}
