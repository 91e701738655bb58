/// What tells a file from others and from its own later contents, without reading it.
///
/// Two files with equal identities on one machine hold the same bytes, unless one was changed in the
/// very instant in which it was opened, or its times were set back.
public struct FileIdentity: Hashable, Sendable {
  /// The file system it is on.
  public var device: UInt64
  /// Its number there.
  public var number: UInt64
  /// How many bytes it has.
  public var byteCount: UInt64
  /// When its contents changed last, in nanoseconds since 1970.
  public var modifiedNanoseconds: Int64
  /// When anything about it changed last, in nanoseconds since 1970; programs cannot set it back.
  public var changedNanoseconds: Int64

  /// The identity of these parts.
  public init(
    device: UInt64, number: UInt64, byteCount: UInt64, modifiedNanoseconds: Int64,
    changedNanoseconds: Int64
  ) {
    self.device = device
    self.number = number
    self.byteCount = byteCount
    self.modifiedNanoseconds = modifiedNanoseconds
    self.changedNanoseconds = changedNanoseconds
  }
}
