import Peach

/// The intonation of a preset, as `--intonation` prints it.
struct IntonationLine: Encodable {
  /// The rating in words.
  var badge: String
  /// The largest error of a note without correction, in cents.
  var worstErrorCents: Double
  /// The largest error that may remain after correction, in cents.
  var worstRemainderCents: Double
  /// The largest standard deviation of a sample's pitch over time, in cents.
  var worstSpreadCents: Double

  /// Returns the intonation of all pitched presets, or nothing unless `isRequested`. Measures
  /// presets that are not in the cache. Ctrl-C keeps the measurements made so far.
  static func all(
    _ entries: [LibraryEntry], of library: SoundFontLibrary, isRequested: Bool
  ) throws -> [LibraryEntry: IntonationLine] {
    var lines: [LibraryEntry: IntonationLine] = [:]
    guard isRequested else { return lines }
    let cache = IntonationCache()
    Interruption.watch()
    var progress = Progress("measuring")
    defer { progress.finish() }
    for (index, entry) in entries.enumerated() {
      try Interruption.check()
      progress.show(Double(index) / Double(entries.count))
      guard entry.isPitched,
        let installed = library.banks.first(where: { $0.file.path == entry.path }),
        let intonation = try cache.intonation(
          of: BankPreset(bank: installed.bank, index: entry.index))
      else { continue }
      lines[entry] = IntonationLine(
        badge: "\(intonation.badge)", worstErrorCents: intonation.worstCents(after: false),
        worstRemainderCents: intonation.worstRemainderCents,
        worstSpreadCents: intonation.worstSpreadCents)
    }
    return lines
  }
}
