import PeachBankEditing
package import PeachInstrumentFiles

/// A SoundFont file whose recordings of one player are straight tones, for any synthesizer.
/// Decaying tones lose their common glide. The other recordings are corrected by their mean pitch,
/// as by ``RetunedBank``. ``StraighteningStages`` make it.
///
/// ```swift
/// let straight = try StraightenedBank(SoundFont(contentsOf: "FluidR3_GM.sf2"))
/// straight.presets[42].isStraightened  // true
/// try SoundFontWriter(straight.contents()).write(to: "FluidR3_GM straight.sf2")
/// ```
package struct StraightenedBank: Sendable {
  /// The measured presets, in the bank's order.
  package let presets: [StraightenedPreset]
  /// The amount of the recorded vibrato that is kept, 0…2.
  package let vibrato: Double
  /// The number of replaced sample headers.
  package var replacedHeaderCount: Int { straightening.headers.count }
  /// The number of regions as recorded, or with another correction than they need, because another
  /// region shares their zone.
  package let sharedRegionCount: Int
  let original: SoundFontContents
  let straightening: BankStraightening
  let samples: [StraightSample]

  /// Returns the bank with straight tones. The samples that stay as recorded keep their frames.
  package func contents() -> SoundFontContents {
    var contents = original
    straightening.apply(samples, to: &contents)
    return contents
  }
}
