package import PeachInstrumentModel

/// The folders that may contain an instrument's external samples. No other files are read, unless
/// ``openOutside`` permits it.
public struct SampleFolders: Sendable {
  /// The folder of the instrument file.
  public var own: String
  /// Further folders, in search order. Apple's Technical Note 2283 uses those of the program and
  /// the user's library, documents and downloads.
  public var added: [String]
  package var access: FolderAccess
  /// Opens a file outside the folders, to which a relative path with `..` leads. Its contents
  /// decide whether it is used; see ``SampleResolver``. `nil` refuses all such files.
  package var openOutside: (@Sendable (_ path: String) -> ByteStorage?)?

  package init(
    own: String, added: [String] = [], access: FolderAccess,
    openOutside: (@Sendable (_ path: String) -> ByteStorage?)? = nil
  ) {
    (self.own, self.added, self.access, self.openOutside) = (own, added, access, openOutside)
  }

  var all: [String] { [own] + added }
}
