import CPeach
import PeachEarTraining
import Synchronization

/// The object of a `peach_estimator`.
final class EstimatorObject: HandleObject {
  static let kind = HandleKind.estimator

  struct State: Sendable {
    var procedure: any ComparisonProcedure
    var random: RandomSource
  }

  let state: Mutex<State>

  init(_ options: peach_estimator_options) throws(LibraryError) {
    let procedure: any ComparisonProcedure =
      switch Int(options.procedure) {
      case PEACH_PROCEDURE_SINGLE: GridProcedure()
      case PEACH_PROCEDURE_PROFILE: ProfileProcedure()
      case PEACH_PROCEDURE_STAIRCASE: StaircaseProcedure(rule: .twoDownOneUp)
      case PEACH_PROCEDURE_KAZEZ: KazezProcedure()
      default: throw LibraryError(.argument, "\(options.procedure) is not a procedure.")
      }
    state = Mutex(State(procedure: procedure, random: RandomSource(seed: options.seed)))
  }

  /// Returns the question of a reference.
  ///
  /// - Throws: ``LibraryError`` if the key is out of range.
  static func question(_ key: Double) throws(LibraryError) -> TrialQuestion {
    try require(0...127 ~= key, "The key is \(key). Use 0 to 127.")
    return TrialQuestion(noteNumber: key)
  }
}
