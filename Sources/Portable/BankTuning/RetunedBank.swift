public import PeachBankEditing
public import PeachInstrumentFiles
public import PeachInstrumentModel
public import PeachIntonation

/// A SoundFont file with measured intonation, and the file with corrected pitches.
///
/// ```swift
/// let font = try SoundFont(contentsOf: "FluidR3_GM.sf2")
/// let tuned = try RetunedBank(font)
/// tuned.presets[0].intonation.worstCents(after: false)  // 7.6…
/// try FileAccess.write(tuned.bytes(), to: "FluidR3_GM in tune.sf2")
/// ```
public struct RetunedBank: Sendable {
  /// A measured preset.
  public struct Entry: Sendable {
    /// The preset's name and numbers.
    public var preset: Preset
    /// The errors of its notes before and after correction.
    public var intonation: PresetIntonation
  }

  /// The measured presets, in the bank's order.
  public private(set) var presets: [Entry] = []
  /// The file with corrected sample headers.
  public let retuning: SoundFontRetuning
  /// The resampling that corrects the remaining errors; `nil` if it was not requested.
  public let resampling: PitchResampling?
  /// The number of regions not corrected to 0.01 cent, because another region of their zone needs a
  /// different correction.
  public private(set) var sharedRegionCount = 0

  /// Corrects presets by their measurements.
  ///
  /// - Parameters:
  ///   - bank: The bank of the file.
  ///   - measured: The presets to correct, by their index in the bank.
  ///   - resamples: Whether to resample samples whose header is too coarse for 0.01 cent.
  package init(
    _ font: SoundFont, _ bank: SoundBank, measured: [(index: Int, preset: MeasuredPreset)],
    resamples: Bool = false
  ) throws(InstrumentFileError) {
    let zones = font.instrumentZonesOfRegions()
    var votes = ZoneCorrectionVotes(zoneCount: font.instrumentZones.count)
    for (index, preset) in measured {
      for (zone, correction) in zip(zones[index], preset.corrections) {
        votes.add(correction.cents, for: zone)
      }
    }
    let cents = votes.result
    retuning = SoundFontRetuning(font, centsOfZones: cents)
    resampling =
      resamples
      ? PitchResampling(
        try Self.contents(retuning), centsOfSamples: retuning.residualCentsOfHeaders) : nil
    for (index, preset) in measured {
      let zones = zones[index]
      for (zone, correction) in zip(zones, preset.corrections)
      where abs(correction.cents - cents[zone]) > 0.01 {
        sharedRegionCount += 1
      }
      let applied = zones.map { zone in
        let plan = retuning.headersOfZones[zone].flatMap { resampling?.plans[$0] }
        return retuning.centsOfZones[zone] + (plan?.cents ?? 0)
      }
      presets.append(
        Entry(preset: bank.presets[index], intonation: preset.intonation(appliedCents: applied)))
    }
  }

  /// Returns the contents of the corrected file, without resampling.
  package static func contents(
    _ retuning: SoundFontRetuning
  ) throws(InstrumentFileError) -> SoundFontContents {
    try SoundFont.read(ByteStorage(copying: retuning.bytes())).contents()
  }
}

/// Chooses the correction of each zone: the most frequent one of its regions.
private struct ZoneCorrectionVotes {
  private var counts: [[Double: Int]]

  init(zoneCount: Int) { counts = [[Double: Int]](repeating: [:], count: zoneCount) }

  mutating func add(_ cents: Double, for zone: Int) {
    // Rounded to thousandths, so that rounding errors do not split votes.
    counts[zone][(cents * 1000).rounded() / 1000, default: 0] += 1
  }

  /// The correction of each zone in cents; 0 without votes. Ties go to the
  /// smallest magnitude.
  var result: [Double] {
    counts.map { zone in
      zone.max { ($0.value, -abs($0.key), $0.key) < ($1.value, -abs($1.key), $1.key) }?.key ?? 0
    }
  }
}
