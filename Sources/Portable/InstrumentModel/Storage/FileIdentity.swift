/// Identifies a file and its version without reading it.
///
/// On one machine, files with equal identities have equal contents, unless one was modified at the
/// moment it was opened or the system clock was set back.
package struct FileIdentity: Hashable, Sendable {
  /// The ID of the file system.
  package var device: UInt64
  /// The inode number.
  package var number: UInt64
  /// The size in bytes.
  package var byteCount: UInt64
  /// The modification time of the contents, in nanoseconds since 1970.
  package var modifiedNanoseconds: Int64
  /// The time of the last status change, in nanoseconds since 1970; programs cannot set it.
  package var changedNanoseconds: Int64

  /// Creates an identity.
  package init(
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
