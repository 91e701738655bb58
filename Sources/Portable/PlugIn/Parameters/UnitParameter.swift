public import PeachInstrumentModel

/// A parameter of a ``SamplerUnit``.
///
/// ```swift
/// let cutoff = UnitParameter.all.first { $0.identifier == "initialFilterFc" }
/// cutoff?.address  // 8
/// cutoff?.range    // 1500...13500
/// ```
public struct UnitParameter: Hashable, Sendable {
  /// The unit of a parameter's values.
  public enum Unit: Sendable {
    /// Sample frames.
    case frames
    /// Blocks of 32,768 sample frames.
    case coarseFrames
    /// Hundredths of a semitone.
    case cents
    /// Hundredths of a semitone above 8.176 Hz.
    case absoluteCents
    /// 1200·log2(seconds).
    case timecents
    /// Hundredths of a semitone per second.
    case centsPerSecond
    /// Timecents per key.
    case timecentsPerKey
    /// Cents per key.
    case centsPerKey
    /// Tenths of a decibel.
    case centibels
    /// Tenths of a percent.
    case tenthsOfPercent
    /// Hundredths.
    case percent
    /// MIDI keys; −1 for none.
    case key
    /// Velocities; −1 for none.
    case velocity
    /// Semitones.
    case semitones
    /// Dimensionless.
    case number
    /// A whole number.
    case integer
    /// Decibels.
    case decibels
    /// Hertz.
    case hertz
    /// On from 0.5.
    case boolean
    /// An index into ``UnitParameter/valueNames``.
    case indexed
    /// Milliseconds per semitone.
    case millisecondsPerSemitone
  }

  /// The target of a parameter.
  public enum Kind: Hashable, Sendable {
    /// A generator. Until it is set, each region uses the file's value.
    case generator(Generator)
    /// A mode of the unit.
    case mode(UnitMode)
  }

  /// The address: a generator's number, or 1000 and above.
  public let address: UInt64
  /// The name: for generators that of SoundFont 2.04 §8.1.2.
  public let identifier: String
  /// The name in SF2LibAU.
  public let sf2LibAUIdentifier: String
  /// The range, to which values are clamped.
  public let range: ClosedRange<Float>
  /// The default value.
  public let defaultValue: Float
  /// The unit of the values.
  public let unit: Unit
  /// The names of the values 0, 1 and so on; empty unless the unit is ``Unit/indexed``.
  public let valueNames: [String]
  /// Whether the parameter can be set. Meters and the generators that NRPNs cannot set either
  /// (SoundFont 2.04 §9.6.2) are read-only.
  public let isWritable: Bool
  /// Whether a change applies to active notes; otherwise it applies from the next note-on.
  public let affectsSoundingNotes: Bool
  /// The target.
  public let kind: Kind

  /// Returns the parameter at an address; `nil` if it does not exist.
  public static func at(_ address: UInt64) -> UnitParameter? { all.first { $0.address == address } }

  /// Returns the parameter with an identifier of either kind; `nil` if it does not exist.
  public static func named(_ identifier: String) -> UnitParameter? {
    all.first { $0.identifier == identifier || $0.sf2LibAUIdentifier == identifier }
  }

  /// Returns a value clamped to the range, 0 or 1 for Booleans, an integer for indices and whole
  /// numbers; `nil` for NaN.
  public func clamped(_ value: Float) -> Float? {
    guard !value.isNaN else { return nil }
    if unit == .boolean { return value < 0.5 ? 0 : 1 }
    let clamped = min(max(value, range.lowerBound), range.upperBound)
    return unit == .indexed || unit == .integer ? clamped.rounded() : clamped
  }
}
