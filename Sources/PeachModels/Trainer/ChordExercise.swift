import PeachEarTraining
import PeachTrainerUI

/// An exercise of a ``TrainerModel`` with notes that sound together.
public enum ChordExercise: Hashable, Sendable, CaseIterable {
  /// An interval sounds twice, once pure and once out of tune. Which time is it pure?
  /// ``TrainerModel/answer(isSecondPure:)``.
  case purity
  /// Is an interval wider or narrower than pure? ``TrainerModel/answer(isWider:)``.
  case width
  /// Tuning a note over a drone until they do not beat: ``TrainerModel/tune(cents:)``.
  case drone
  /// Tuning the middle note of a triad until it does not beat: ``TrainerModel/tune(cents:)``.
  case triad
  /// Tapping along with beats: ``TrainerModel/tap()``.
  case beats

  /// `nil` for notes one after the other.
  init?(_ exercise: TrainingExercise) {
    switch exercise {
    case .comparison, .matching: return nil
    case .purity: self = .purity
    case .width: self = .width
    case .drone: self = .drone
    case .triad: self = .triad
    case .beats: self = .beats
    }
  }

  var exercise: TrainingExercise {
    switch self {
    case .purity: .purity
    case .width: .width
    case .drone: .drone
    case .triad: .triad
    case .beats: .beats
    }
  }
}
