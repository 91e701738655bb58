public import PeachInstrumentModel

/// One parameter of a ``SamplerUnit``: its address, its names, its range.
///
/// ```swift
/// let cutoff = UnitParameter.all.first { $0.identifier == "initialFilterFc" }
/// cutoff?.address  // 8
/// cutoff?.range    // 1500...13500
/// ```
public struct UnitParameter: Hashable, Sendable {
  /// What its values count.
  public enum Unit: Sendable {
    /// Recorded frames.
    case frames
    /// Blocks of 32,768 recorded frames.
    case coarseFrames
    /// Hundredths of a semitone.
    case cents
    /// Hundredths of a semitone above 8.176 Hz.
    case absoluteCents
    /// 1200·log2(seconds).
    case timecents
    /// Timecents for each key.
    case timecentsPerKey
    /// Cents for each key.
    case centsPerKey
    /// Tenths of a decibel.
    case centibels
    /// Tenths of a percent.
    case tenthsOfPercent
    /// Keys of a keyboard, −1 for none.
    case key
    /// Velocities, −1 for none.
    case velocity
    /// Semitones.
    case semitones
    /// Plain numbers.
    case number
    /// Below 0.5 off, from 0.5 on on.
    case boolean
    /// Milliseconds for each semitone.
    case millisecondsPerSemitone
  }

  /// What it moves.
  public enum Kind: Hashable, Sendable {
    /// A generator of regions: until it is set, each region has its own value.
    case generator(Generator)
    /// A mode of the unit.
    case mode(UnitMode)
  }

  /// Its number: a generator's own, or 1000 and beyond.
  public let address: UInt64
  /// Its name: for generators SoundFont's own (§8.1.2).
  public let identifier: String
  /// The name that SF2LibAU has for it.
  public let otherIdentifier: String
  /// The values it takes; others are brought within them.
  public let range: ClosedRange<Float>
  /// The value where nothing is said.
  public let defaultValue: Float
  /// What its values count.
  public let unit: Unit
  /// False for those that only tell: which notes a region answers and what it plays belongs to the
  /// file, as in data entry (SoundFont 2.04 §9.6.2), and a meter is nobody's to move.
  public let isWritable: Bool
  /// False where a note that sounds already stays as it is, because what it says is over: it counts
  /// from the next note on.
  public let movesSoundingNotes: Bool
  /// What it moves.
  public let kind: Kind

  /// The parameter at an address; nil where there is none.
  public static func at(_ address: UInt64) -> UnitParameter? { all.first { $0.address == address } }

  /// The parameter of a name, either one; nil where there is none.
  public static func named(_ identifier: String) -> UnitParameter? {
    all.first { $0.identifier == identifier || $0.otherIdentifier == identifier }
  }

  /// A value as it counts: within the range, 0 or 1 for booleans; nil for what is no number.
  public func counted(_ value: Float) -> Float? {
    guard value == value else { return nil }
    if unit == .boolean { return value < 0.5 ? 0 : 1 }
    return min(max(value, range.lowerBound), range.upperBound)
  }
}
