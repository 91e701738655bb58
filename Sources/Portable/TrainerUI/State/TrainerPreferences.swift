package import PeachEarTraining

package struct TrainerPreferences: Equatable, Sendable {
  package enum Procedure: UInt8, Hashable, Sendable, CaseIterable {
    case adaptive, kazez
  }

  package var settings = TrainingSettings()
  package var sound = "sine"
  package var language = TrainerLanguage.english
  package var procedure = Procedure.adaptive
  /// Whether the welcome screen was left.
  package var isIntroduced = false

  package init() {}
}
