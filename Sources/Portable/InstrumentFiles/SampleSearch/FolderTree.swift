import PeachMusicUnits

/// The files below some folders by name, found by a bounded breadth-first search.
struct FolderTree {
  private static var depthLimit: Int { 5 }
  /// The maximum number of names in total.
  private static var nameLimit: Int { 20_000 }

  private var paths = KeyedArray<String, [String]>()

  init(below folders: [String], _ listings: inout FolderListings) {
    var count = 0
    var level = folders
    for _ in 0..<Self.depthLimit {
      var next: [String] = []
      for folder in level {
        // Sorted, because the order of files in a folder is that of the file system.
        let entries = listings.contents(of: folder)
        for key in entries.keys.sortedTexts() {
          for entry in entries[key] ?? [] {
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

  /// Returns the paths of files with a name, ignoring ASCII case.
  func paths(ofFilesNamed name: String) -> [String] { paths[FilePath.folded(name)] ?? [] }
}
