public import PeachInstrumentModel

/// What a reader of instruments may ask about other files: handed in, so that portable code opens
/// none.
///
/// Paths are the machine's own, with `/` between their parts.
public struct FolderAccess: Sendable {
  /// Something in a folder.
  public struct Entry: Hashable, Sendable {
    /// Its name within the folder.
    public var name: String
    /// Whether it is a folder itself.
    public var isFolder: Bool

    /// Something of this name.
    public init(name: String, isFolder: Bool) {
      self.name = name
      self.isFolder = isFolder
    }
  }

  /// What is in a folder, no more than `limit` of it, in an order that is always the same; nil where
  /// there is no such folder, or none that may be read.
  public var list: @Sendable (_ folder: String, _ limit: Int) -> [Entry]?
  /// The bytes of a file; nil where there is none, or none that may be read. Devices and pipes are
  /// not files.
  public var open: @Sendable (_ path: String) -> ByteStorage?
  /// The one name that a file or folder has without links, `.` and `..`; nil where there is none.
  public var resolve: @Sendable (_ path: String) -> String?

  /// Access by these functions, which may be called from any thread but the audio thread.
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
