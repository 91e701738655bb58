/// The procedure that the user has selected.
package enum SelectedProcedure: ComparisonProcedure {
  case profile(ProfileProcedure)
  case kazez(KazezProcedure)

  /// Begins a day.
  package mutating func beginDay(_ day: Int) {
    switch self {
    case .profile(var procedure):
      procedure.beginDay(day)
      self = .profile(procedure)
    case .kazez: break
    }
  }

  /// Returns the offset of the next target in cents.
  package mutating func offsetCents(
    for question: Question, direction: Direction, random: inout RandomSource
  ) -> Double {
    switch self {
    case .profile(var procedure):
      let offset = procedure.offsetCents(for: question, direction: direction, random: &random)
      self = .profile(procedure)
      return offset
    case .kazez(let procedure): return direction.sign * procedure.magnitudeCents
    }
  }

  /// Learns from a response.
  package mutating func record(_ answer: ComparisonResponse) {
    switch self {
    case .profile(var procedure):
      procedure.record(answer)
      self = .profile(procedure)
    case .kazez(var procedure):
      procedure.record(answer)
      self = .kazez(procedure)
    }
  }

  /// Returns the estimated threshold for a question.
  package func threshold(for question: Question) -> ThresholdEstimate {
    switch self {
    case .profile(let procedure): procedure.threshold(for: question)
    case .kazez(let procedure): procedure.threshold(for: question)
    }
  }
}
