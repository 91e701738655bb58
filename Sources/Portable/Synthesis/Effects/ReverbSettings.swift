/// What the reverb sounds like, in units. Values beyond their ranges are brought within them.
///
/// ```swift
/// synthesizer.handle(.reverb(ReverbSettings(.largeHall)))
/// ReverbSettings(.largeHall).seconds  // 1.8221188
/// ```
public struct ReverbSettings: BitwiseCopyable, Hashable, Sendable {
  /// What kind of effect answers.
  public enum Style: UInt8, BitwiseCopyable, Sendable {
    /// A room, a hall or a plate.
    case reverb
    /// Echoes in the middle.
    case delay
    /// Echoes from the left and the right in turn.
    case panningDelay
  }

  /// What kind of effect it is; the delays use `delaySeconds`, `feedback` and `level` only.
  public var style = Style.reverb
  /// The time in which it falls by 60 dB at 500 Hz and below; 0.1 through 30.
  public var seconds: Float = 1.8
  /// The frequency that dies away twice as fast as 500 Hz, in hertz; 1,000 through 40,000.
  public var dampingHertz: Float = 5_000
  /// The time before the first reflection, in seconds; 0 through 0.2.
  public var preDelaySeconds: Float = 0.02
  /// The mean way between two walls, in metres; 2 through 20.
  public var roomSizeMetres: Float = 16
  /// Wet level in decibels, −96 (which is silence) through 24. At 0 a steady sound of middle
  /// frequency comes back on each side as loud as it was sent, however long the reverb lasts.
  public var level: Float = 6
  /// How much an attack is smeared before it meets the walls; 0 through 1.
  public var diffusion: Float = 1
  /// The difference of the sides: 0 is mono, 1 two sides that have nothing in common.
  public var width: Float = 1
  /// Level of the first reflections as a factor; 0 through 2.
  public var earlyLevel: Float = 0.35
  /// The time between two echoes of a delay, in seconds; 0.001 through 0.5.
  public var delaySeconds: Float = 0.25
  /// What part of an echo comes back in the next; 0 through 0.95.
  public var feedback: Float = 0.3

  /// A large hall, the reverb of General MIDI 2 until something else is asked for.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  public init() {
    self.init(.largeHall)
  }

  /// The same with every value within its range; what is not a number becomes the least.
  func clamped() -> ReverbSettings {
    var settings = self
    settings.seconds = seconds.within(0.1, 30)
    settings.dampingHertz = dampingHertz.within(1_000, 40_000)
    settings.preDelaySeconds = preDelaySeconds.within(0, 0.2)
    settings.roomSizeMetres = roomSizeMetres.within(2, 20)
    settings.level = level.within(-96, 24)
    settings.diffusion = diffusion.within(0, 1)
    settings.width = width.within(0, 1)
    settings.earlyLevel = earlyLevel.within(0, 2)
    settings.delaySeconds = delaySeconds.within(0.001, 0.5)
    settings.feedback = feedback.within(0, 0.95)
    return settings
  }
}
