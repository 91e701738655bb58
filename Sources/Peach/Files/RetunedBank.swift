public import PeachInstrumentFiles
public import PeachInstrumentModel
public import PeachIntonation
import PeachMusicUnits

/// A SoundFont file, what its presets' pitches are, and the file with them put right.
///
/// ```swift
/// let font = try SoundFont(contentsOf: "FluidR3_GM.sf2")
/// let tuned = try RetunedBank(font)
/// tuned.presets[0].intonation.worstCents(after: false)  // 8.9…
/// try FileAccess.write(tuned.retuning.bytes(), to: "FluidR3_GM in tune.sf2")
/// ```
public struct RetunedBank: Sendable {
  /// A preset that was measured.
  public struct Entry: Sendable {
    /// Its name and numbers.
    public var preset: Preset
    /// Its notes, before and after.
    public var intonation: PresetIntonation
  }

  /// The presets measured, in the bank's order.
  public private(set) var presets: [Entry] = []
  /// The file that is in tune.
  public let retuning: SoundFontRetuning
  /// How many regions another preset that shares their zone keeps from being corrected by a
  /// hundredth of a cent.
  public private(set) var sharedRegionCount = 0

  /// Measures the presets for which `isWanted`, and corrects these.
  ///
  /// Takes a few milliseconds for each recording; not for the audio thread. `progress` is told how
  /// much is done, 0…1, and what it throws is thrown on.
  public init(
    _ font: SoundFont, isWanted: (Preset) -> Bool = { _ in true },
    progress: (Double) throws -> Void = { _ in }
  ) throws {
    let bank = font.soundBank()
    let zones = font.instrumentZonesOfRegions()
    let wanted = bank.presets.indices.filter { isWanted(bank.presets[$0]) }
    let estimator = PitchEstimator()
    var map = IntonationMap()
    var measured: [Measured] = []
    var wishes = [[Double: Int]](repeating: [:], count: font.instrumentZones.count)
    for (place, index) in wanted.enumerated() {
      try progress(Double(place) / Double(wanted.count))
      let regions = bank.regions(ofPresetAt: index)
      var stop: (any Error)?
      try map.measure(regions, of: bank, decoder: StandardDecoder.decoder, using: estimator) {
        done, total in
        do {
          let part = Double(done) / Double(max(total, 1))
          try progress((Double(place) + part) / Double(wanted.count))
          return true
        } catch {
          stop = error
          return false
        }
      }
      if let stop { throw stop }
      let corrections = map.corrections(of: regions, in: bank)
      for (region, correction) in zip(regions.indices, corrections) {
        // Thousandths, so that what differs by rounding is one wish.
        let cents = (correction.cents * 1000).rounded() / 1000
        wishes[zones[index][region]][cents, default: 0] += 1
      }
      measured.append(
        Measured(
          index: index, regions: regions, corrections: corrections,
          measurements: regions.map { map[RegionRecording($0)] }))
    }
    // A zone has one pitch, whatever preset plays it: what most regions ask for.
    let cents = wishes.map { zone in
      zone.max { ($0.value, -abs($0.key)) < ($1.value, -abs($1.key)) }?.key ?? 0
    }
    retuning = SoundFontRetuning(font, centsOfZones: cents)
    for one in measured {
      let applied = one.regions.indices.map { retuning.centsOfZones[zones[one.index][$0]] }
      sharedRegionCount += one.regions.indices.count {
        abs(one.corrections[$0].cents - cents[zones[one.index][$0]]) > 0.01
      }
      presets.append(
        Entry(
          preset: bank.presets[one.index],
          intonation: PresetIntonation(
            regions: one.regions, corrections: one.corrections, measurements: one.measurements,
            appliedCents: applied)))
    }
    try progress(1)
  }

  private struct Measured {
    var index: Int
    var regions: [Region]
    var corrections: [RegionCorrection]
    var measurements: [PitchMeasurement?]
  }
}
