import Foundation
import PeachInstrumentFiles
import PeachInstrumentModel
import SoundFontFixtures

/// Real files that tests read where they are there, and helpers to read them.
enum TestFiles {
  /// The repository's root, two folders above this file's.
  static let repository = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Test data that is too large, or not free enough, for the repository.
  static let sharedData: URL =
    ProcessInfo.processInfo.environment["PEACH_SHARED_DATA"].map { URL(filePath: $0) }
    ?? repository.deletingLastPathComponent().appending(path: "shared/data")

  static func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

  static func shared(_ path: String) -> String { sharedData.appending(path: path).path }

  /// The bytes of a file, mapped, so that only what is read is loaded.
  static func map(_ path: String) throws -> ByteStorage {
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

  /// The output of a command's standard output, and its exit code.
  static func run(_ command: [String]) throws -> (output: String, code: Int32) {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = command
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (String(decoding: data, as: UTF8.self), process.terminationStatus)
  }
}

extension SoundFontChunks {
  /// What reading this file gives.
  func read() throws -> SoundFont { try SoundFont.read(ByteStorage(copying: file)) }
}

extension SoundFontBuilder {
  /// The bank that this file is.
  func bank(reading: SoundFontReading = .init()) throws -> SoundBank {
    try chunks.read().soundBank(reading: reading)
  }

  /// The regions of its first preset.
  func regions(reading: SoundFontReading = .init()) throws -> [Region] {
    try bank(reading: reading).regions(ofPresetAt: 0)
  }
}
