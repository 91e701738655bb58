import PeachTrainerUI

/// A language of the models' texts.
public enum ModelLanguage: String, Hashable, Sendable, CaseIterable {
  /// English.
  case english = "en"
  /// German.
  case german = "de"

  /// Creates the first supported language of a user's list, such as `Locale.preferredLanguages`;
  /// English if there is none.
  ///
  /// ```swift
  /// ModelLanguage(preferred: ["fr-FR", "de-AT", "en"])  // german
  /// ```
  public init(preferred codes: [String]) {
    self = codes.lazy.compactMap { TrainerLanguage(code: $0) }.first.map { Self($0) } ?? .english
  }

  init(_ language: TrainerLanguage) { self = language == .german ? .german : .english }

  var trainerLanguage: TrainerLanguage { self == .german ? .german : .english }
}
