/// The choruses that MIDI files ask for by number.
///
/// The first six are the types of General MIDI 2 (Global Parameter Control, CA-024) and the first
/// six macros of GS; the last two are GS's alone.
public enum ChorusPreset: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  case chorus1
  case chorus2
  case chorus3
  case chorus4
  case feedbackChorus
  case flanger
  case shortDelay
  case shortDelayFeedback

  /// The chorus type of General MIDI 2; nil for a number that means none.
  public init?(gm2Type: UInt8) {
    guard gm2Type < 6 else { return nil }
    self.init(rawValue: gm2Type)
  }

  /// The chorus macro of GS, 0 through 7; nil for other numbers.
  public init?(gsMacro: UInt8) { self.init(rawValue: gsMacro) }
}

extension ChorusSettings {
  /// The settings of a preset.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  public init(_ preset: ChorusPreset) {
    self.init(empty: ())
    switch preset {
    case .chorus1: set(rate: 3, depth: 5, feedback: 0, delay: 0.012)
    case .chorus2: set(rate: 9, depth: 19, feedback: 5, delay: 0.008)
    case .chorus3: set(rate: 3, depth: 19, feedback: 8, delay: 0.008)
    case .chorus4: set(rate: 9, depth: 16, feedback: 16, delay: 0.006)
    case .feedbackChorus: set(rate: 2, depth: 24, feedback: 64, delay: 0.01)
    case .flanger: set(rate: 1, depth: 5, feedback: 112, delay: 0.001)
    case .shortDelay: set(rate: 0, depth: 0, feedback: 0, delay: 0.05)
    case .shortDelayFeedback: set(rate: 0, depth: 0, feedback: 80, delay: 0.05)
    }
    if preset.rawValue >= ChorusPreset.flanger.rawValue { voicesPerSide = 1 }
  }

  /// General MIDI 2's parameter 1 in hertz: `ChorusSettings.hertz(rateValue: 3)` is `0.366`.
  public static func hertz(rateValue: UInt8) -> Float { Float(rateValue & 127) * 0.122 }

  /// General MIDI 2's parameter 2 in seconds, (value + 1) / 3.2 ms:
  /// `ChorusSettings.seconds(depthValue: 19)` is `0.00625`.
  public static func seconds(depthValue: UInt8) -> Float {
    (Float(depthValue & 127) + 1) / 3_200
  }

  /// General MIDI 2's parameter 3 as a part of one, 0.763 % a step.
  public static func feedback(value: UInt8) -> Float { Float(value & 127) * 0.00763 }

  /// General MIDI 2's parameter 4 as a part of one, 0.787 % a step.
  public static func reverbSend(value: UInt8) -> Float { Float(value & 127) * 0.00787 }

  private mutating func set(rate: UInt8, depth: UInt8, feedback value: UInt8, delay: Float) {
    rateHertz = Self.hertz(rateValue: rate)
    depthSeconds = Self.seconds(depthValue: depth)
    feedback = Self.feedback(value: value)
    delaySeconds = delay
  }
}
