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
  /// The magnitudes of offsets in cents.
  let offsets: ClosedRange<Double>
  private let interval: MusicalInterval

  init(_ options: peach_estimator_options) throws(LibraryError) {
    let isBeats = Int(options.procedure) == PEACH_PROCEDURE_BEATS
    guard let interval = MusicalInterval(semitones: Int(options.semitones)) else {
      throw LibraryError(
        .argument, "The interval is \(options.semitones) semitones. Use -12 to 12.")
    }
    if isBeats { _ = try Self.pureInterval(options.semitones) }
    try require(
      0.1...60 ~= options.seconds, "The duration is \(options.seconds) s. Use 0.1 to 60.")
    self.interval = interval
    offsets = isBeats ? 0.05...50 : 0.1...100
    var beats = BeatProcedure()
    beats.noteSeconds = options.seconds
    let procedure: any ComparisonProcedure =
      switch Int(options.procedure) {
      case PEACH_PROCEDURE_SINGLE: GridProcedure()
      case PEACH_PROCEDURE_PROFILE: ProfileProcedure()
      case PEACH_PROCEDURE_STAIRCASE: StaircaseProcedure(rule: .twoDownOneUp)
      case PEACH_PROCEDURE_KAZEZ: KazezProcedure()
      case PEACH_PROCEDURE_BEATS: beats
      default: throw LibraryError(.argument, "\(options.procedure) is not a procedure.")
      }
    state = Mutex(State(procedure: procedure, random: RandomSource(seed: options.seed)))
  }

  /// Returns the question of a reference.
  ///
  /// - Throws: ``LibraryError`` if the key is out of range.
  func question(_ key: Double) throws(LibraryError) -> TrialQuestion {
    try require(0...127 ~= key, "The key is \(key). Use 0 to 127.")
    return TrialQuestion(noteNumber: key, interval: interval)
  }

  /// Returns an interval whose notes have partials in common.
  ///
  /// - Throws: ``LibraryError`` if there are none.
  static func pureInterval(_ semitones: Int32) throws(LibraryError) -> PureInterval {
    guard let interval = MusicalInterval(semitones: Int(semitones)),
      let pure = PureInterval(interval, in: .just())
    else {
      throw LibraryError(
        .argument,
        "The interval is \(semitones) semitones. Its magnitude must be 0, 3, 4, 5, 7, 8, 9 or 12.")
    }
    return pure
  }
}
