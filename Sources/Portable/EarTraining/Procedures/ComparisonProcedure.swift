/// A procedure that selects the offset of the next target, and learns from the response.
public protocol ComparisonProcedure: Sendable {
  /// Begins a day, counted from any origin. The current or an earlier day has no effect.
  mutating func beginDay(_ day: Int)

  /// Returns the offset of the next target in cents. Its magnitude is 0.1 to 100, its sign that of
  /// `direction`.
  mutating func offsetCents(
    for question: TrialQuestion, direction: PitchDirection, random: inout RandomSource
  ) -> Double

  /// Learns from a response, to an offset of this or any other procedure.
  mutating func record(_ answer: ComparisonResponse)

  /// Returns the estimated threshold for a question.
  func threshold(for question: TrialQuestion) -> ThresholdEstimate
}

extension ComparisonProcedure {
  /// Does nothing.
  public mutating func beginDay(_ day: Int) {}
}
