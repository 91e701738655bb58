package import PeachInstrumentModel

/// The folders that may contain an instrument's external samples. No other files are read, unless
/// `openOutside` permits it.
public struct SampleFolders: Sendable {
  /// The folder of the instrument file.
  public var own: String
  /// Further folders, in search order.
  public var added: [String]
  package var access: FolderAccess
  /// Opens a file outside the folders, to which a relative path with `..` leads. Its contents
  /// decide whether it is used. `nil` refuses all such files.
  package var openOutside: (@Sendable (_ path: String) -> ByteStorage?)?

  /// Searches for the samples of Apple's formats that the folders lack, by the components of their
  /// paths, also with other extensions. Returns the path, and the paths where it is not.
  package var findInStandardFolders: StandardSearch?

  package typealias StandardSearch =
    @Sendable (_ parts: [String], _ extensions: [String]) -> (found: String?, tried: [String])

  package init(
    own: String, added: [String] = [], access: FolderAccess,
    openOutside: (@Sendable (_ path: String) -> ByteStorage?)? = nil
  ) {
    (self.own, self.added, self.access, self.openOutside) = (own, added, access, openOutside)
  }

  /// The same folders, without the standard folders of Apple's formats.
  var withoutStandardFolders: SampleFolders {
    var folders = self
    folders.findInStandardFolders = nil
    return folders
  }

  var all: [String] { [own] + added }
}
