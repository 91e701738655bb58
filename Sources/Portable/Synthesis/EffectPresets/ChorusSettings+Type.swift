public import PeachMusicUnits

extension ChorusSettings {
  /// Creates the settings of Chorus 3, the default of General MIDI 2.
  @_noLocks @_noAllocation
  public init() {
    self.init(.chorus3)
  }

  /// Creates the settings of a chorus type: the parameters of General MIDI 2 (CA-024), also for
  /// XG's similar types.
  @_noLocks @_noAllocation
  public init(_ type: ChorusType) {
    self.init(empty: ())
    switch type {
    case .chorus1, .celeste1: set(rate: 3, depth: 5, feedback: 0, delay: 0.012)
    case .chorus2, .celeste2: set(rate: 9, depth: 19, feedback: 5, delay: 0.008)
    case .chorus3, .celeste3: set(rate: 3, depth: 19, feedback: 8, delay: 0.008)
    case .chorus4, .celeste4: set(rate: 9, depth: 16, feedback: 16, delay: 0.006)
    case .feedbackChorus: set(rate: 2, depth: 24, feedback: 64, delay: 0.01)
    case .flanger, .flanger2, .flanger3:
      set(rate: 1, depth: 5, feedback: 112, delay: 0.001)
      voicesPerChannel = 1
    case .shortDelay:
      set(rate: 0, depth: 0, feedback: 0, delay: 0.05)
      voicesPerChannel = 1
    case .shortDelayFeedback:
      set(rate: 0, depth: 0, feedback: 80, delay: 0.05)
      voicesPerChannel = 1
    case .none:
      set(rate: 3, depth: 19, feedback: 8, delay: 0.008)
      level = -96
    }
  }

  /// Returns the rate for General MIDI 2's parameter 1, in hertz.
  package static func hertz(rateValue: UInt8) -> Float { Float(rateValue & 127) * 0.122 }
  /// Returns the depth for General MIDI 2's parameter 2, in seconds: (value + 1) / 3.2 ms.
  package static func seconds(depthValue: UInt8) -> Float { (Float(depthValue & 127) + 1) / 3_200 }
  /// Returns the feedback gain for General MIDI 2's parameter 3, 0.763 % per step.
  package static func feedback(value: UInt8) -> Float { Float(value & 127) * 0.00763 }

  private mutating func set(rate: UInt8, depth: UInt8, feedback value: UInt8, delay: Float) {
    rateHertz = Self.hertz(rateValue: rate)
    depthSeconds = Self.seconds(depthValue: depth)
    feedback = Self.feedback(value: value)
    delaySeconds = delay
  }
}
