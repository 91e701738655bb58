import PeachServices

/// `peach tune --straight`: removes the pitch contour of a bank's recordings.
struct StraightTuning {
  let path: String
  let output: String?
  let quality: Double

  func run(
    _ font: SoundFont, vibrato: Double, _ arguments: Arguments,
    _ isIncluded: (Preset) -> Bool
  ) throws {
    let straight = try Progress.track(path) { report in
      try StraightenedBank(
        font, vibrato: vibrato, smoothsLevels: arguments.has("smooth"), isIncluded: isIncluded,
        progress: report)
    }
    try Interruption.check()
    try TuneCommand.checkPresets(straight.presets, arguments, path)
    if let plot = arguments.value("plot") {
      let svg = StraightTonePlot(straight, title: FileAccess.fileName(of: path)).svg
      try FileAccess.write(Array(svg.utf8), to: plot)
    }
    if let output {
      for warning in try write(straight.contents(), of: font, to: output) {
        Console.warning(warning)
      }
    }
    let report = StraightTuneReport(straight: straight, path: path, out: output)
    try Console.print(report, asJSON: arguments.has("json"))
    if !arguments.has("json") { report.printSummary() }
  }

  /// Writes the bank, and returns the warnings. The new samples of a compressed bank are
  /// compressed, unless the name of the file ends in `.sf2`.
  private func write(
    _ contents: SoundFontContents, of font: SoundFont, to output: String
  ) throws -> [String] {
    var contents = contents
    let hasCompressed = font.samples.contains { $0.isCompressed }
    let name = output.lowercased()
    if hasCompressed && !name.hasSuffix(".sf2") && !name.hasSuffix(".sf3") {
      try Progress.track(output) { try contents.compress(quality: quality, progress: $0) }
    }
    let written = try BankOutput.write(contents, to: output, quality: quality)
    return written.contents.warnings + written.warnings
  }
}
