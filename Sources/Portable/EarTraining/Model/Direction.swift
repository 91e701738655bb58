/// The direction of a target relative to its nominal pitch. A wide ascending fifth is higher.
public enum Direction: UInt8, Hashable, Sendable, CaseIterable {
  case lower
  case higher

  /// 1 for higher, −1 for lower.
  public var sign: Double { self == .higher ? 1 : -1 }
}
