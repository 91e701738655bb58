import Peach

/// A bank on its way into a file, with progress, and what a person should know of it.
struct BankOutput {
  /// What is in the file.
  let contents: SoundFontContents
  /// How many bytes it has.
  let byteCount: Int
  /// What could not be written as it is.
  let warnings: [String]

  /// Writes a bank as its name's ending wants it, compressed or not. Progress goes from `start` to 1.
  /// Ends with nothing left behind where Ctrl-C was pressed.
  static func write(
    _ contents: SoundFontContents, to path: String, quality: Double, progressFrom start: Double = 0
  ) throws -> BankOutput {
    var contents = contents
    var progress = Progress(path)
    defer { progress.finish() }
    // Where there is much to compress, or to expand, that is nearly all of the time.
    let written = 0.9 + 0.1 * start
    try contents.suit(fileName: path, quality: quality) { part in
      try Interruption.check()
      progress.show(start + (written - start) * part)
    }
    let writer: SoundFontWriter
    do {
      writer = try SoundFontWriter(contents)
    } catch {
      throw CommandFailure(reason: "\(path): \(error)")
    }
    try writer.write(to: path) { part in
      try Interruption.check()
      progress.show(written + (1 - written) * part)
    }
    return BankOutput(contents: contents, byteCount: writer.byteCount, warnings: writer.warnings)
  }
}
