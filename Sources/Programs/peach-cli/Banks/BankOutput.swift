import Peach

/// A report of a command that writes a bank.
protocol BankOutputReport: Encodable {
  var warnings: [String] { get }
  var text: String { get }
}

/// A sound bank written to a file, with its warnings.
struct BankOutput {
  let contents: SoundFontContents
  /// The size of the file.
  let byteCount: Int
  /// Properties that the format cannot represent.
  let warnings: [String]

  /// Writes a bank in the format of the path's extension, compressed for `.sf3`. Shows progress
  /// from `start` to 1. After Ctrl-C, no file remains.
  static func write(
    _ contents: SoundFontContents, to path: String, quality: Double, progressFrom start: Double = 0
  ) throws -> BankOutput {
    var contents = contents
    var progress = Progress(path)
    defer { progress.finish() }
    // Compression and decompression, if necessary, take most of the time.
    let encodedFraction = 0.9 + 0.1 * start
    try contents.encodeSamples(forFileNamed: path, quality: quality) { fraction in
      try Interruption.check()
      progress.show(start + (encodedFraction - start) * fraction)
    }
    let writer: SoundFontWriter
    do {
      writer = try SoundFontWriter(contents)
    } catch {
      throw CommandFailure(reason: "\(path): \(error)")
    }
    try writer.write(to: path) { fraction in
      try Interruption.check()
      progress.show(encodedFraction + (1 - encodedFraction) * fraction)
    }
    return BankOutput(contents: contents, byteCount: writer.byteCount, warnings: writer.warnings)
  }
}
