/// Where the target lies against where it should be, or where somebody heard it.
///
/// For intervals, too: a fifth upward that is too wide has a target that is too high.
public enum Direction: UInt8, Hashable, Sendable, CaseIterable {
  case lower
  case higher

  /// 1 upward, −1 downward.
  public var sign: Double { self == .higher ? 1 : -1 }
}
