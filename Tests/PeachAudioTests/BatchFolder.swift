import Foundation
import PeachServices
import TestEnvironment

/// A temporary folder of short random songs.
final class BatchFolder {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.appending(path: "peach-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func path(_ name: String) -> String { "\(path)/\(name)" }

  @discardableResult func put(_ name: String, _ bytes: [UInt8]) throws -> String {
    try Data(bytes).write(to: URL(filePath: path(name)))
    return path(name)
  }

  func bytes(_ path: String) throws -> Data { try Data(contentsOf: URL(filePath: path)) }

  func names(_ name: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path(name)).sorted()
  }

  /// Returns jobs for `count` songs of different lengths, rendered into `out`.
  func songs(_ count: Int) throws -> [RenderJob] {
    try (0..<count).map { index in
      RenderJob(
        song: try put("song\(index).mid", Self.song(seed: UInt64(index))), folder: path("out"))
    }
  }

  /// Returns a song of one program, about half a second long; a tick is a millisecond.
  static func song(seed: UInt64, program: UInt8 = 42) -> [UInt8] {
    var random = RandomNumbers(seed: seed)
    var track: [UInt8] = [0, 0xC0, program]
    for _ in 0..<random.whole(6...16) {
      let key = UInt8(random.whole(36...96))
      track += [UInt8(random.whole(0...40)), 0x90, key, UInt8(random.whole(20...127))]
      track += [UInt8(random.whole(1...40)), 0xE0, random.sevenBits(), random.sevenBits()]
      track += [UInt8(random.whole(1...20)), 0x80, key, 64]
    }
    return song(track: track + [100])
  }

  /// Returns a song of one track: its events, and the delta time of its end.
  static func song(track events: [UInt8]) -> [UInt8] {
    let track = events + [0xFF, 0x2F, 0]
    let size = track.count
    // 500 ticks per quarter note of half a second.
    return Array("MThd".utf8) + [0, 0, 0, 6, 0, 0, 0, 1, 1, 0xF4] + Array("MTrk".utf8)
      + [0, 0, UInt8(size >> 8), UInt8(size & 255)] + track
  }
}
