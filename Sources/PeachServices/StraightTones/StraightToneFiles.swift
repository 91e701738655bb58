import PeachFileIO
import PeachIntonation
import PeachStraightPresets

/// The files of straight tones in the cache folder: `<content hash of the bank>/<hash of the
/// recording>`. All errors are treated as missing files.
struct StraightToneFiles: Sendable {
  let folder: String
  /// The maximum size of all files, in bytes.
  let byteLimit: Int

  /// The maximum size of a file.
  private static let maxFileBytes = 1 << 28

  /// Returns the verdict and the features of a recording, without frames.
  func header(of recording: StraightRecording, in content: ContentHash) -> StraightTone? {
    let hash = recording.hash
    let bytes = try? FileAccess.read(
      path: path(hash, content), first: StraightTone.headerSize)
    return bytes.flatMap { StraightTone(header: $0, for: content, recording: hash) }
  }

  /// Returns a tone with its frames.
  func tone(of recording: StraightRecording, in content: ContentHash) -> StraightTone? {
    let hash = recording.hash
    let bytes = try? FileAccess.read(path: path(hash, content), limit: Self.maxFileBytes)
    return bytes.flatMap { StraightTone(decoding: $0, for: content, recording: hash) }
  }

  /// Stores a tone, and returns the number of bytes. Replaces a file atomically.
  func store(
    _ tone: StraightTone, of recording: StraightRecording, in content: ContentHash
  ) -> Int {
    let hash = recording.hash
    let bytes = tone.encoded(for: content, recording: hash)
    guard bytes.count <= byteLimit else { return 0 }
    try? FileAccess.makeFolder("\(folder)/\(content.text)")
    try? FileAccess.update(path: path(hash, content), limit: 0) { _ in bytes }
    return bytes.count
  }

  /// Removes files, the oldest first, until all files together have at most `limit` bytes.
  func removeOldest(beyond limit: Int) {
    let banks = FileAccess.names(in: folder, limit: .max) ?? []
    var files: [FolderFile] = []
    for bank in banks where bank.isFolder && bank.name.utf8.count == 32 {
      let path = "\(folder)/\(bank.name)"
      FileAccess.removeAbandonedPartialFiles(in: path)
      files += (try? FileAccess.files(in: path)) ?? []
    }
    var total = files.reduce(0) { $0 + $1.byteCount }
    if total <= limit { return }
    files.sort { ($0.modifiedNanoseconds, $0.path) < ($1.modifiedNanoseconds, $1.path) }
    for file in files where total > limit {
      guard (try? FileAccess.discard(file.path)) != nil else { continue }
      total -= file.byteCount
    }
  }

  private func path(_ recording: ContentHash, _ content: ContentHash) -> String {
    "\(folder)/\(content.text)/\(recording.text)"
  }
}
