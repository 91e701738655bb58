import PeachFileIO
import PeachInstrumentFiles
import PeachInstrumentModel

extension SoundFontWriter {
  /// Writes the file, which appears at `path` when it is complete. Replaces an existing file.
  /// Samples are copied in blocks of a megabyte, so that memory does not depend on the size of the
  /// bank. Call on any thread but the audio thread.
  ///
  /// - Parameter progress: Called with the completed fraction, 0…1. Cancels by throwing, which
  ///   leaves no file.
  /// - Throws: `FileAccessError`.
  public func write(to path: String, progress: (Double) throws -> Void = { _ in }) throws {
    var file = try FileWriter(path: path)
    let blockSize = 1 << 20
    for piece in pieces {
      for start in stride(from: piece.range.lowerBound, to: piece.range.upperBound, by: blockSize) {
        let range = start..<min(start + blockSize, piece.range.upperBound)
        piece.storage.prefetch(range)
        try progress(Double(file.byteCount) / Double(byteCount))
        try file.write(StoredBytes(piece.storage, range).bytes)
      }
    }
    try file.finish()
    try progress(1)
  }
}
