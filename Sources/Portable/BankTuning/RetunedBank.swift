public import PeachBankEditing
public import PeachInstrumentFiles
public import PeachInstrumentModel
public import PeachIntonation
import PeachStraightPresets

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
  /// The presets with such regions, and those that they share zones with.
  public private(set) var presetsWithSharedZones: [Preset] = []
  /// The number of instruments that were copied, because presets that share them need different
  /// corrections.
  public private(set) var copiedInstrumentCount = 0

  /// Corrects presets by their measurements.
  ///
  /// - Parameters:
  ///   - bank: The bank of the file.
  ///   - measured: The presets to correct, by their index in the bank.
  ///   - resamples: Whether to resample samples whose header is too coarse for 0.01 cent.
  ///   - evaluatesAllKeys: Whether the intonation includes keys beyond the instrument's compass.
  package init(
    _ font: SoundFont, _ bank: SoundBank, measured: [(index: Int, preset: MeasuredPreset)],
    resamples: Bool = false, evaluatesAllKeys: Bool = false
  ) throws(InstrumentFileError) {
    var measured = measured
    let compasses = measured.map {
      PlayedIntonation.trainedKeys(ofPresetAt: $0.index, of: bank, $0.preset.regions)
    }
    for index in measured.indices {
      measured[index].preset.limitCorrections(toNotesOf: compasses[index])
    }
    let sharing = InstrumentSharing(font, measured)
    let separated = sharing.copies.isEmpty ? nil : font.separatingInstruments(sharing.copies)
    if separated != nil { copiedInstrumentCount = sharing.copies.reduce(0) { $0 + $1.value.count } }
    let font = separated ?? font
    let zones = font.instrumentZonesOfRegions()
    var votes = ZoneCorrectionVotes(zoneCount: font.instrumentZones.count)
    for (index, preset) in measured {
      for (zone, correction) in zip(zones[index], preset.corrections) {
        votes.add(correction.cents, for: zone)
      }
    }
    var cents = votes.result
    Self.limit(&cents, ofZones: zones, measured, compasses)
    retuning = SoundFontRetuning(font, centsOfZones: cents)
    resampling =
      resamples
      ? PitchResampling(
        try Self.contents(retuning), centsOfSamples: retuning.residualCentsOfHeaders) : nil
    var sharedZones: Set<Int> = []
    for (number, (index, preset)) in measured.enumerated() {
      let zones = zones[index]
      for (zone, correction) in zip(zones, preset.corrections)
      where abs(correction.cents - cents[zone]) > 0.01 {
        sharedRegionCount += 1
        sharedZones.insert(zone)
      }
      let applied = zones.map { zone in
        let plan = retuning.headersOfZones[zone].flatMap { resampling?.plans[$0] }
        return retuning.centsOfZones[zone] + (plan?.cents ?? 0)
      }
      presets.append(
        Entry(
          preset: bank.presets[index],
          intonation: preset.intonation(
            appliedCents: applied, keys: evaluatesAllKeys ? 0...127 : compasses[number])))
    }
    presetsWithSharedZones = measured.filter { !sharedZones.isDisjoint(with: zones[$0.index]) }
      .map { bank.presets[$0.index] }
  }

  /// Reduces the corrections of zones that regions with other needs share until no note of the
  /// presets has a larger error than without them.
  private static func limit(
    _ cents: inout [Double], ofZones zones: [[Int]],
    _ measured: [(index: Int, preset: MeasuredPreset)], _ compasses: [ClosedRange<UInt8>]
  ) {
    let whole = cents
    let steps = 8.0
    var remaining = [Double](repeating: steps, count: cents.count)
    for _ in 0..<64 {
      var reduced: Set<Int> = []
      for (number, (index, preset)) in measured.enumerated() {
        let applied = zones[index].map { cents[$0] }
        let differs = zip(applied, preset.corrections).contains { abs($0 - $1.cents) > 0.01 }
        guard differs else { continue }
        for region in preset.regionsOfWorseNotes(appliedCents: applied, keys: compasses[number]) {
          reduced.insert(zones[index][region])
        }
      }
      let reducible = reduced.filter { remaining[$0] > 0 }
      if reducible.isEmpty { return }
      for zone in reducible {
        remaining[zone] -= 1
        cents[zone] = whole[zone] * remaining[zone] / steps
      }
    }
  }

  /// Returns the contents of the corrected file, without resampling.
  package static func contents(
    _ retuning: SoundFontRetuning
  ) throws(InstrumentFileError) -> SoundFontContents {
    try SoundFont.read(ByteStorage(copying: retuning.bytes())).contents()
  }
}

/// The instruments that presets share although their zones need different corrections.
private struct InstrumentSharing {
  /// The instruments to copy for each preset.
  private(set) var copies: [Int: Set<Int>] = [:]

  /// Corrections that differ by less have a common one, in cents.
  private static let tolerance = 0.05

  init(_ font: SoundFont, _ measured: [(index: Int, preset: MeasuredPreset)]) {
    let zones = font.instrumentZonesOfRegions()
    let instruments = font.instrumentsOfPresets()
    var instrumentOfZone = [Int?](repeating: nil, count: font.instrumentZones.count)
    for (index, instrument) in font.instruments.enumerated() {
      for zone in instrument.zones where instrumentOfZone.indices.contains(zone) {
        instrumentOfZone[zone] = index
      }
    }
    // The needs of the presets that keep an instrument, by its zones.
    var kept: [[Int: Double]] = Array(repeating: [:], count: font.instruments.count)
    for (index, preset) in measured where instruments.indices.contains(index) {
      var needs: [Int: [Int: Double]] = [:]
      for (zone, correction) in zip(zones[index], preset.corrections) {
        guard let instrument = instrumentOfZone[zone] else { continue }
        if needs[instrument]?[zone] == nil {
          needs[instrument, default: [:]][zone] = correction.cents
        }
      }
      for (instrument, needs) in needs {
        let agrees = needs.allSatisfy { zone, cents in
          abs((kept[instrument][zone] ?? cents) - cents) <= Self.tolerance
        }
        if agrees {
          for (zone, cents) in needs where kept[instrument][zone] == nil {
            kept[instrument][zone] = cents
          }
        } else {
          copies[index, default: []].insert(instrument)
        }
      }
    }
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
