package import PeachInstrumentModel
import PeachMusicUnits

/// How well in tune a preset's notes are, as its file has them and once corrected.
///
/// A note is a key struck at a velocity: one for each key and each layer of velocities that answers
/// it. Where several regions sound at once (stereo halves, layers, choruses) the note's error is the
/// mean of theirs, weighted by the power at which the preset plays them. Whole octaves, and what a
/// preset transposes on purpose, are no errors.
public struct PresetIntonation: Hashable, Sendable {
  /// A key struck at a velocity.
  public struct Note: Hashable, Sendable {
    /// The key.
    public var key: UInt8
    /// The softest velocity of its layer.
    public var velocity: UInt8
    /// How far it sounds above its key as the file has it, in cents.
    public var beforeCents: Double
    /// How far once corrected.
    public var afterCents: Double
    /// Both are right to so many cents, in 95 of 100 cases.
    public var uncertaintyCents: Double
    /// How far the recordings' own pitch wavers, the most of those that sound: a standard deviation
    /// in cents.
    public var spreadCents: Double
    /// Whether the loops that sound are all of equal periods: then the pitch is exact.
    public var isPeriodic: Bool

    /// The most that may be left of its error, in cents.
    public var remainderCents: Double { max(abs(afterCents), uncertaintyCents) }
  }

  /// The notes that have a pitch, by velocity and then by key.
  public private(set) var notes: [Note] = []
  /// How many notes have none.
  public private(set) var unpitchedCount = 0

  /// The notes of `regions`, whose `corrections` are those of an ``IntonationMap``.
  ///
  /// `appliedCents` are the cents that are added to each, where that is not what the corrections
  /// say: a retuned file has them rounded. `keys` are those looked at. What sounds when a key is let
  /// go is no pitch that anybody compares, and left out.
  package init(
    regions: [Region], corrections: [RegionCorrection], measurements: [PitchMeasurement?],
    appliedCents: [Double]? = nil, keys: ClosedRange<UInt8> = 0...127
  ) {
    var parts: [Part] = []
    for index in regions.indices where regions[index].looping != .fromRelease {
      parts.append(
        Part(
          regions[index], corrections[index], measurements[index],
          applied: appliedCents?[index] ?? corrections[index].cents))
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
      spreadCents: 0, isPeriodic: true)
    for part in pitched {
      let weight = part.power / power
      note.beforeCents += weight * part.before
      note.afterCents += weight * part.after
      note.uncertaintyCents += weight * part.uncertainty
      // What is 20 dB below the rest neither carries the pitch nor blurs it.
      guard weight > 0.01 else { continue }
      note.spreadCents = max(note.spreadCents, part.spread)
      if !part.isPeriodic { note.isPeriodic = false }
    }
    notes.append(note)
  }

  /// The middle of the notes' errors, signs left out, in cents; 0 without notes.
  public func medianCents(after: Bool) -> Double {
    Self.quantile(0.5, of: notes.map { abs(after ? $0.afterCents : $0.beforeCents) })
  }

  /// The largest of the notes' errors, in cents.
  public func worstCents(after: Bool) -> Double {
    notes.map { abs(after ? $0.afterCents : $0.beforeCents) }.max() ?? 0
  }

  /// How much the errors of two keys a semitone apart, struck alike, differ: the `part` of all pairs
  /// that differ by no more; 1 for the worst. In cents.
  public func jumpCents(after: Bool, part: Double = 1) -> Double {
    var jumps: [Double] = []
    for (one, other) in zip(notes, notes.dropFirst())
    where one.velocity == other.velocity && one.key + 1 == other.key {
      jumps.append(
        abs(
          after
            ? other.afterCents - one.afterCents : other.beforeCents - one.beforeCents))
    }
    return Self.quantile(part, of: jumps)
  }

  /// The most that may be left of a note's error, in cents: how uncertain it is, or the whole error
  /// where that is too large or too uncertain to be corrected.
  public var worstRemainderCents: Double { notes.map { $0.remainderCents }.max() ?? 0 }

  /// The most that a note's recordings waver, in cents.
  public var worstSpreadCents: Double { notes.map { $0.spreadCents }.max() ?? 0 }

  /// What must be said of it.
  public var badge: IntonationBadge {
    if notes.isEmpty { return .unpitched }
    return IntonationBadge(
      remainderCents: worstRemainderCents, spreadCents: worstSpreadCents)
  }

  private static func quantile(_ part: Double, of values: [Double]) -> Double {
    guard !values.isEmpty else { return 0 }
    let place = part * Double(values.count)
    var index = Int(place)
    if Double(index) < place { index += 1 }
    return values.sorted()[min(max(index - 1, 0), values.count - 1)]
  }
}

/// What counts of a region.
private struct Part {
  var keys: ClosedRange<UInt8>
  var velocities: ClosedRange<UInt8>
  var isPitched: Bool
  var isPeriodic: Bool
  var before: Double
  var after: Double
  var uncertainty: Double
  var spread: Double
  var power: Double
  /// A velocity of 0 ends a note.
  var softest: UInt8 { max(velocities.lowerBound, 1) }

  init(
    _ region: Region, _ correction: RegionCorrection, _ measurement: PitchMeasurement?,
    applied: Double
  ) {
    keys = region.keys
    velocities = region.velocities
    isPeriodic = measurement?.kind == .periodicLoop && !correction.isJudgedBeforeLoop
    spread = measurement?.spreadCents ?? 0
    // One pitch on all keys is not theirs.
    isPitched =
      correction.status != .unpitched && correction.status != .unmeasured
      && region.generators[.scaleTuning] != 0
    before = correction.errorCents - correction.asideCents
    after = before + applied
    uncertainty = correction.uncertaintyCents
    let centibels = min(max(Double(region.generators[.initialAttenuation]), 0), 1440)
    power = Exponential.exp2(-centibels / 100 * 3.321928094887362)
  }
}

extension RegionCorrection {
  /// The part of the error that is none: whole semitones that a preset stands beside its keys on
  /// purpose where it is corrected, whole octaves where it is not.
  var asideCents: Double {
    let isApplied = status == .applied || status == .appliedAside
    let step = isApplied ? 100.0 : 1200.0
    guard abs(errorCents) < 1_000_000 else { return 0 }
    let steps = (errorCents + (isApplied ? cents : 0)) / step
    return step * Double(Int(steps + (steps < 0 ? -0.5 : 0.5)))
  }
}
