package import PeachInstrumentModel

/// File system access for portable readers, as functions that the platform provides. Paths are
/// absolute or relative paths of the platform, separated by `/`. The functions may be called on any
/// thread but the audio thread.
package struct FolderAccess: Sendable {
  package struct Entry: Hashable, Sendable {
    package var name: String
    package var isFolder: Bool

    package init(name: String, isFolder: Bool) { (self.name, self.isFolder) = (name, isFolder) }
  }

  /// Returns up to `limit` entries of a folder in a stable order, or `nil` if it cannot be read.
  package var list: @Sendable (_ folder: String, _ limit: Int) -> [Entry]?
  /// Returns the bytes of a regular file, or `nil` if it cannot be read.
  package var open: @Sendable (_ path: String) -> ByteStorage?
  /// Returns the canonical path without links, `.` and `..`, or `nil` if nothing exists there.
  package var resolve: @Sendable (_ path: String) -> String?

  package init(
    list: @escaping @Sendable (_ folder: String, _ limit: Int) -> [Entry]?,
    open: @escaping @Sendable (_ path: String) -> ByteStorage?,
    resolve: @escaping @Sendable (_ path: String) -> String?
  ) { (self.list, self.open, self.resolve) = (list, open, resolve) }
}
