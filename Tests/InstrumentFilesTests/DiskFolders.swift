import Foundation
import PeachInstrumentFiles
import PeachInstrumentModel
import TestEnvironment

/// Folders on disk, for tests of modules without file access.
enum DiskFolders {
  static let access = FolderAccess(
    list: { folder, limit in
      let names = try? FileManager.default.contentsOfDirectory(atPath: folder).sorted()
      return names?.prefix(limit).map {
        var isFolder: ObjCBool = false
        _ = FileManager.default.fileExists(atPath: folder + "/" + $0, isDirectory: &isFolder)
        return FolderAccess.Entry(name: $0, isFolder: isFolder.boolValue)
      }
    },
    open: { path in try? TestFiles.map(path) },
    resolve: { path in
      TestFiles.exists(path) ? URL(filePath: path).resolvingSymlinksInPath().path : nil
    })

  /// Returns the folders of the instrument at a path.
  static func folders(ofInstrumentAt path: String, adding added: [String] = []) -> SampleFolders {
    SampleFolders(
      own: URL(filePath: path).deletingLastPathComponent().path, added: added, access: access)
  }
}
