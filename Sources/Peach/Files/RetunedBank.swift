public import PeachBankEditing
public import PeachInstrumentFiles
public import PeachInstrumentModel
public import PeachIntonation

/// A SoundFont file, what its presets' pitches are, and the file with them put right.
///
/// ```swift
/// let font = try SoundFont(contentsOf: "FluidR3_GM.sf2")
/// let tuned = try RetunedBank(font)
/// tuned.presets[0].intonation.worstCents(after: false)  // 7.6…
/// try FileAccess.write(tuned.bytes(), to: "FluidR3_GM in tune.sf2")
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
  /// The file that is in tune, as far as sample headers can say it.
  public let retuning: SoundFontRetuning
  /// The samples that are stretched besides; nil where nobody asked.
  public let resampling: PitchResampling?
  /// How many regions another preset that shares their zone keeps from being corrected by a
  /// hundredth of a cent.
  public private(set) var sharedRegionCount = 0

  /// Measures the presets for which `isWanted`, as players do, and corrects these; percussion, where
  /// no key has a pitch of its own, is left as it is but for zones that it shares with a preset.
  ///
  /// What `intonation` knows is not measured again; the rest takes up to a third of a second for
  /// each preset. Samples whose headers leave more than 0.01 cent are stretched where `resamples` is
  /// true. Not for the audio thread. `progress` is told how much is done, 0…1, and what it throws is
  /// thrown on. Throws `SampleCodecError`, and what writing throws.
  public init(
    _ font: SoundFont, intonation: IntonationCache = IntonationCache(), resamples: Bool = false,
    isWanted: (Preset) -> Bool = { _ in true },
    progress: (Double) throws -> Void = { _ in }
  ) throws {
    let bank = font.soundBank()
    let zones = font.instrumentZonesOfRegions()
    let wanted = bank.presets.indices.map { BankPreset(bank: bank, index: $0) }
      .filter { !$0.isPercussion && isWanted($0.preset) }
    var wishes = ZoneCorrectionVotes(zoneCount: font.instrumentZones.count)
    var measured: [(index: Int, preset: MeasuredPreset)] = []
    for (done, chosen) in wanted.enumerated() {
      try progress(Double(done) / Double(wanted.count))
      guard let preset = try intonation.measured(chosen) else { continue }
      measured.append((chosen.index, preset))
      for (zone, correction) in zip(zones[chosen.index], preset.corrections) {
        wishes.add(correction.cents, for: zone)
      }
    }
    let cents = wishes.result
    retuning = SoundFontRetuning(font, centsOfZones: cents)
    resampling =
      resamples
      ? PitchResampling(
        try Self.contents(retuning), centsOfSamples: retuning.centsLeftOfHeaders) : nil
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
        Entry(
          preset: bank.presets[index], intonation: preset.intonation(appliedCents: applied)))
    }
    try progress(1)
  }

  /// The whole file. Takes as much memory as it has bytes, and three times that with samples that are
  /// stretched, for which it is written anew; not for the audio thread. Throws `InstrumentFileError`,
  /// and `SoundFontWritingError` where stretched samples make it too large.
  public func bytes() throws -> [UInt8] {
    guard let resampling, !resampling.plans.isEmpty else { return try retuning.bytes() }
    var contents = try Self.contents(retuning)
    resampling.apply(to: &contents)
    let writer = try SoundFontWriter(contents)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(writer.byteCount)
    for piece in writer.pieces { bytes += piece.bytes }
    return bytes
  }

  private static func contents(_ retuning: SoundFontRetuning) throws -> SoundFontContents {
    try SoundFont.read(ByteStorage(copying: retuning.bytes())).contents()
  }
}

/// What the regions that play a zone want added to its pitch. A zone has one pitch, whatever preset
/// plays it: what most of them ask for.
private struct ZoneCorrectionVotes {
  private var counts: [[Double: Int]]

  init(zoneCount: Int) { counts = [[Double: Int]](repeating: [:], count: zoneCount) }

  mutating func add(_ cents: Double, for zone: Int) {
    // Thousandths, so that what differs by rounding is one wish.
    counts[zone][(cents * 1000).rounded() / 1000, default: 0] += 1
  }

  /// For each zone; 0 where nobody asks, and of equally many wishes the smallest.
  var result: [Double] {
    counts.map { zone in
      zone.max { ($0.value, -abs($0.key), $0.key) < ($1.value, -abs($1.key), $1.key) }?.key ?? 0
    }
  }
}
