import PeachFileBytes
import PeachInstrumentModel
import PeachIntonation

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The files in the cache folder: for each bank `<hash of its contents>`, which holds its map, and
/// `files/<hash of its file's identity>`, which holds the hash of its contents.
///
/// The second is why a bank of 148 MB is read whole only once: later the system's word is taken
/// that the file has not changed. All that goes wrong is as if nothing were there.
struct IntonationFiles {
  /// More than a map of 65,535 samples with several regions each.
  private static let largestMap = 64 << 20
  /// A file changed so shortly before may change again without the clock moving on.
  private static let settledNanoseconds: Int64 = 2_000_000_000

  let folder: String

  /// True where a file with this identity has had these contents for a while.
  static func isSettled(_ file: FileIdentity) -> Bool {
    Int64(Date().timeIntervalSince1970 * 1e9) - file.changedNanoseconds > settledNanoseconds
  }

  /// The hash of a bank's contents, from the folder where it is known.
  func content(of bank: SoundBank, file: FileIdentity) -> ContentHash {
    let identity = Self.bytes(of: file)
    let path = "\(folder)/files/\(Self.hash(identity).text)"
    if let stored = try? FileAccess.read(path: path, limit: 256), stored.count == 56,
      Array(stored[..<40]) == identity
    {
      return ContentHash(
        first: Self.number(stored, at: 40), second: Self.number(stored, at: 48))
    }
    bank.storage.prefetch(0..<bank.storage.bytes.count)
    let content = ContentHash(of: bank.storage)
    if Self.isSettled(file) {
      let bytes = identity + Self.bytes(content.first) + Self.bytes(content.second)
      try? FileAccess.makeFolder("\(folder)/files")
      try? FileAccess.update(path: path, limit: 256) { _ in bytes }
    }
    return content
  }

  /// The map of a bank with these contents; nil where there is none to use.
  func map(of content: ContentHash) -> IntonationMap? {
    guard
      let bytes = try? FileAccess.read(
        path: "\(folder)/\(content.text)", limit: Self.largestMap)
    else { return nil }
    return try? IntonationMap(decoding: bytes, for: content)
  }

  /// Adds to the map in the folder, whoever else is adding.
  func add(_ measured: IntonationMap, to content: ContentHash) {
    try? FileAccess.makeFolder(folder)
    try? FileAccess.update(path: "\(folder)/\(content.text)", limit: Self.largestMap) { old in
      let stored = old.flatMap { try? IntonationMap(decoding: $0, for: content) }
      return IntonationCache.merged(stored ?? IntonationMap(), measured).encoded(for: content)
    }
  }

  private static func hash(_ bytes: [UInt8]) -> ContentHash {
    bytes.withUnsafeBytes { ContentHash(of: $0) }
  }

  private static func bytes(of file: FileIdentity) -> [UInt8] {
    [
      file.device, file.number, file.byteCount, UInt64(bitPattern: file.modifiedNanoseconds),
      UInt64(bitPattern: file.changedNanoseconds),
    ].flatMap { bytes($0) }
  }

  private static func bytes(_ number: UInt64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * UInt64($0))) }
  }

  private static func number(_ bytes: [UInt8], at place: Int) -> UInt64 {
    (0..<8).reduce(0) { $0 | UInt64(bytes[place + $1]) << (8 * UInt64($1)) }
  }
}
