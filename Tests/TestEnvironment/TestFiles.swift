public import Foundation
public import PeachInstrumentModel

/// Real files that tests read where they are there.
public enum TestFiles {
  /// The repository's root, two folders above this file's.
  public static let repository = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Test data that is too large, or not free enough, for the repository: where `PEACH_SHARED_DATA`
  /// says, or in a folder beside the repository or one above.
  public static let sharedData: URL = {
    if let given = ProcessInfo.processInfo.environment["PEACH_SHARED_DATA"] {
      return URL(filePath: given)
    }
    let parent = repository.deletingLastPathComponent()
    let near = parent.appending(path: "shared/data")
    return exists(near.path)
      ? near : parent.deletingLastPathComponent().appending(path: "shared/data")
  }()

  /// Whether there is a file.
  public static func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

  /// The path of a file of the shared data.
  public static func shared(_ path: String) -> String { sharedData.appending(path: path).path }

  /// The paths of all files of the shared data in a folder, and in folders within, whose names end so,
  /// in their order; none where the folder is not there.
  public static func shared(folder: String, endings: [String]) -> [String] {
    let names = FileManager.default.enumerator(atPath: shared(folder))?.compactMap { $0 as? String }
    return (names ?? []).filter { name in endings.contains { name.hasSuffix($0) } }.sorted()
      .map { shared("\(folder)/\($0)") }
  }

  /// All SoundFonts of the shared data but those that no program can read.
  public static let sharedSoundFonts = shared(folder: "sf2", endings: [".sf2", ".sf3"]).filter {
    path in !unreadableSoundFonts.contains { path.hasSuffix($0) }
  }
  /// Two that are cut off or are none, and one that does not begin as a file of that kind.
  public static let unreadableSoundFonts = [
    "malformed/ZZZ1.sf2", "malformed/ZZZ2.sf2", "mrtenz/invalid.sf2",
  ]

  /// The path of a tool in Tests/Tools.
  public static func tool(_ name: String) -> String {
    repository.appending(path: "Tests/Tools/\(name)").path
  }

  /// The bytes of a file, mapped, so that only what is read is loaded.
  public static func map(_ path: String) throws -> ByteStorage {
    let file = open(path, O_RDONLY)
    guard file >= 0 else { throw CocoaError(.fileReadNoSuchFile) }
    defer { close(file) }
    let size = Int(lseek(file, 0, SEEK_END))
    let address = mmap(nil, size, PROT_READ, MAP_PRIVATE, file, 0)
    guard let address, address != MAP_FAILED else { throw CocoaError(.fileReadUnknown) }
    // Sound: the mapping is read-only and unmapped once, when the last owner lets go.
    nonisolated(unsafe) let start = address
    return ByteStorage(bytes: UnsafeRawBufferPointer(start: start, count: size)) {
      munmap(start, size)
    }
  }
}
