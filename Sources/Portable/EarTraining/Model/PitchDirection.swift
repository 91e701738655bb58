/// The direction of a target relative to its nominal pitch. A wide ascending fifth is higher.
public enum PitchDirection: UInt8, Hashable, Sendable, CaseIterable {
  /// Below the reference.
  case lower
  /// Above the reference.
  case higher

  /// 1 for higher, −1 for lower.
  public var sign: Double { self == .higher ? 1 : -1 }
}
