public import Foundation
public import PeachInstrumentModel

/// Real files that tests read if they are available.
public enum TestFiles {
  /// The repository's root, two folders above this file's.
  public static let repository = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Test data that is too large, or not free enough, for the repository: in `PEACH_SHARED_DATA`,
  /// or in a folder next to the repository or one above.
  public static let sharedData: URL = {
    if let given = ProcessInfo.processInfo.environment["PEACH_SHARED_DATA"] {
      return URL(filePath: given)
    }
    let parent = repository.deletingLastPathComponent()
    let near = parent.appending(path: "shared/data")
    return exists(near.path)
      ? near : parent.deletingLastPathComponent().appending(path: "shared/data")
  }()

  /// Whether a file exists.
  public static func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

  /// Returns the path of a shared file.
  public static func shared(_ path: String) -> String { sharedData.appending(path: path).path }

  /// Returns the sorted paths of all shared files in a folder and its subfolders with these
  /// extensions; none if the folder does not exist.
  public static func shared(folder: String, endings: [String]) -> [String] {
    let names = FileManager.default.enumerator(atPath: shared(folder))?.compactMap { $0 as? String }
    return (names ?? []).filter { name in endings.contains { name.hasSuffix($0) } }.sorted()
      .map { shared("\(folder)/\($0)") }
  }

  /// All readable SoundFont files of the shared data.
  public static let sharedSoundFonts = shared(folder: "sf2", endings: [".sf2", ".sf3"]).filter {
    path in !unreadableSoundFonts.contains { path.hasSuffix($0) }
  }
  /// Two truncated or invalid files, and one with another header.
  public static let unreadableSoundFonts = [
    "malformed/ZZZ1.sf2", "malformed/ZZZ2.sf2", "mrtenz/invalid.sf2",
  ]

  /// Returns the path of a tool in Tests/Tools.
  public static func tool(_ name: String) -> String {
    repository.appending(path: "Tests/Tools/\(name)").path
  }

  /// Returns the bytes of a file, mapped, so that only accessed pages are loaded.
  public static func map(_ path: String) throws -> ByteStorage {
    let file = open(path, O_RDONLY)
    guard file >= 0 else { throw CocoaError(.fileReadNoSuchFile) }
    defer { close(file) }
    let size = Int(lseek(file, 0, SEEK_END))
    let address = mmap(nil, size, PROT_READ, MAP_PRIVATE, file, 0)
    guard let address, address != MAP_FAILED else { throw CocoaError(.fileReadUnknown) }
    // Safe: the mapping is read-only and unmapped once, by its last owner.
    nonisolated(unsafe) let start = address
    return ByteStorage(bytes: UnsafeRawBufferPointer(start: start, count: size)) {
      munmap(start, size)
    }
  }
}
