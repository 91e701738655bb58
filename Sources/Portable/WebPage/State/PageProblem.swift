import PeachTrainerUI

/// A failure that the engine or the browser has reported.
struct PageProblem: Equatable {
  /// The file that it is about; empty for none.
  var file = ""
  /// The report. It is English in every language of the page.
  let reason: String

  /// Creates a problem from a report, such as `a.sf2: chunk ‘INFO’ at byte 16: it is missing`.
  init(_ report: String) {
    reason = report
    // A name of a file is before the first colon, and has an ending.
    let bytes = Array(report.utf8)
    guard let end = bytes.indices.first(where: { Self.isSeparator(bytes, at: $0) }), end > 0,
      bytes[..<end].contains(0x2E)
    else { return }
    file = String(decoding: bytes[..<end], as: UTF8.self)
  }

  private static func isSeparator(_ bytes: [UInt8], at index: Int) -> Bool {
    bytes[index] == 0x3A && index + 1 < bytes.count && bytes[index + 1] == 0x20
  }

  /// Returns what has happened, and what still works and can be done.
  func texts(_ language: TrainerLanguage) -> (what: String, advice: String) {
    let isGerman = language == .german
    if file.isEmpty {
      return isGerman
        ? ("Etwas hat nicht geklappt", "Alles andere geht weiter. Versuche es noch einmal.")
        : ("Something did not work", "Everything else continues. Try it again.")
    }
    return isGerman
      ? (
        "\(file) ist nicht vollständig lesbar",
        """
        Alles andere spielt weiter. Ist die Datei vollständig kopiert, und in einem der \
        Formate, die bei „Instrumente hinzufügen“ stehen?
        """
      )
      : (
        "\(file) could not be read completely",
        """
        Everything else still plays. Was the file copied completely, and is it in a format that \
        “Add instruments” names?
        """
      )
  }
}
