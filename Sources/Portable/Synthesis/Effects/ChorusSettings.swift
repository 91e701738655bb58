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
  public init() {
    self.init(.chorus3)
  }

  init(empty: Void) {}

  /// The same with every value within its range; what is not a number becomes the least.
  func clamped() -> ChorusSettings {
    func within(_ value: Float, _ least: Float, _ most: Float) -> Float {
      value >= least ? (value <= most ? value : most) : least
    }
    var settings = self
    settings.rateHertz = within(rateHertz, 0, 20)
    settings.depthSeconds = within(depthSeconds, 0, 0.041)
    settings.delaySeconds = within(delaySeconds, 0, 0.05)
    settings.feedback = within(feedback, -0.97, 0.97)
    settings.level = within(level, -96, 24)
    settings.reverbSend = within(reverbSend, 0, 1)
    settings.voicesPerSide = min(max(voicesPerSide, 1), 2)
    return settings
  }
}
