/// The procedure that the user has selected. The other one learns from the same responses.
package struct SelectedProcedure: ComparisonProcedure {
  package private(set) var profile: ProfileProcedure
  package private(set) var kazez: KazezProcedure
  private let isKazez: Bool

  package init(profile: ProfileProcedure, kazez: KazezProcedure, isKazez: Bool) {
    self.profile = profile
    self.kazez = kazez
    self.isKazez = isKazez
  }

  package mutating func beginDay(_ day: Int) { if !isKazez { profile.beginDay(day) } }

  package mutating func offsetCents(
    for question: TrialQuestion, direction: PitchDirection, random: inout RandomSource
  ) -> Double {
    isKazez
      ? kazez.offsetCents(for: question, direction: direction, random: &random)
      : profile.offsetCents(for: question, direction: direction, random: &random)
  }

  package mutating func record(_ answer: ComparisonResponse) {
    profile.record(answer)
    kazez.record(answer)
  }

  package func threshold(for question: TrialQuestion) -> ThresholdEstimate {
    isKazez ? kazez.threshold(for: question) : profile.threshold(for: question)
  }
}
