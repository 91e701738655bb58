import Peach

/// How well a preset is in tune, as `--intonation` shows it.
struct IntonationLine: Encodable {
  /// In words.
  var badge: String
  /// Cents that the farthest note is out of tune as the bank has it.
  var worstErrorCents: Double
  /// Cents that may be left of it when it is corrected.
  var worstRemainderCents: Double
  /// Cents by which a recording's own pitch wavers.
  var worstSpreadCents: Double

  /// The lines of all presets that have a pitch, measured where nobody has before; nothing unless
  /// they are wanted. What is measured when Ctrl-C is pressed is kept.
  static func all(
    _ entries: [LibraryEntry], of library: SoundFontLibrary, areWanted: Bool
  ) throws -> [LibraryEntry: IntonationLine] {
    var lines: [LibraryEntry: IntonationLine] = [:]
    guard areWanted else { return lines }
    let cache = IntonationCache()
    Interruption.watch()
    var progress = Progress("measuring")
    defer { progress.finish() }
    for (done, entry) in entries.enumerated() {
      try Interruption.check()
      progress.show(Double(done) / Double(entries.count))
      guard entry.isPitched, let found = library.banks.first(where: { $0.file.path == entry.path }),
        let intonation = try cache.intonation(
          of: BankPreset(bank: found.bank, index: entry.index))
      else { continue }
      lines[entry] = IntonationLine(
        badge: "\(intonation.badge)", worstErrorCents: intonation.worstCents(after: false),
        worstRemainderCents: intonation.worstRemainderCents,
        worstSpreadCents: intonation.worstSpreadCents)
    }
    return lines
  }
}
