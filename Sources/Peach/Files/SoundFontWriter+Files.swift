import PeachFileBytes
public import PeachInstrumentFiles
import PeachInstrumentModel

extension SoundFontWriter {
  /// Writes the file, which appears under `path` only when it is complete, in the place of any that
  /// is there.
  ///
  /// Samples go from file to file in pieces of a megabyte; memory does not grow with the bank.
  /// `progress` is told how much is done, 0…1; what it throws ends the writing, and nothing is left
  /// behind. Throws `FileError`. Not for the audio thread.
  ///
  /// ```swift
  /// let contents = try SoundFont(contentsOf: "a.sf2").contents()
  /// try SoundFontWriter(contents).write(to: "b.sf2")
  /// ```
  public func write(
    to path: String, progress: (Double) throws -> Void = { _ in }
  ) throws {
    var file = try FileWriter(path: path)
    let most = 1 << 20
    for piece in pieces {
      for start in stride(from: piece.range.lowerBound, to: piece.range.upperBound, by: most) {
        let range = start..<min(start + most, piece.range.upperBound)
        piece.storage.prefetch(range)
        try progress(Double(file.byteCount) / Double(byteCount))
        try file.write(StoredBytes(piece.storage, range).bytes)
      }
    }
    try file.finish()
    try progress(1)
  }
}
