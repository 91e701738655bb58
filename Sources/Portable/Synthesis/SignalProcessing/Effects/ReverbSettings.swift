/// The parameters of the reverb. Values are clamped to their ranges.
///
/// ```swift
/// synthesizer.handle(.reverb(ReverbSettings(.largeHall)))
/// ReverbSettings(.largeHall).seconds  // 1.8221188
/// ```
public struct ReverbSettings: BitwiseCopyable, Hashable, Sendable {
  /// The kind of effect.
  public enum Style: UInt8, BitwiseCopyable, Sendable {
    /// A room, a hall or a plate.
    case reverb
    /// Centered echoes.
    case delay
    /// Echoes that alternate between left and right.
    case panningDelay
  }

  /// The effect; delays use `delaySeconds`, `feedback` and `level` only.
  public var style = Style.reverb
  /// The reverb time (RT60) at 500 Hz and below, in seconds, 0.1…30.
  public var seconds: Float = 1.8
  /// The frequency at which the decay is twice as fast as at 500 Hz, in hertz, 1,000…40,000.
  public var dampingHertz: Float = 5_000
  /// The delay of the first reflection, in seconds, 0…0.2.
  public var preDelaySeconds: Float = 0.02
  /// The mean free path between two walls, in meters, 2…20.
  public var roomSizeMeters: Float = 16
  /// The wet level in decibels, −96 (silence) through 24. At 0 the reverb of a steady mid-frequency
  /// signal is as loud on each channel as the input, regardless of the reverb time.
  public var level: Float = 6
  /// The amount of diffusion of transients, 0…1.
  public var diffusion: Float = 1
  /// The stereo width: 0 is mono, 1 is uncorrelated channels.
  public var width: Float = 1
  /// The level of the early reflections, as a factor, 0…2.
  public var earlyLevel: Float = 0.35
  /// The delay between echoes, in seconds, 0.001…0.5.
  public var delaySeconds: Float = 0.25
  /// The feedback of echoes, 0…0.95.
  public var feedback: Float = 0.3

  @_noLocks @_noAllocation init(empty: Void) {}

  /// Returns the settings clamped to their ranges; NaN becomes the minimum.
  func clamped() -> ReverbSettings {
    var settings = self
    settings.seconds = seconds.clamped(0.1, 30)
    settings.dampingHertz = dampingHertz.clamped(1_000, 40_000)
    settings.preDelaySeconds = preDelaySeconds.clamped(0, 0.2)
    settings.roomSizeMeters = roomSizeMeters.clamped(2, 20)
    settings.level = level.clamped(-96, 24)
    settings.diffusion = diffusion.clamped(0, 1)
    settings.width = width.clamped(0, 1)
    settings.earlyLevel = earlyLevel.clamped(0, 2)
    settings.delaySeconds = delaySeconds.clamped(0.001, 0.5)
    settings.feedback = feedback.clamped(0, 0.95)
    return settings
  }
}
