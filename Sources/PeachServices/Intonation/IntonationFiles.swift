import PeachFileIO
import PeachInstrumentModel
import PeachIntonation
import PeachSynthesis

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The files in the cache folder: for each bank, `<content hash>` contains its map, and
/// `files/<hash of the file identity>` contains its content hash. The latter avoids hashing an
/// unmodified 148 MB bank more than once. All errors are treated as missing files.
struct IntonationFiles {
  /// The size limit of a map; more than one of 65,535 samples with several regions each.
  private static let maxMapBytes = 64 << 20
  /// A file modified more recently may change again without a change of its timestamp.
  private static let settledNanoseconds: Int64 = 2_000_000_000

  let folder: String

  static func isSettled(_ file: FileIdentity) -> Bool {
    Int64(Date().timeIntervalSince1970 * 1e9) - file.changedNanoseconds > settledNanoseconds
  }

  /// Returns the content hash of a bank, from the folder if possible.
  func content(of bank: SoundBank, file: FileIdentity) -> ContentHash {
    let identity = Self.bytes(of: file)
    let path = "\(folder)/files/\(Self.hash(identity).text)"
    if let stored = try? FileAccess.read(path: path, limit: 256), stored.count == 56,
      Array(stored[..<40]) == identity
    {
      return ContentHash(first: Self.integer(stored, at: 40), second: Self.integer(stored, at: 48))
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

  /// Returns the map for a content hash; `nil` if none is readable.
  func map(of content: ContentHash) -> IntonationMap? {
    guard
      let bytes = try? FileAccess.read(path: "\(folder)/\(content.text)", limit: Self.maxMapBytes)
    else { return nil }
    return try? IntonationMap(decoding: bytes, for: content)
  }

  /// Merges measurements into the stored map, under a lock.
  func add(_ measured: IntonationMap, to content: ContentHash) {
    try? FileAccess.makeFolder(folder)
    try? FileAccess.update(path: "\(folder)/\(content.text)", limit: Self.maxMapBytes) { old in
      let stored = old.flatMap { try? IntonationMap(decoding: $0, for: content) }
      return IntonationCache.merged(stored ?? IntonationMap(), measured).encoded(for: content)
    }
  }

  /// The versions of the way of verifying notes, of measurements, and of straight tones.
  private static let noteVersions: [UInt8] = [
    10, UInt8(truncatingIfNeeded: IntonationMap.version),
    UInt8(truncatingIfNeeded: StraightTone.codingVersion),
  ]
  private static let maxNoteBytes = 1 << 15

  /// Returns the verified notes of a preset.
  func verifiedNotes(
    of content: ContentHash, preset: Int, _ kind: VerifiedNotes.Kind
  ) -> NoteShares? {
    let path = notePath(content, preset, kind)
    return (try? FileAccess.read(path: path, limit: Self.maxNoteBytes)).flatMap { Self.notes($0) }
  }

  /// Merges verified notes into those of a preset, under a lock.
  func add(
    _ notes: NoteShares, to content: ContentHash, preset: Int, _ kind: VerifiedNotes.Kind
  ) {
    try? FileAccess.makeFolder("\(folder)/notes")
    try? FileAccess.update(path: notePath(content, preset, kind), limit: Self.maxNoteBytes) { old in
      var all = old.flatMap { Self.notes($0) } ?? NoteShares()
      all.merge(notes)
      return Self.noteVersions + all.bytes
    }
  }

  private func notePath(
    _ content: ContentHash, _ preset: Int, _ kind: VerifiedNotes.Kind
  ) -> String {
    "\(folder)/notes/\(content.text)-\(preset)-\(kind.rawValue)"
  }

  private static func notes(_ bytes: [UInt8]) -> NoteShares? {
    guard bytes.starts(with: noteVersions) else { return nil }
    return NoteShares(bytes: bytes.dropFirst(noteVersions.count))
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

  private static func integer(_ bytes: [UInt8], at offset: Int) -> UInt64 {
    (0..<8).reduce(0) { $0 | UInt64(bytes[offset + $1]) << (8 * UInt64($1)) }
  }
}
