public import PeachInstrumentModel

/// File system access for portable readers, as functions that the platform provides.
///
/// Paths are absolute or relative paths of the platform, separated by `/`.
public struct FolderAccess: Sendable {
  /// An entry of a folder.
  public struct Entry: Hashable, Sendable {
    /// The name within the folder.
    public var name: String
    /// Whether the entry is a folder.
    public var isFolder: Bool

    /// Creates an entry.
    public init(name: String, isFolder: Bool) {
      self.name = name
      self.isFolder = isFolder
    }
  }

  /// Returns up to `limit` entries of a folder in a stable order, or `nil` if it cannot be read.
  public var list: @Sendable (_ folder: String, _ limit: Int) -> [Entry]?
  /// Returns the bytes of a regular file, or `nil` if it cannot be read.
  public var open: @Sendable (_ path: String) -> ByteStorage?
  /// Returns the canonical path without links, `.` and `..`, or `nil` if nothing exists there.
  public var resolve: @Sendable (_ path: String) -> String?

  /// Creates access by these functions. They may be called on any thread but the audio thread.
  public init(
    list: @escaping @Sendable (_ folder: String, _ limit: Int) -> [Entry]?,
    open: @escaping @Sendable (_ path: String) -> ByteStorage?,
    resolve: @escaping @Sendable (_ path: String) -> String?
  ) {
    self.list = list
    self.open = open
    self.resolve = resolve
  }
}
