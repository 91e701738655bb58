/// What is in folders, each asked for once; names are found whatever their capitals and however
/// their accents are composed.
struct FolderListings {
  /// More names than this in one folder are not seen.
  static var namesPerFolder: Int { 1 << 16 }
  /// More folders than this are not looked into.
  static var folderLimit: Int { 4096 }

  private let access: FolderAccess
  private var known: [String: [String: [FolderAccess.Entry]]] = [:]

  init(_ access: FolderAccess) { self.access = access }

  /// What is in a folder, by folded name; nothing where there is no such folder.
  mutating func contents(of folder: String) -> [String: [FolderAccess.Entry]] {
    if let contents = known[folder] { return contents }
    guard known.count < Self.folderLimit else { return [:] }
    var contents: [String: [FolderAccess.Entry]] = [:]
    for entry in access.list(folder, Self.namesPerFolder) ?? [] {
      contents[FilePath.folded(entry.name), default: []].append(entry)
    }
    known[folder] = contents
    return contents
  }

  /// The entry of a folder with a name: the very name before one that differs in capitals.
  mutating func entry(
    named name: String, isFolder: Bool, in folder: String
  ) -> FolderAccess.Entry? {
    let matches = contents(of: folder)[FilePath.folded(name)] ?? []
    var first: FolderAccess.Entry?
    for match in matches where match.isFolder == isFolder {
      if match.name == name { return match }
      if first == nil { first = match }
    }
    return first
  }

  /// The path of a file that lies so many folders below one; nil where there is none.
  mutating func file(at parts: [String], below folder: String) -> String? {
    var path = folder
    for (index, part) in parts.enumerated() {
      let isLast = index == parts.count - 1
      guard let entry = entry(named: part, isFolder: !isLast, in: path) else { return nil }
      path = FilePath.join(path, [entry.name])
    }
    return path
  }
}
