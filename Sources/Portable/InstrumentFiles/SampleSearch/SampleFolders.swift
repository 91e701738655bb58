/// The folders that may contain an instrument's external samples. No other files are read.
public struct SampleFolders: Sendable {
  /// The folder of the instrument file.
  public var own: String
  /// Further folders, in search order. Apple's Technical Note 2283 uses those of the program and
  /// the user's library, documents and downloads.
  public var added: [String]
  package var access: FolderAccess

  package init(own: String, added: [String] = [], access: FolderAccess) {
    (self.own, self.added, self.access) = (own, added, access)
  }

  var all: [String] { [own] + added }
}
