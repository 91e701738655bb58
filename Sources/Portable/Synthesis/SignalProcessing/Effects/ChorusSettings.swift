/// The parameters of the chorus. Values are clamped to their ranges.
public struct ChorusSettings: BitwiseCopyable, Hashable, Sendable {
  /// The LFO rate, in hertz, 0…20.
  public var rateHertz: Float = 0.4
  /// The peak-to-peak modulation depth, in seconds, 0…0.041.
  public var depthSeconds: Float = 0.00625
  /// The minimum delay, in seconds, 0…0.05.
  public var delaySeconds: Float = 0.008
  /// The feedback factor, −0.97…0.97.
  public var feedback: Float = 0.06
  /// The wet level in decibels, −96 (silence) through 24. At 0 each channel is as loud as the
  /// input.
  public var level: Float = 6
  /// The level of the chorus in the reverb's input, 0…1.
  public var reverbSend: Float = 0
  /// The number of voices on each channel, 1 or 2; their LFO phases are spread evenly.
  public var voicesPerChannel: UInt8 = 2

  @_noLocks @_noAllocation init(empty: Void) {}

  /// Returns the settings clamped to their ranges; NaN becomes the minimum.
  func clamped() -> ChorusSettings {
    var settings = self
    settings.rateHertz = rateHertz.clamped(0, 20)
    settings.depthSeconds = depthSeconds.clamped(0, 0.041)
    settings.delaySeconds = delaySeconds.clamped(0, 0.05)
    settings.feedback = feedback.clamped(-0.97, 0.97)
    settings.level = level.clamped(-96, 24)
    settings.reverbSend = reverbSend.clamped(0, 1)
    settings.voicesPerChannel = min(max(voicesPerChannel, 1), 2)
    return settings
  }
}
