import PeachServices

/// A sound bank written to a file, with its warnings.
struct BankOutput {
  let contents: SoundFontContents
  let byteCount: Int
  /// Properties that the format cannot represent.
  let warnings: [String]

  /// Writes a bank in the format of the path's extension, compressed for `.sf3`. Shows progress
  /// from `start` to 1. After Ctrl-C, no file remains.
  static func write(
    _ contents: SoundFontContents, to path: String, quality: Double, progressFrom start: Double = 0
  ) throws -> BankOutput {
    var contents = contents
    // Compression and decompression, if necessary, take most of the time.
    let encodedFraction = 0.9 + 0.1 * start
    return try Progress.track(path) { report in
      try contents.encodeSamples(forFileNamed: path, quality: quality) {
        try report(start + (encodedFraction - start) * $0)
      }
      let writer = try CommandFailure.prefixing("\(path): ") { try SoundFontWriter(contents) }
      try writer.write(to: path) { try report(encodedFraction + (1 - encodedFraction) * $0) }
      return BankOutput(contents: contents, byteCount: writer.byteCount, warnings: writer.warnings)
    }
  }
}
