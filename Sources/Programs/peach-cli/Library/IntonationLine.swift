import Peach

/// The intonation of a preset, as `--intonation` prints it.
struct IntonationLine: Encodable {
  var badge: String
  /// The largest error of a note's mean pitch over 0.1 to 1 s without correction, in cents.
  var worstErrorCents: Double
  /// The largest error of the mean that may remain after correction, in cents.
  var worstRemainderCents: Double
  /// The largest distance of a window of 100 ms from the mean of its note, in cents.
  var worstVariationCents: Double
  /// The largest error after the first second of a note, after correction, in cents.
  var worstLaterCents: Double

  /// Returns the intonation of all pitched presets, or nothing unless `isRequested`. Measures
  /// presets that are not in the cache. Ctrl-C keeps the measurements made so far.
  static func all(
    _ entries: [LibraryEntry], of library: SoundFontLibrary, isRequested: Bool
  ) throws -> [LibraryEntry: IntonationLine] {
    var lines: [LibraryEntry: IntonationLine] = [:]
    guard isRequested else { return lines }
    let cache = IntonationCache()
    try Progress.track("measuring") { report in
      for (index, entry) in entries.enumerated() {
        try report(Double(index) / Double(entries.count))
        guard entry.isPitched, let preset = library.preset(at: entry),
          let intonation = try cache.intonation(of: preset)
        else { continue }
        lines[entry] = IntonationLine(
          badge: "\(intonation.badge)", worstErrorCents: intonation.worstCents(after: false),
          worstRemainderCents: intonation.worstRemainderCents,
          worstVariationCents: intonation.worstVariationCents,
          worstLaterCents: intonation.worstLaterCents)
      }
    }
    return lines
  }
}

extension SoundFontLibrary {
  func preset(at entry: LibraryEntry) -> BankPreset? {
    banks.first { $0.file.path == entry.path }.map {
      BankPreset(bank: $0.bank, index: entry.index)
    }
  }
}
