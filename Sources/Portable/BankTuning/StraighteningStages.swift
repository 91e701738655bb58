package import PeachBankEditing
package import PeachInstrumentFiles
package import PeachInstrumentModel
package import PeachIntonation

/// The stages of straightening a bank. Their work is divided among threads, or among steps.
///
/// ```swift
/// var stages = StraighteningStages(font)
/// for plucked in [false, true] {
///   if plucked { stages.findPluckedPresets() }
///   for number in stages.unknownRecordings {
///     stages.set(try stages.straightened(number, decoder: nil, using: straightener), at: number)
///   }
///   stages.finishStraightening()
/// }
/// for index in stages.plans.indices { try stages.correct(planAt: index) { … } }
/// let straightening = try stages.assignHeaders()
/// stages.samples = straightening.headers.indices.map { straightening.sample(at: $0) }
/// for number in stages.headersOfRecordings.indices {
///   stages.set(stages.windows(ofRecording: number), at: number)
/// }
/// let bank = stages.finished
/// ```
package struct StraighteningStages: Sendable {
  package let bank: SoundBank
  /// The presets to straighten.
  package private(set) var plans: [StraightPresetPlan]
  package private(set) var tones = StraightTones()
  /// The samples of the replaced headers.
  package var samples: [StraightSample] = []
  /// The headers of each recording, after ``assignHeaders()``.
  package private(set) var headersOfRecordings: [[Int]] = []
  private let font: SoundFont
  private let vibrato: Double
  private let zones: [[Int]]
  private var votes: StraightZoneVotes
  private var corrected: [(isReplaced: Bool, cents: [Double])] = []
  private var written: Written?

  private struct Written: Sendable {
    var variants: [Int]
    var cents: [Double]
    var original: SoundFontContents
    var straightening: BankStraightening
  }

  /// - Parameters:
  ///   - vibrato: The amount of the recorded vibrato to keep, 0…2.
  ///   - smoothsLevels: Whether the levels of the partials are smoothed.
  ///   - isIncluded: Selects the presets. Percussion is excluded.
  package init(
    _ font: SoundFont, vibrato: Double = 0, smoothsLevels: Bool = false,
    isIncluded: (Preset) -> Bool = { _ in true }
  ) {
    self.font = font
    self.vibrato = min(max(vibrato, 0), 2)
    let bank = font.soundBank()
    var tones = StraightTones()
    self.bank = bank
    plans = bank.presets.indices.filter {
      bank.presets[$0].bank != 128 && isIncluded(bank.presets[$0])
    }.map {
      StraightPresetPlan(presetAt: $0, of: bank, recordings: &tones, smoothsLevels: smoothsLevels)
    }
    self.tones = tones
    zones = font.instrumentZonesOfRegions()
    votes = StraightZoneVotes(zoneCount: font.instrumentZones.count)
  }

  // MARK: Recordings

  /// The recordings to straighten, the longest first.
  package var unknownRecordings: [Int] { tones.unknownRecordings(in: bank) }

  /// Returns a recording with its straight tone.
  package func straightened(
    _ number: Int, decoder: SampleDecoder?, using straightener: ToneStraightener
  ) throws(SampleCodecError) -> StraightTones.Entry {
    try tones.straightened(number, in: bank, decoder: decoder, using: straightener)
  }

  package mutating func set(_ entry: StraightTones.Entry, at number: Int) {
    tones.set(entry, at: number)
  }

  /// Call after all ``unknownRecordings`` have been set.
  package mutating func finishStraightening() { tones.finishStraightening(in: bank) }

  /// Finds presets of tones that decay, which adds recordings.
  package mutating func findPluckedPresets() {
    plans = plans.map { $0.plucked(&tones) ?? $0 }
  }

  // MARK: Corrections

  /// Corrects a plan; in ascending order.
  ///
  /// - Parameter measure: Returns the measured pitches of regions that play as recorded.
  package mutating func correct(
    planAt index: Int, measure: ([Region]) throws(SampleCodecError) -> IntonationMap
  ) throws(SampleCodecError) {
    let plan = plans[index]
    let isReplaced = plan.replacesRecordings(tones)
    let cents = try plan.corrections(tones, isReplaced: isReplaced, measure: measure)
    for (region, zone) in zones[plan.index].enumerated() {
      let variant = plan.variant(of: region, tones, isReplaced: isReplaced)
      votes.add(variant: variant, cents: cents[region], for: zone)
    }
    corrected.append((isReplaced, cents))
  }

  // MARK: Samples

  /// Assigns sample headers to the zones, and returns those to replace.
  package mutating func assignHeaders() throws(InstrumentFileError) -> BankStraightening {
    let (variants, cents) = votes.result
    let retuning = SoundFontRetuning(font, centsOfZones: cents, variantsOfZones: variants)
    let original = try RetunedBank.contents(retuning)
    let straightening = BankStraightening(
      original, retuning, tones.replacements, variantsOfZones: variants, vibrato: vibrato)
    headersOfRecordings = tones.headersOfRecordings(straightening)
    written = Written(
      variants: variants, cents: cents, original: original, straightening: straightening)
    return straightening
  }

  /// Measures a recording as it is written, after ``samples`` were set.
  package func windows(ofRecording number: Int) -> ToneWindows? {
    written.flatMap {
      tones.windows(
        ofRecording: number, headers: headersOfRecordings[number], samples, $0.straightening)
    }
  }

  package mutating func set(_ windows: ToneWindows?, at number: Int) {
    tones.set(windows, at: number)
  }

  // MARK: Result

  /// The straightened bank after all stages; `nil` before.
  package var finished: StraightenedBank? {
    guard let written else { return nil }
    var sharedRegionCount = 0
    for (plan, (isReplaced, needed)) in zip(plans, corrected) {
      for (region, zone) in zones[plan.index].enumerated() {
        let variant = plan.variant(of: region, tones, isReplaced: isReplaced)
        if variant != written.variants[zone] || abs(needed[region] - written.cents[zone]) > 0.01 {
          sharedRegionCount += 1
        }
      }
    }
    return StraightenedBank(
      presets: plans.map { StraightenedPreset($0, tones) }, vibrato: vibrato,
      sharedRegionCount: sharedRegionCount, original: written.original,
      straightening: written.straightening, samples: samples)
  }
}
