/// A rule that chooses how far the next target is off, and learns from the answer.
public protocol ComparisonProcedure: Sendable {
  /// Tells which day it is, in days since any beginning. The same day again, or an earlier one where
  /// a clock was set back, changes nothing.
  mutating func beginDay(_ day: Int)

  /// How far the next target is to be off, in cents, 0.1 through 100; the sign is the direction's.
  mutating func offsetCents(
    for question: Question, direction: Direction, random: inout RandomSource
  ) -> Double

  /// Takes in an answer, to an offset of its own or any other.
  mutating func record(_ answer: ComparisonResponse)

  /// What is known about the threshold for a question.
  func threshold(for question: Question) -> ThresholdEstimate
}
