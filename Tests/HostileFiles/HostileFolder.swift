import Foundation
import PeachInstrumentFiles
import PeachInstrumentModel
import SoundMeasurement

/// An instrument with its files, all in memory and all from one input.
///
/// A line `=== NAME` starts another file. Every name in the input that ends as audio files do
/// refers to a short sample, so that references can be resolved.
struct HostileFolder {
  private static let root = "/instrument"
  private static let outside = "/outside/secret.wav"

  /// The instrument's own bytes, before the first such line.
  let root: [UInt8]
  private let files: [String: [UInt8]]

  init(_ bytes: [UInt8]) {
    var parts: [[UInt8]] = [[]]
    var names: [String] = []
    for line in bytes.split(separator: 10, omittingEmptySubsequences: false) {
      if line.starts(with: "=== ".utf8), names.count < 16 {
        names.append(String(decoding: line.dropFirst(4).prefix(64), as: UTF8.self))
        parts.append([])
      } else {
        if !parts[parts.count - 1].isEmpty { parts[parts.count - 1].append(10) }
        parts[parts.count - 1] += line
      }
    }
    root = parts[0]
    var files = Self.recordings(namedIn: bytes)
    for (name, part) in zip(names, parts.dropFirst()) { files[name] = part }
    self.files = files
  }

  /// Returns short samples for the names that end as audio files do.
  private static func recordings(namedIn bytes: [UInt8]) -> [String: [UInt8]] {
    var files = ["a.wav": mono, "b.wav": stereo]
    let ends: [[UInt8]] = [".wav", ".aif", ".caf", "flac", ".ogg"].map { Array($0.utf8) }
    let words = bytes.split { $0 < 32 || "/\\\"<>=|".utf8.contains($0) }
    for word in words where word.count < 64 && files.count < 40 {
      let small = word.map { $0 >= 65 && $0 <= 90 ? $0 | 32 : $0 }
      guard let end = ends.first(where: { small.suffix(4) == $0[...] }) else { continue }
      files[String(decoding: word, as: UTF8.self)] = end[1] == 0x77 ? mono : stereo
    }
    return files
  }

  private static let mono: [UInt8] = {
    var file = WaveFile((0..<300).map { Int16($0 % 50 * 400) })
    file.addSampler(key: 62, loop: 100...299)
    return file.bytes
  }()
  private static let stereo = WaveFile((0..<400).map { Int16($0 * 60) }, channels: 2).bytes

  /// The folders with these files; opening any other path ends the process.
  var folders: SampleFolders {
    let files = files
    let access = FolderAccess(
      list: { folder, limit in
        guard folder == Self.root else { return nil }
        let names = files.keys.sorted() + ["link.wav"]
        return names.prefix(limit).map { FolderAccess.Entry(name: $0, isFolder: false) }
      },
      open: { path in
        precondition(path.hasPrefix(Self.root + "/"), "A file outside was opened: \(path)")
        return files[String(path.dropFirst(Self.root.count + 1))].map {
          ByteStorage(copying: $0)
        }
      },
      resolve: { $0.hasSuffix("/link.wav") ? Self.outside : $0 })
    return SampleFolders(own: Self.root, access: access)
  }
}
