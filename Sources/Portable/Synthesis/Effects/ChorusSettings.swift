/// What the chorus sounds like, in units. Values beyond their ranges are brought within them.
public struct ChorusSettings: BitwiseCopyable, Hashable, Sendable {
  /// How often the delay swings to and fro, in hertz; 0 through 20.
  public var rateHertz: Float = 0.4
  /// How far it swings from the shortest to the longest, in seconds; 0 through 0.041.
  public var depthSeconds: Float = 0.00625
  /// The shortest delay, in seconds; 0 through 0.05.
  public var delaySeconds: Float = 0.008
  /// What part of the output is sent through again; −0.97 through 0.97.
  public var feedback: Float = 0.06
  /// Wet level in decibels, −96 (which is silence) through 24; at 0 each side is as loud as the
  /// sound that was sent.
  public var level: Float = 6
  /// What part of the chorus goes on to the reverb; 0 through 1.
  public var reverbSend: Float = 0
  /// How many delays are mixed on each side, 1 or 2, as far out of step as they can be.
  public var voicesPerSide: UInt8 = 2

  /// Chorus 3, the chorus of General MIDI 2 until something else is asked for.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  public init() {
    self.init(.chorus3)
  }

  init(empty: Void) {}

  /// The same with every value within its range; what is not a number becomes the least.
  func clamped() -> ChorusSettings {
    var settings = self
    settings.rateHertz = rateHertz.within(0, 20)
    settings.depthSeconds = depthSeconds.within(0, 0.041)
    settings.delaySeconds = delaySeconds.within(0, 0.05)
    settings.feedback = feedback.within(-0.97, 0.97)
    settings.level = level.within(-96, 24)
    settings.reverbSend = reverbSend.within(0, 1)
    settings.voicesPerSide = min(max(voicesPerSide, 1), 2)
    return settings
  }
}
