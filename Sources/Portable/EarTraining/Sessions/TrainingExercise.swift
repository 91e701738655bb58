/// An exercise of the trainer, and the question of its trials.
public enum TrainingExercise: UInt8, Hashable, Sendable, CaseIterable {
  /// Is the second of two notes higher or lower?
  case comparison
  /// Tune a note to another.
  case matching
  /// An interval sounds twice, once pure and once detuned. Which time is it pure?
  case purity
  /// Both notes of an interval sound together. Is it wider or narrower than pure?
  case width
  /// Tune a note over a drone until they do not beat.
  case drone
  /// Tune the middle note of a triad until it does not beat.
  case triad
  /// Tap along with the beats of a detuned interval.
  case beats

  /// The name in stored trials.
  public var name: String {
    switch self {
    case .comparison: "comparison"
    case .matching: "matching"
    case .purity: "purity"
    case .width: "width"
    case .drone: "drone"
    case .triad: "triad"
    case .beats: "beats"
    }
  }

  /// Whether notes sound together.
  public var isChord: Bool { self != .comparison && self != .matching }

  /// The exercises with notes that sound together.
  package static var chords: [TrainingExercise] { [.purity, .width, .drone, .triad, .beats] }
}
