import PeachInstrumentModel
package import PeachIntonation

extension BankCheck {
  /// The tolerated error, in cents: half of what a trained listener distinguishes.
  static var toleranceCents: Double { 10 }

  /// Checks a preset's intonation by the measured correction of each of its regions, in order.
  /// Reports each sample once, even if several presets play it.
  package mutating func checkTuning(ofPresetAt index: Int, corrections: [RegionCorrection]) {
    guard let bank, bank.presets.indices.contains(index) else { return }
    let regions = bank.regions(ofPresetAt: index)
    for (region, correction) in zip(regions, corrections) {
      guard bank.samples.indices.contains(region.sample) else { continue }
      let (rule, error): (BankRule, String)
      switch correction.status {
      case .applied, .appliedAside:
        let cents = -correction.cents
        guard abs(cents) > Self.toleranceCents else { continue }
        (rule, error) = (
          .outOfTune, "\(Self.text(abs(cents))) cents \(cents > 0 ? "sharp" : "flat")"
        )
      case .tooFar:
        guard correction.uncertaintyCents < 50 else { continue }
        let semitones = Self.text(correction.errorCents / 100)
        (rule, error) = (.wrongKey, "\(semitones) semitones from its keys")
      case .tooUncertain, .unverified, .unpitched, .unmeasured: continue
      }
      guard tunedSamples.insert(region.sample).inserted else { continue }
      list.add(
        rule, "sample \(quoted: bank.samples[region.sample].name)",
        "in preset \(quoted: bank.presets[index].name) it is \(error)")
    }
  }

  /// Formats a number with one decimal place, without Foundation.
  static func text(_ value: Double) -> String {
    guard abs(value) < 1e12 else { return value > 0 ? "∞" : "−∞" }
    let tenths = Int(abs(value) * 10 + 0.5)
    let digits = tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
    return value < 0 && tenths > 0 ? "−" + digits : digits
  }
}
