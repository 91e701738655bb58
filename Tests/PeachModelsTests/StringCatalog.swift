import PeachModels
import PeachTrainerUI

/// The String Catalog of the models, from the texts in the code.
enum StringCatalog {
  /// The file, in the format of Xcode 26.
  static var text: String {
    let models = ModelTexts.table.map { row in
      (key: row.text.rawValue, english: row.english, german: row.german)
    }
    let trainer = TrainerTexts.table.map { row in
      (key: "trainer.\(row.key)", english: row.english, german: row.german)
    }
    let strings = (models + trainer).sorted { $0.key < $1.key }.map { entry in
      """
          "\(entry.key)" : {
            "extractionState" : "manual",
            "localizations" : {
      \(unit("de", entry.german)),
      \(unit("en", entry.english))
            }
          }
      """
    }
    return """
      {
        "sourceLanguage" : "en",
        "strings" : {
      \(strings.joined(separator: ",\n"))
        },
        "version" : "1.0"
      }

      """
  }

  private static func unit(_ language: String, _ text: String) -> String {
    """
            "\(language)" : {
              "stringUnit" : {
                "state" : "translated",
                "value" : "\(escaped(format(text)))"
              }
            }
    """
  }

  /// Returns a format of `String(format:)`: the placeholder %1 is %1$@, and a percent sign is two.
  static func format(_ text: String) -> String {
    let marks = ["%1", "%2", "%3"]
    if !marks.contains(where: { text.contains($0) }) { return text }
    var result = text.replacing("%", with: "%%")
    for number in 1...3 { result = result.replacing("%%\(number)", with: "%\(number)$@") }
    return result
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
  }
}
