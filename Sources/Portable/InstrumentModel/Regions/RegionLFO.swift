/// How a region's oscillator swings; SoundFont's is a triangle that begins at nothing, at once.
public struct RegionLFO: Hashable, BitwiseCopyable, Sendable {
  /// Its course over one period, between −1 and 1.
  public enum Wave: UInt8, BitwiseCopyable, Sendable, CaseIterable {
    /// From nothing up, down and back.
    case triangle
    case sine
    /// High for three quarters, then low.
    case widePulse
    case square
    /// High for a quarter.
    case narrowPulse
    /// High for an eighth.
    case narrowestPulse
    case risingSaw
    case fallingSaw
  }

  /// Its course.
  public var wave = Wave.triangle
  /// The part of a period at which it begins, 0 up to 1.
  public var phase: Float = 0
  /// The seconds in which it grows to its full extent, in a straight line, behind its delay.
  public var fadeSeconds: Float = 0

  /// SoundFont's.
  public init() {}
}
