import PeachMusicUnits

/// The reverbs that MIDI files ask for by number.
///
/// The first six are the types of General MIDI 2 (Global Parameter Control, CA-024), with the times
/// given there; the others are the macros of GS, whose manuals give no seconds, so that they sound
/// like their neighbours in General MIDI 2.
public enum ReverbPreset: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  case smallRoom
  case mediumRoom
  case largeRoom
  case mediumHall
  case largeHall
  case plate
  case room1
  case room2
  case room3
  case hall1
  case hall2
  case gsPlate
  case delay
  case panningDelay

  /// The reverb type of General MIDI 2; nil for a number that means none.
  public init?(gm2Type: UInt8) {
    switch gm2Type {
    case 0...4: self.init(rawValue: gm2Type)
    case 8: self = .plate
    default: return nil
    }
  }

  /// The reverb macro of GS, 0 through 7; nil for other numbers.
  public init?(gsMacro: UInt8) {
    guard gsMacro < 8 else { return nil }
    self.init(rawValue: ReverbPreset.room1.rawValue + gsMacro)
  }
}

extension ReverbSettings {
  /// The settings of a preset.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  public init(_ preset: ReverbPreset) {
    self.init(empty: ())
    switch preset {
    case .smallRoom, .room1: setRoom(timeValue: 44, metres: 4.5, damping: 4_500, preDelay: 0.003)
    case .mediumRoom, .room2: setRoom(timeValue: 50, metres: 6.5, damping: 5_000, preDelay: 0.006)
    case .largeRoom, .room3: setRoom(timeValue: 56, metres: 9, damping: 5_000, preDelay: 0.01)
    case .mediumHall, .hall1: setHall(timeValue: 64, metres: 14, damping: 4_500, preDelay: 0.015)
    case .largeHall, .hall2: setHall(timeValue: 64, metres: 16, damping: 4_000, preDelay: 0.022)
    case .plate, .gsPlate:
      setHall(timeValue: 50, metres: 12, damping: 8_000, preDelay: 0)
      earlyLevel = 0
    case .delay:
      style = .delay
      delaySeconds = 0.25
      feedback = 40.0 / 127
      level = 0
    case .panningDelay:
      style = .panningDelay
      delaySeconds = 0.25
      feedback = 32.0 / 127
      level = 0
    }
  }

  /// The reverb time for General MIDI 2's parameter 1, in seconds: exp((value − 40) × 0.025).
  ///
  /// `ReverbSettings.seconds(timeValue: 64)` is `1.8221188`.
  public static func seconds(timeValue: UInt8) -> Float {
    let exponent = (Double(timeValue & 127) - 40) * 0.025
    return Float(Exponential.exp2(exponent * 1.4426950408889634))
  }

  private init(empty: Void) {}

  private mutating func setRoom(
    timeValue: UInt8, metres: Float, damping: Float, preDelay: Float
  ) {
    setHall(timeValue: timeValue, metres: metres, damping: damping, preDelay: preDelay)
    earlyLevel = 0.5
  }

  private mutating func setHall(
    timeValue: UInt8, metres: Float, damping: Float, preDelay: Float
  ) {
    seconds = Self.seconds(timeValue: timeValue)
    roomSizeMetres = metres
    dampingHertz = damping
    preDelaySeconds = preDelay
  }
}
