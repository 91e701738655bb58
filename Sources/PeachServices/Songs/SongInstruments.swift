import PeachInstrumentModel
import PeachSequencing
import PeachSynthesis
import PeachTuning

/// The instruments of a song, prepared as its options ask: in tune, or with straight tones.
struct SongInstruments {
  private let instruments: [SharedInstruments]
  private let options: NoteOptions
  private let stretch: OctaveStretch?
  /// The measured pitches of recordings, which also tell their inharmonicity.
  private let intonation: IntonationCache
  /// The prepared presets and how they are played, if straight tones were requested.
  private(set) var tones: [RenderSummary.PresetTone] = []

  init(
    _ banks: SongBanks, options: RenderOptions, intonation: IntonationCache,
    straightTones: StraightToneCache
  ) {
    instruments = banks.instruments
    (stretch, self.intonation) = (options.stretch, intonation)
    self.options = NoteOptions(
      intonation: options.inTune || options.stretch != nil ? intonation : nil, tone: options.tone,
      straightTones: straightTones)
  }

  mutating func prepare(
    _ entry: BankStack.Entry, _ usedKeys: UsedKeys
  ) throws(SampleCodecError) -> PreparedPreset {
    let instruments = instruments[entry.layer]
    let preset = BankPreset(bank: instruments.bank, index: entry.preset)
    let prepared = try prepare(preset, entry.identifier, usedKeys, by: instruments)
    return prepared.withKeyCents(try preset.stretchCents(stretch, intonation))
  }

  private mutating func prepare(
    _ preset: BankPreset, _ identifier: PresetIdentifier, _ usedKeys: UsedKeys,
    by instruments: SharedInstruments
  ) throws(SampleCodecError) -> PreparedPreset {
    guard options.tone.isStraight else {
      return try preset.prepared(usedKeys, by: instruments, options: options)
    }
    let straight = try StraightPreset(preset, options)
    let tone = RenderSummary.PresetTone(preset: identifier, tone: try straight.tone())
    if !tones.contains(tone) { tones.append(tone) }
    return try straight.prepared(usedKeys, by: instruments)
  }
}
