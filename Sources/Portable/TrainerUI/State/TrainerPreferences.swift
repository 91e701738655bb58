package import PeachEarTraining

package struct TrainerPreferences: Equatable, Sendable {
  package enum Procedure: UInt8, Hashable, Sendable, CaseIterable {
    case adaptive, kazez
  }

  package var settings = TrainingSettings()
  package var sound = "sine"
  package var language = TrainerLanguage.english
  package var procedure = Procedure.adaptive
  package var length = SessionLength.endless
  /// The time from which trials count for the profile, in milliseconds since 1970-01-01 UTC.
  package var countsSince: Int64 = 0
  /// Whether the welcome screen was left.
  package var isIntroduced = false

  package init() {}
}
