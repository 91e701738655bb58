package import PeachInstrumentFiles
package import PeachInstrumentModel
import PeachMusicUnits

/// A file that the user has added, in memory.
package struct AddedFile: Sendable {
  /// Its path within the folder that was added, which the path begins with; else its name.
  package let path: String
  package let storage: ByteStorage

  package init(path: String, _ storage: ByteStorage) { (self.path, self.storage) = (path, storage) }
}

extension FolderAccess {
  /// Returns access to files in memory, whose paths start with a slash.
  package static func memory(_ files: [AddedFile]) -> FolderAccess {
    var storages = KeyedArray<String, ByteStorage>()
    var folders = KeyedArray<String, [Entry]>()
    folders.setValue([], for: "/")
    for file in files {
      let parts = FilePath.parts(file.path)
      storages.setValue(file.storage, for: "/" + parts.joined(separator: "/"))
      var folder = "/"
      for (depth, part) in parts.enumerated() {
        let isFolder = depth + 1 < parts.count
        let entry = Entry(name: part, isFolder: isFolder)
        if folders[folder]?.contains(entry) == false {
          folders[folder, default: []].append(entry)
        }
        folder = FilePath.join(folder, [part])
        if isFolder, folders[folder] == nil { folders.setValue([], for: folder) }
      }
    }
    let (known, contents) = (storages, folders)
    return FolderAccess(
      list: { folder, limit in contents[folder].map { Array($0.prefix(limit)) } },
      open: { known[$0] },
      resolve: { path in
        let path = "/" + FilePath.parts(path).joined(separator: "/")
        return known[path] != nil || contents[path] != nil ? path : nil
      })
  }
}
