/// Where an instrument's other files may be: its own folder, and those that the caller adds.
///
/// Nothing outside of them, and of what lies below them, is ever read.
public struct SampleFolders: Sendable {
  /// The folder that the instrument's own file is in.
  public var own: String
  /// Folders that the caller adds, searched in this order; for what Apple's Technical Note 2283
  /// does: the program's own, the user's library, documents, downloads.
  public var added: [String]
  /// What the machine says about files.
  public var access: FolderAccess

  /// These folders.
  public init(own: String, added: [String] = [], access: FolderAccess) {
    self.own = own
    self.added = added
    self.access = access
  }

  /// All of them, the instrument's own first.
  var all: [String] { [own] + added }
}
