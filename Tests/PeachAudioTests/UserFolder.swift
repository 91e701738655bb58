import Foundation
import PeachServices
import SoundFontFixtures

/// A temporary user with folders for banks, state and cache.
final class UserFolder {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.appending(path: "peach-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: banks, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  var banks: String { path + "/data/peach/banks" }
  var environment: [String: String] {
    [
      "XDG_DATA_HOME": path + "/data", "XDG_STATE_HOME": path + "/state",
      "XDG_CACHE_HOME": path + "/cache", "PATH": "/usr/local/bin:/usr/bin:/bin",
    ]
  }
  var sentinel: LoadSentinel { LoadSentinel(environment: environment) }

  /// Writes a file below the folder, and returns its path.
  @discardableResult func put(_ name: String, _ bytes: [UInt8]) throws -> String {
    try Data(bytes).write(to: URL(filePath: path + "/" + name))
    return path + "/" + name
  }

  func bankNames() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: banks).sorted()
  }

  func notes() -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: path + "/state/peach/loading")) ?? []
  }

  /// Returns a bank whose preset has this name.
  static func bank(_ name: String) -> [UInt8] {
    var builder = SoundFontBuilder()
    builder.samples = [
      SoundFontSample(
        frames: (0..<3200).map { Int16((20_000 * sin(2 * .pi * Double($0) / 100)).rounded()) },
        loop: 800..<2400, rate: 44_000, root: 69)
    ]
    builder.instruments = [.init(zones: [.init([.init(.sampleModes, 1)], plays: 0)])]
    builder.presets = [.init(name, program: 42, zones: [.init(plays: 0)])]
    return builder.chunks.file
  }
}
