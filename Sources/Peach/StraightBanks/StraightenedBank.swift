import PeachBankEditing
package import PeachInstrumentFiles
package import PeachInstrumentModel
import PeachIntonation

/// A SoundFont file whose recordings of one player are straight tones, for any synthesizer. Decaying
/// tones lose their common glide. The other recordings are corrected by their mean pitch, as by
/// ``RetunedBank``.
///
/// ```swift
/// let straight = try StraightenedBank(SoundFont(contentsOf: "FluidR3_GM.sf2"))
/// straight.presets[42].isStraightened  // true
/// try SoundFontWriter(straight.contents()).write(to: "FluidR3_GM straight.sf2")
/// ```
package struct StraightenedBank: Sendable {
  /// The measured presets, in the bank's order.
  package private(set) var presets: [StraightenedPreset] = []
  /// The amount of the recorded vibrato that is kept, 0…2.
  package let vibrato: Double
  /// The number of replaced sample headers.
  package var replacedHeaderCount: Int { straightening.headers.count }
  /// The number of regions as recorded, or with another correction than they need, because another
  /// preset shares their zone.
  package private(set) var sharedRegionCount = 0
  private let retuning: SoundFontRetuning
  private let original: SoundFontContents
  private let straightening: BankStraightening
  private let samples: [StraightSample]

  /// Straightens presets. Percussion is unchanged, except for zones that it shares with another
  /// preset. Takes about 20 ms for a second of a recording, on one of all processors. Call on any
  /// thread but the audio thread.
  ///
  /// - Parameters:
  ///   - vibrato: The amount of the recorded vibrato to keep, 0…2.
  ///   - smoothsLevels: Whether the levels of the partials are smoothed.
  ///   - isIncluded: Selects the presets.
  ///   - progress: Called with the completed fraction, 0…1. Its errors are rethrown.
  /// - Throws: `SampleCodecError`, or `InstrumentFileError`.
  package init(
    _ font: SoundFont, intonation: IntonationCache = IntonationCache(), vibrato: Double = 0,
    smoothsLevels: Bool = false, isIncluded: (Preset) -> Bool = { _ in true },
    progress: (Double) throws -> Void = { _ in }
  ) throws {
    self.vibrato = min(max(vibrato, 0), 2)
    let bank = font.soundBank()
    let included = bank.presets.indices.map { BankPreset(bank: bank, index: $0) }
      .filter { !$0.isPercussion && isIncluded($0.preset) }
    var tones = StraightTones()
    var plans = included.map {
      StraightPresetPlan($0, recordings: &tones, smoothsLevels: smoothsLevels)
    }
    try tones.straighten(in: bank) { try progress(0.6 * $0) }
    plans = plans.map { $0.plucked(&tones) ?? $0 }
    try tones.straighten(in: bank) { try progress(0.6 + 0.1 * $0) }
    let zones = font.instrumentZonesOfRegions()
    var votes = StraightZoneVotes(zoneCount: font.instrumentZones.count)
    var corrected: [(plan: StraightPresetPlan, isReplaced: Bool, cents: [Double])] = []
    for (done, plan) in plans.enumerated() {
      try progress(0.7 + 0.1 * Double(done) / Double(plans.count))
      let isReplaced = plan.replacesRecordings(tones)
      let cents = try plan.corrections(tones, isReplaced: isReplaced, intonation: intonation)
      for (region, zone) in zones[plan.chosen.index].enumerated() {
        let variant = plan.variant(of: region, tones, isReplaced: isReplaced)
        votes.add(variant: variant, cents: cents[region], for: zone)
      }
      corrected.append((plan, isReplaced, cents))
    }
    let (variants, cents) = votes.result
    retuning = SoundFontRetuning(font, centsOfZones: cents, variantsOfZones: variants)
    original = try SoundFont.read(ByteStorage(copying: retuning.bytes())).contents()
    straightening = BankStraightening(
      original, retuning, tones.replacements, variantsOfZones: variants, vibrato: self.vibrato)
    let writing = straightening
    samples = try ConcurrentMap.map(
      Array(writing.headers.indices), batchSize: 1, progress: { try progress(0.8 + 0.1 * $0) }
    ) { writing.sample(at: $0) }
    try tones.measure(samples, of: straightening) { try progress(0.9 + 0.1 * $0) }
    for (plan, isReplaced, needed) in corrected {
      for (region, zone) in zones[plan.chosen.index].enumerated() {
        let variant = plan.variant(of: region, tones, isReplaced: isReplaced)
        if variant != variants[zone] || abs(needed[region] - cents[zone]) > 0.01 {
          sharedRegionCount += 1
        }
      }
      presets.append(StraightenedPreset(plan, tones))
    }
    try progress(1)
  }

  /// Returns the bank with straight tones. The samples that stay as recorded keep their frames.
  package func contents() -> SoundFontContents {
    var contents = original
    straightening.apply(samples, to: &contents)
    return contents
  }
}
