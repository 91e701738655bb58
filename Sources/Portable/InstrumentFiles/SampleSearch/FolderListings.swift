import PeachMusicUnits

/// Cached folder contents. Lookup ignores ASCII case, the composition of accents, and whether a
/// name is UTF-8 or Windows-1252.
package struct FolderListings {
  private static var namesPerFolder: Int { 1 << 16 }
  private static var folderLimit: Int { 4096 }

  private let access: FolderAccess
  /// The entries of a folder by folded name.
  typealias Contents = KeyedArray<String, [FolderAccess.Entry]>
  private var known = KeyedArray<String, Contents>()

  package init(_ access: FolderAccess) { self.access = access }

  /// Returns the entries of a folder by folded name; empty if the folder cannot be read.
  mutating func contents(of folder: String) -> Contents {
    if let contents = known[folder] { return contents }
    guard known.count < Self.folderLimit else { return Contents() }
    let entries = access.list(folder, Self.namesPerFolder) ?? []
    var contents = Contents()
    for entry in entries {
      contents[SFZText.unescaped(FilePath.folded(entry.name)), default: []].append(entry)
    }
    known.setValue(contents, for: folder)
    return contents
  }

  /// Returns the entry with a name. Prefers an exact match to one that differs in case.
  mutating func entry(
    named name: String, isFolder: Bool, in folder: String
  ) -> FolderAccess.Entry? {
    let key = SFZText.unescaped(FilePath.folded(name))
    let matches = contents(of: folder)[key]?.filter { $0.isFolder == isFolder }
    return matches?.first { $0.name == name } ?? matches?.first
  }

  /// Returns the path of a file by its components below a folder, or `nil` if it does not exist.
  package mutating func file(at parts: [String], below folder: String) -> String? {
    var path = folder
    for (index, part) in parts.enumerated() {
      let isLast = index == parts.count - 1
      guard let entry = entry(named: part, isFolder: !isLast, in: path) else { return nil }
      path = FilePath.join(path, [entry.name])
    }
    return path
  }
}
