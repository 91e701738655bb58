package import PeachInstrumentModel
public import PeachMusicUnits

/// The tuning errors of a preset's notes, before and after correction. There is one note per key
/// and velocity layer. If several regions sound together (stereo channels, layers, choruses), the
/// note's error is the mean of their errors, weighted by power. Octaves and intended transpositions
/// are not errors.
///
/// A note's error is the mean over 0.1 to 1 s after its onset, at the speed of its key. If this
/// segment has not been measured, it is the error of the sample's pitch.
public struct PresetIntonation: Hashable, Sendable {
  /// A key in a velocity layer.
  public struct Note: Hashable, Sendable {
    /// The key.
    public var key: UInt8
    /// The lowest velocity of the layer.
    public var velocity: UInt8
    /// The signed pitch error before correction, in cents.
    public var beforeCents: Double
    /// The signed pitch error after correction, in cents.
    public var afterCents: Double
    /// The half-width of the 95 % confidence interval of both errors, in cents.
    public var uncertaintyCents: Double
    /// The maximum distance of a window of 100 ms from the mean over 0.1 to 1 s, in cents.
    public var variationCents: Double
    /// The signed pitch error after correction, after the first second, in cents.
    public var laterCents: Double
    /// Whether all loops of the note consist of equal periods, which makes the pitch exact.
    public var isPeriodic: Bool

    func cents(after: Bool) -> Double { abs(after ? afterCents : beforeCents) }

    /// The maximum error that may remain, in cents.
    public var remainderCents: Double { max(abs(afterCents), uncertaintyCents) }
  }

  /// The notes with a pitch, sorted by velocity, then by key.
  public private(set) var notes: [Note] = []
  /// The number of notes without a pitch.
  public private(set) var unpitchedCount = 0

  /// Evaluates the notes of `regions` on `keys`. Ignores regions that sound on key release.
  ///
  /// - Parameters:
  ///   - appliedCents: The cents applied to each region, if they differ from the corrections: a
  ///     retuned file contains rounded values.
  ///   - windowCents: The largest deviation of 100 ms of each region that plays a straight tone;
  ///     `nil` for others.
  package init(
    regions: [Region], corrections: [RegionCorrection], measurements: [PitchMeasurement?],
    appliedCents: [Double]? = nil, windowCents: [Double?]? = nil,
    keys: ClosedRange<UInt8> = 0...127
  ) {
    let parts = regions.indices.filter { regions[$0].looping != .fromRelease }.map {
      var part = Part(
        regions[$0], corrections[$0], measurements[$0],
        applied: appliedCents?[$0] ?? corrections[$0].cents)
      part.window = windowCents?[$0]
      return part
    }
    for velocity in Set(parts.map { $0.softest }).sorted() {
      let layer = parts.filter { $0.velocities.contains(velocity) }
      let beginning = layer.filter { $0.softest == velocity }
      for key in keys where beginning.contains(where: { $0.keys.contains(key) }) {
        add(layer.filter { $0.keys.contains(key) }, key, velocity)
      }
    }
  }

  private mutating func add(_ sounding: [Part], _ key: UInt8, _ velocity: UInt8) {
    let pitched = sounding.filter { $0.isPitched }
    let power = pitched.reduce(0.0) { $0 + $1.power }
    guard power > 0 else {
      unpitchedCount += 1
      return
    }
    var note = Note(
      key: key, velocity: velocity, beforeCents: 0, afterCents: 0, uncertaintyCents: 0,
      variationCents: 0, laterCents: 0, isPeriodic: true)
    for part in pitched {
      let weight = part.power / power
      let heard = part.heard(key)
      note.beforeCents += weight * heard.cents
      note.afterCents += weight * (heard.cents + part.applied)
      note.uncertaintyCents += weight * part.uncertainty
      note.variationCents += weight * heard.variation
      // Ignores regions 20 dB below the others, which do not affect the perceived pitch.
      if weight > 0.01 && !part.isPeriodic { note.isPeriodic = false }
    }
    note.laterCents = Self.laterCents(of: pitched, key)
    notes.append(note)
  }

  /// Returns the error after the first second. Regions that are tuned differently beat, and the
  /// mean frequency of two tones is that of the stronger one: regions 3 dB below the strongest
  /// do not count.
  private static func laterCents(of parts: [Part], _ key: UInt8) -> Double {
    let strongest = parts.reduce(0.0) { max($0, $1.power) }
    var (sum, power) = (0.0, 0.0)
    for part in parts where 2 * part.power >= strongest {
      sum += part.power * (part.heard(key).later + part.applied)
      power += part.power
    }
    return power > 0 ? sum / power : 0
  }

  /// Returns the intonation if notes have a fraction of their correction.
  package func corrected(by fraction: (Note) -> Double) -> PresetIntonation {
    var result = self
    for (index, note) in notes.enumerated() {
      let missing = (1 - fraction(note)) * (note.afterCents - note.beforeCents)
      result.notes[index].afterCents -= missing
      result.notes[index].laterCents -= missing
    }
    return result
  }

  /// Returns the intonation with the measured errors of the notes as they are played, if they are
  /// known.
  package func measured(
    by error: (Note) -> (mean: Double, variation: Double)?
  ) -> PresetIntonation {
    var result = self
    for (index, note) in notes.enumerated() {
      guard let error = error(note) else { continue }
      result.notes[index].afterCents = error.mean
      result.notes[index].variationCents = error.variation
      result.notes[index].uncertaintyCents = min(note.uncertaintyCents, abs(error.mean))
    }
    return result
  }

  /// Returns the intonation with some notes of another.
  package func replacing(
    _ isReplaced: (Note) -> Bool, with other: PresetIntonation
  ) -> PresetIntonation {
    var result = self
    result.notes = notes.map { note in
      guard isReplaced(note) else { return note }
      return other.notes.first { $0.key == note.key && $0.velocity == note.velocity } ?? note
    }
    return result
  }

  /// Returns the median of the absolute errors, in cents; 0 without notes.
  public func medianCents(after: Bool) -> Double {
    Self.quantile(0.5, of: notes.map { $0.cents(after: after) })
  }

  /// Returns the maximum absolute error, in cents; 0 without notes.
  public func worstCents(after: Bool) -> Double {
    notes.map { $0.cents(after: after) }.max() ?? 0
  }

  /// Returns a quantile of the differences between the errors of adjacent keys in a velocity layer,
  /// in cents.
  ///
  /// - Parameters:
  ///   - after: Whether to evaluate the errors after correction.
  ///   - part: The quantile, 0…1; 1 for the maximum.
  public func jumpCents(after: Bool, part: Double = 1) -> Double {
    let jumps = zip(notes, notes.dropFirst())
      .filter { $0.velocity == $1.velocity && $0.key + 1 == $1.key }
      .map { abs(after ? $1.afterCents - $0.afterCents : $1.beforeCents - $0.beforeCents) }
    return Self.quantile(part, of: jumps)
  }

  /// The maximum error of a note that may remain, in cents. This is the uncertainty, or the error
  /// if it is larger, such as one that cannot be corrected.
  public var worstRemainderCents: Double { notes.map { $0.remainderCents }.max() ?? 0 }

  /// The maximum ``Note/variationCents`` of the notes.
  public var worstVariationCents: Double { notes.map { $0.variationCents }.max() ?? 0 }

  /// The maximum of the absolute ``Note/laterCents`` of the notes.
  public var worstLaterCents: Double { notes.map { abs($0.laterCents) }.max() ?? 0 }

  /// The maximum deviation of a window of 100 ms from the nominal pitch that may remain: the sum of
  /// ``Note/remainderCents`` and ``Note/variationCents``.
  public var worstWindowCents: Double {
    notes.map { $0.remainderCents + $0.variationCents }.max() ?? 0
  }

  /// The badge of the preset.
  public var badge: IntonationBadge {
    notes.isEmpty
      ? .unpitched
      : IntonationBadge(
        meanCents: worstRemainderCents, variationCents: worstVariationCents,
        laterCents: worstLaterCents)
  }

  private static func quantile(_ part: Double, of values: [Double]) -> Double {
    guard !values.isEmpty else { return 0 }
    let index = Int((part * Double(values.count)).rounded(.up)) - 1
    return values.sorted()[min(max(index, 0), values.count - 1)]
  }
}

private struct Part {
  var keys: ClosedRange<UInt8>
  var velocities: ClosedRange<UInt8>
  var isPitched: Bool
  var isPeriodic: Bool
  /// The part of the errors that is intended, in cents.
  var aside: Double
  var error: Double
  var sounding: SoundingErrors?
  /// The largest deviation of 100 ms of a straight tone.
  var window: Double?
  var applied: Double
  var uncertainty: Double
  var power: Double
  /// The lowest velocity; at least 1, as a velocity of 0 is a note-off.
  var softest: UInt8 { max(velocities.lowerBound, 1) }

  init(
    _ region: Region, _ correction: RegionCorrection, _ measurement: PitchMeasurement?,
    applied: Double
  ) {
    keys = region.keys
    velocities = region.velocities
    isPeriodic = measurement?.kind == .periodicLoop && !correction.isJudgedBeforeLoop
    // A scale tuning of 0 plays the same pitch on all keys.
    isPitched =
      correction.status != .unpitched && correction.status != .unmeasured
      && region.generators[.scaleTuning] != 0
    aside = correction.asideCents
    error = correction.errorCents
    sounding = correction.sounding
    self.applied = applied
    uncertainty = correction.uncertaintyCents
    let centibels = min(max(Double(region.generators[.initialAttenuation]), 0), 1440)
    power = Exponential.exp2(-centibels / 100 * 3.321928094887362)
  }

  /// Returns the error of a key's first second before correction, its variation, and the error
  /// after the first second.
  func heard(_ key: UInt8) -> (cents: Double, variation: Double, later: Double) {
    guard let sounding, let mean = sounding.means[sounding.index(of: key)] else {
      return (error - aside, window ?? 0, error - aside)
    }
    let variation = sounding.largest[sounding.index(of: key)]
    return (mean - aside, variation, (sounding.laterCents ?? mean) - aside)
  }
}

extension RegionCorrection {
  /// The part of the error that is intended, in cents: semitones if corrected, otherwise octaves.
  var asideCents: Double {
    let isApplied = status == .applied || status == .appliedAside
    let step = isApplied ? 100.0 : 1200.0
    guard abs(errorCents) < 1_000_000 else { return 0 }
    let steps = (errorCents + (isApplied ? cents : 0)) / step
    return step * Double(Int(steps + (steps < 0 ? -0.5 : 0.5)))
  }
}
