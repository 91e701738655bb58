import PeachPlots
import PeachServices

/// The report of `peach tune --report`: a card for each preset, as HTML or text.
struct TuneCards {
  private let tuned: RetunedBank
  private let title: String
  /// The warnings about the conversion of a bank of another format.
  private let remarks: [String]

  /// The number of keys that a card lists.
  private static let worstKeyCount = 8
  /// The largest error of a note for each grade, in cents.
  private static let grades: [(name: String, cents: Double)] = [
    ("A", 2), ("B", 5), ("C", 10), ("D", 20),
  ]

  /// Whether the name of a file is one of a report.
  static func isReport(_ path: String) -> Bool {
    let name = path.lowercased()
    return [".html", ".htm", ".txt"].contains { name.hasSuffix($0) }
  }

  init(_ tuned: RetunedBank, title: String, remarks: [String]) {
    (self.tuned, self.title, self.remarks) = (tuned, title, remarks)
  }

  /// Writes the report; the name of the file decides its format.
  func write(to path: String) throws {
    let content = path.lowercased().hasSuffix(".txt") ? text : html
    try FileAccess.write(Array(content.utf8), to: path)
  }

  /// Returns the grade of the largest error; a dash without notes.
  private static func grade(_ intonation: PresetIntonation, after: Bool) -> String {
    if intonation.notes.isEmpty { return "–" }
    let worst = intonation.worstCents(after: after)
    return grades.first { worst <= $0.cents }?.name ?? "E"
  }

  private static let legend =
    "Grades are by the largest error of a note in cents: "
    + grades.map { "\($0.name) up to \($0.cents.brief)" }.joined(separator: ", ") + ", E above."

  private static func name(_ preset: Preset) -> String {
    "\(preset.bank):\(preset.program) \(preset.name)"
  }

  /// Returns the notes with the largest errors before the correction.
  private static func worst(_ intonation: PresetIntonation) -> [PresetIntonation.Note] {
    Array(
      intonation.notes.sorted { abs($0.beforeCents) > abs($1.beforeCents) }.prefix(worstKeyCount))
  }

  private static func figures(_ intonation: PresetIntonation) -> [(name: String, text: String)] {
    func change(_ cents: (_ after: Bool) -> Double) -> String {
      "\(cents(false).decimals(1)) → \(cents(true).decimals(2))"
    }
    return [
      ("Grade", "\(grade(intonation, after: false)) → \(grade(intonation, after: true))"),
      ("Median error", change { intonation.medianCents(after: $0) }),
      ("Largest error", change { intonation.worstCents(after: $0) }),
      ("Largest difference of adjacent keys", change { intonation.jumpCents(after: $0) }),
      ("Notes", "\(intonation.notes.count)"),
      ("Notes without pitch", "\(intonation.unpitchedCount)"),
      ("Rating", intonation.badge.phrase),
    ]
  }

  var text: String {
    var lines = ["Intonation of \(title)", "", Self.legend] + remarks
    for entry in tuned.presets {
      lines += ["", Self.name(entry.preset)]
      for figure in Self.figures(entry.intonation) {
        lines.append("  " + figure.name.padded(to: 38) + figure.text)
      }
      let worst = Self.worst(entry.intonation)
      if worst.isEmpty { continue }
      lines.append("  Worst keys, in cents before → after")
      for note in worst {
        lines.append(
          "    " + RecordingPitchReport.name(Int(note.key)).padded(to: 6)
            + "velocity \(note.velocity)".padded(to: 14)
            + RecordingPitchReport.signed(note.beforeCents) + " → "
            + RecordingPitchReport.signed(note.afterCents))
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  // MARK: HTML

  private static let style = """
    body { font-family: sans-serif; margin: 2em auto; max-width: 60em; padding: 0 1em; }
    section { border: 1px solid #bbb; border-radius: 8px; margin: 1em 0; padding: 1em; }
    h2 { margin-top: 0; }
    table { border-collapse: collapse; }
    th, td { padding: 0.15em 1em 0.15em 0; text-align: left; }
    svg { max-width: 100%; }
    """

  private static func rows(_ rows: [(name: String, text: String)]) -> String {
    rows.map {
      "<tr><th scope=\"row\">\(SVG.escaped($0.name))</th><td>\(SVG.escaped($0.text))</td></tr>"
    }.joined(separator: "\n")
  }

  private static func card(_ entry: RetunedBank.Entry) -> String {
    let intonation = entry.intonation
    var lines = [
      "<section>", "<h2>\(SVG.escaped(name(entry.preset)))</h2>",
      "<table>", rows(figures(intonation)), "</table>",
    ]
    if !intonation.notes.isEmpty {
      let keys = worst(intonation).map { note in
        (
          name: RecordingPitchReport.name(Int(note.key)) + ", velocity \(note.velocity)",
          text: RecordingPitchReport.signed(note.beforeCents) + " → "
            + RecordingPitchReport.signed(note.afterCents)
        )
      }
      let panel = IntonationPanel(
        before: intonation.notes.map { .init($0, after: false) },
        after: intonation.notes.map { .init($0, after: true) },
        title: "Cents above each key: rings before, dots after the correction")
      lines += [
        "<h3>Worst keys, in cents before → after</h3>", "<table>", rows(keys), "</table>",
        panel.svg,
      ]
    }
    return (lines + ["</section>"]).joined(separator: "\n")
  }

  var html: String {
    let heading = SVG.escaped("Intonation of \(title)")
    let notes = ([Self.legend] + remarks).map { "<p>\(SVG.escaped($0))</p>" }
    return
      ([
        "<!DOCTYPE html>", "<html lang=\"en\">", "<head>", "<meta charset=\"utf-8\">",
        "<title>\(heading)</title>", "<style>", Self.style, "</style>", "</head>", "<body>",
        "<h1>\(heading)</h1>",
      ] + notes + tuned.presets.map { Self.card($0) } + ["</body>", "</html>", ""])
      .joined(separator: "\n")
  }
}
