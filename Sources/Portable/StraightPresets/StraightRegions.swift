package import PeachInstrumentModel
package import PeachSynthesis

/// The way the regions of a preset are played if straight tones or corrections are
/// requested.
package struct StraightRegions: Sendable {
  /// Whether the preset as a whole is straight, or the reason why not.
  package var tone: AppliedTone
  /// Cents to add to the pitch of each region.
  package var corrections: [Double]
  /// The samples that regions play instead of their own, by the index of the region.
  package var replacements: [Int: SampleReplacement] = [:]
  /// Whether the bank's modulation of pitch is off, except for the pitch wheel.
  package var steadyPitch: Bool
  /// The share of the corrections that each note has, if it is verified.
  package var shares = NoteShares()
  /// Cents to add to each of 128 keys by which octaves are stretched, for several kinds of octaves
  /// one after the other; empty if they are not requested, or without stiff strings.
  package var octaveCents: [Double] = []

  package init(
    tone: AppliedTone, corrections: [Double], steadyPitch: Bool, shares: NoteShares = NoteShares()
  ) {
    self.tone = tone
    self.corrections = corrections
    self.steadyPitch = steadyPitch
    self.shares = shares
  }
}

extension InstrumentLoader {
  /// Prepares a preset whose regions are played with straight tones, or corrected.
  package func prepare(
    presetAt index: Int, usedKeys: UsedKeys = .all, as straight: StraightRegions
  ) throws(SampleCodecError) -> PreparedPreset {
    try prepare(
      presetAt: index, usedKeys: usedKeys, corrections: straight.corrections,
      steadyNotes: straight.steadyPitch ? .all : .none, replacements: straight.replacements,
      shares: straight.shares)
  }
}
