package import PeachInstrumentModel

/// The folders that may contain an instrument's external samples. No other files are read, unless
/// ``inspect`` permits it.
public struct SampleFolders: Sendable {
  /// The folder of the instrument file.
  public var own: String
  /// Further folders, in search order. Apple's Technical Note 2283 uses those of the program and
  /// the user's library, documents and downloads.
  public var added: [String]
  package var access: FolderAccess
  /// Opens a file outside the folders to which a relative path with `..` leads, in order to inspect
  /// its contents; see ``SampleResolver``. `nil` to refuse all such files.
  package var inspect: (@Sendable (_ path: String) -> ByteStorage?)?

  package init(
    own: String, added: [String] = [], access: FolderAccess,
    inspect: (@Sendable (_ path: String) -> ByteStorage?)? = nil
  ) {
    (self.own, self.added, self.access, self.inspect) = (own, added, access, inspect)
  }

  var all: [String] { [own] + added }
}
