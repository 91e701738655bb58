import PeachTrainerUI

/// The texts of an app's screens in a language.
///
/// ```swift
/// ModelTexts(.german)[.importing, "Strings.sf2"]  // Strings.sf2 wird importiert
/// ```
/// The String Catalog `Localizable.xcstrings` has the same texts, and those of the trainer.
public struct ModelTexts: Hashable, Sendable {
  /// The language.
  public var language: ModelLanguage

  /// Creates the texts of a language.
  public init(_ language: ModelLanguage) { self.language = language }

  /// Returns a text with its placeholders replaced.
  public subscript(text: ModelText, first: String = "", second: String = "") -> String {
    guard let row = Self.rows[text] else { return text.rawValue }
    return Self.filled(language == .german ? row.german : row.english, [first, second])
  }

  /// Replaces `%1`, `%2` …, in one pass: values may contain placeholders.
  static func filled(_ text: String, _ values: [String]) -> String {
    var result = ""
    var isPlaceholder = false
    for character in text {
      if isPlaceholder {
        let index = (character.wholeNumberValue ?? 0) - 1
        result += values.indices.contains(index) ? values[index] : "%\(character)"
        isPlaceholder = false
      } else if character == "%" {
        isPlaceholder = true
      } else {
        result.append(character)
      }
    }
    return isPlaceholder ? result + "%" : result
  }
}
