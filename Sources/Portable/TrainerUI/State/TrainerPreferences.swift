public import PeachEarTraining

/// The preferences of the user.
public struct TrainerPreferences: Equatable, Sendable {
  /// A procedure that selects the difficulty.
  public enum Procedure: UInt8, Hashable, Sendable, CaseIterable {
    case adaptive, kazez
  }

  /// The settings of sessions.
  public var settings = TrainingSettings()
  /// The identifier of the sound.
  public var sound = "sine"
  /// The language.
  public var language = TrainerLanguage.english
  /// The procedure that selects the difficulty.
  public var procedure = Procedure.adaptive
  /// Whether the welcome screen was left.
  public var isIntroduced = false

  /// Creates the defaults.
  public init() {}
}
