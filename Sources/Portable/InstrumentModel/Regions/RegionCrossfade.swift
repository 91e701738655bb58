/// A crossfade of a region over keys, velocities or the values of a controller.
public struct RegionCrossfade: Hashable, BitwiseCopyable, Sendable {
  /// The parameter that controls a crossfade.
  public enum Source: Hashable, BitwiseCopyable, Sendable {
    /// The key of the note.
    case key
    /// The velocity of the note.
    case velocity
    /// A MIDI controller, 0 through 127.
    case controller(UInt8)
  }

  /// The parameter that controls the crossfade.
  public var source: Source
  /// Whether the region fades in with increasing values; otherwise it fades out.
  public var fadesIn: Bool
  /// The start of the crossfade, 0 through 127.
  public var low: UInt8
  /// The end of the crossfade, 0 through 127.
  public var high: UInt8
  /// Whether the crossfade has equal power; otherwise it has equal gain.
  public var isEqualPower: Bool

  /// Creates a crossfade.
  public init(source: Source, fadesIn: Bool, low: UInt8, high: UInt8, isEqualPower: Bool = true) {
    self.source = source
    self.fadesIn = fadesIn
    self.low = low
    self.high = high
    self.isEqualPower = isEqualPower
  }

  /// Returns the fraction of the power or amplitude at `value`, 0…1. It is linear between both
  /// ends.
  @inlinable public func fraction(at value: Float) -> Float {
    let (first, last) = (Float(min(low, high)), Float(max(low, high)))
    var fraction: Float
    if value < first {
      fraction = 0
    } else if value > last || first == last {
      fraction = 1
    } else {
      fraction = (value - first) / (last - first)
    }
    if !fadesIn { fraction = first == last && value == first ? 1 : 1 - fraction }
    return fraction
  }
}
