/// Where a region fades in, or out, as a key, a velocity or a controller goes from one value to
/// another.
public struct RegionCrossfade: Hashable, BitwiseCopyable, Sendable {
  /// What it fades over.
  public enum Source: Hashable, BitwiseCopyable, Sendable {
    /// The key.
    case key
    /// The velocity.
    case velocity
    /// A MIDI controller, 0 through 127.
    case controller(UInt8)
  }

  /// What it fades over.
  public var source: Source
  /// Whether it fades in as the source rises, or out.
  public var fadesIn: Bool
  /// Where the fade begins, 0 through 127.
  public var low: UInt8
  /// Where it ends.
  public var high: UInt8
  /// Whether the powers of two regions that fade into each other add up to one, or their amplitudes.
  public var isEqualPower: Bool

  /// A fade of these parts.
  public init(source: Source, fadesIn: Bool, low: UInt8, high: UInt8, isEqualPower: Bool = true) {
    self.source = source
    self.fadesIn = fadesIn
    self.low = low
    self.high = high
    self.isEqualPower = isEqualPower
  }

  /// The power, or the amplitude, that is left at `value`: 1 outside the fade on its loud side, 0 on
  /// its silent side, a straight line between.
  @inlinable public func share(at value: Float) -> Float {
    let (first, last) = (Float(min(low, high)), Float(max(low, high)))
    var place: Float
    if value < first {
      place = 0
    } else if value > last || first == last {
      place = 1
    } else {
      place = (value - first) / (last - first)
    }
    if !fadesIn { place = first == last && value == first ? 1 : 1 - place }
    return place
  }
}
