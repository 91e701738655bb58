package import PeachEarTraining

/// The preferences of the user.
package struct TrainerPreferences: Equatable, Sendable {
  /// A procedure that selects the difficulty.
  package enum Procedure: UInt8, Hashable, Sendable, CaseIterable {
    case adaptive, kazez
  }

  /// The settings of sessions.
  package var settings = TrainingSettings()
  /// The identifier of the sound.
  package var sound = "sine"
  /// The language.
  package var language = TrainerLanguage.english
  /// The procedure that selects the difficulty.
  package var procedure = Procedure.adaptive
  /// Whether the welcome screen was left.
  package var isIntroduced = false

  /// Creates the defaults.
  package init() {}
}
