/// The files below some folders by name, as far as a bounded walk comes.
struct FolderTree {
  /// How many folders deep it goes.
  static var depthLimit: Int { 5 }
  /// How many names it takes in all.
  static var nameLimit: Int { 20_000 }

  private var paths: [String: [String]] = [:]

  /// Walks through `folders` and what is below them, level by level.
  init(below folders: [String], _ listings: inout FolderListings) {
    var count = 0
    var level = folders
    for _ in 0..<Self.depthLimit {
      var next: [String] = []
      for folder in level {
        // By name, for the order of a dictionary is none.
        let entries = listings.contents(of: folder).sorted { $0.key < $1.key }
        for (key, matches) in entries {
          for entry in matches {
            count += 1
            if count > Self.nameLimit { return }
            let path = FilePath.join(folder, [entry.name])
            if entry.isFolder { next.append(path) } else { paths[key, default: []].append(path) }
          }
        }
      }
      level = next
    }
  }

  /// The files of this name, whatever its capitals.
  func paths(ofFilesNamed name: String) -> [String] { paths[FilePath.folded(name)] ?? [] }
}
