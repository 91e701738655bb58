public import PeachEarTraining

/// What a user of the trainer has chosen.
public struct TrainerPreferences: Equatable, Sendable {
  /// Which rule says how hard trials are.
  public enum Procedure: UInt8, Hashable, Sendable, CaseIterable {
    case adaptive, kazez
  }

  /// What is trained, and how it sounds.
  public var settings = TrainingSettings()
  /// The sound, as a setting stores it.
  public var sound = "sine"
  /// The language.
  public var language = TrainerLanguage.english
  /// Which rule says how hard trials are.
  public var procedure = Procedure.adaptive
  /// True once the first screen was left.
  public var isIntroduced = false

  /// What holds where nothing was chosen.
  public init() {}
}
