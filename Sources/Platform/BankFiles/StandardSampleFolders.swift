import PeachFileIO
import PeachInstrumentFiles
import Synchronization

/// The folders in which Apple's sampler searches for the samples of an instrument that was moved
/// (Technical Note 2283): the program's bundle, and the user's Library, Documents and Downloads.
///
/// Below each of them, it searches the path from `Sounds`, `Sampler Files`, `EXS Factory Samples`
/// or `Apple Loops` on, and a path without these in the folder `Sounds`. It lists the folders of
/// these paths only, never whole trees. Links must not lead out of a folder. Thread-safe.
final class StandardSampleFolders: Sendable {
  /// The folders, in the order of the search.
  let folders: [String]
  private let listings: Mutex<FolderListings>

  /// Creates the search in the folders of a user and of a program, whose path may be relative.
  init(environment: [String: String], layout: UserFolders.Layout, program: String?) {
    let bundle = layout == .library ? program.flatMap { Self.bundle(ofProgramAt: $0) } : nil
    let library = environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 + "/Library" : nil }
    folders =
      [bundle, library].compactMap { $0 }
      + UserFolders.personal(environment: environment, withMusic: false)
    listings = Mutex(FolderListings(.system))
  }

  /// Returns the folder of a bundle's resources; `nil` for a relative path. On macOS, the program
  /// is in `Contents/MacOS`; elsewhere next to its resources.
  static func bundle(ofProgramAt path: String) -> String? {
    guard path.hasPrefix("/") else { return nil }
    let folder = FileAccess.folder(of: path)
    let end = "/Contents/MacOS"
    return folder.hasSuffix(end) ? folder.dropLast("MacOS".count) + "Resources" : folder
  }

  /// Returns the path of a file by the components of its path in the instrument, and the paths of
  /// files that do not exist. One of the interchangeable extensions may replace another.
  func find(_ parts: [String], extensions: [String]) -> (found: String?, tried: [String]) {
    listings.withLock { listings in
      var tried: [String] = []
      for folder in folders {
        for tail in SampleResolver.standardTails(of: parts) {
          if let found = Self.file(at: tail, extensions, below: folder, &listings) {
            return (found, tried)
          }
          tried.append(FilePath.join(folder, tail))
        }
      }
      return (nil, tried)
    }
  }

  private static func file(
    at parts: [String], _ extensions: [String], below folder: String,
    _ listings: inout FolderListings
  ) -> String? {
    guard !parts.contains(".."), let name = parts.last, let root = FileAccess.resolved(folder)
    else { return nil }
    for name in SampleResolver.alternatives(of: name, extensions) {
      if let path = listings.file(at: parts.dropLast() + [name], below: root),
        let real = FileAccess.resolved(path), FilePath.isWithin(real, root)
      {
        return real
      }
    }
    return nil
  }
}
