/// The choruses of GM2, GS and XG.
public enum ChorusType: UInt8, Hashable, Sendable, BitwiseCopyable {
  // In GS's order (40 01 38); GM2 has the first six under the same numbers.

  /// Chorus 1.
  case chorus1
  /// Chorus 2.
  case chorus2
  /// Chorus 3, GM2's and GS's own choice.
  case chorus3
  /// Chorus 4.
  case chorus4
  /// A chorus that feeds itself.
  case feedbackChorus
  /// A flanger; XG's Flanger 1.
  case flanger
  /// A short delay.
  case shortDelay
  /// A short delay that feeds itself.
  case shortDelayFeedback
  /// XG's Celeste 1.
  case celeste1
  /// XG's Celeste 2.
  case celeste2
  /// XG's Celeste 3.
  case celeste3
  /// XG's Celeste 4.
  case celeste4
  /// XG's Flanger 2.
  case flanger2
  /// XG's Flanger 3.
  case flanger3
  /// No chorus.
  case none

  /// Of a number in GS's Chorus Macro; nil for one that it leaves open.
  @inline(__always)
  init?(gs value: UInt8) {
    switch value {
    case 6: self = .shortDelay
    case 7: self = .shortDelayFeedback
    default:
      guard let type = ChorusType(generalMIDI: value) else { return nil }
      self = type
    }
  }

  /// Of a number in GM2's Global Parameter Control (RP-024); nil for one that it leaves open.
  @inline(__always)
  init?(generalMIDI value: UInt8) {
    switch value {
    case 0: self = .chorus1
    case 1: self = .chorus2
    case 2: self = .chorus3
    case 3: self = .chorus4
    case 4: self = .feedbackChorus
    case 5: self = .flanger
    default: return nil
    }
  }

  /// Of a type in XG's list of effects: an unknown variation is the type's basic one, and an
  /// unknown type is no effect.
  @inline(__always)
  init(xg type: UInt8, variation: UInt8) {
    switch type {
    case 0x41:
      self =
        variation == 1 ? .chorus2 : variation == 2 ? .chorus3 : variation == 8 ? .chorus4 : .chorus1
    case 0x42:
      self =
        variation == 1
        ? .celeste2 : variation == 2 ? .celeste3 : variation == 8 ? .celeste4 : .celeste1
    case 0x43: self = variation == 1 ? .flanger2 : variation == 8 ? .flanger3 : .flanger
    default: self = .none
    }
  }
}
