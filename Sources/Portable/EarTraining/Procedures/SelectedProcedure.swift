/// The procedure that the user has selected. The other one learns from the same responses. Beats
/// have a procedure of their own.
package struct SelectedProcedure: ComparisonProcedure {
  package private(set) var profile: ProfileProcedure
  package private(set) var kazez: KazezProcedure
  private let isKazez: Bool
  private var beats: BeatProcedure?

  package init(profile: ProfileProcedure, kazez: KazezProcedure, isKazez: Bool) {
    self.profile = profile
    self.kazez = kazez
    self.isKazez = isKazez
  }

  package init(beats: BeatProcedure) {
    self.init(profile: ProfileProcedure(), kazez: KazezProcedure(), isKazez: false)
    self.beats = beats
  }

  package mutating func beginDay(_ day: Int) {
    beats?.beginDay(day)
    if !isKazez { profile.beginDay(day) }
  }

  package mutating func offsetCents(
    for question: TrialQuestion, direction: PitchDirection, random: inout RandomSource
  ) -> Double {
    if beats != nil {
      return beats?.offsetCents(for: question, direction: direction, random: &random) ?? 0
    }
    return isKazez
      ? kazez.offsetCents(for: question, direction: direction, random: &random)
      : profile.offsetCents(for: question, direction: direction, random: &random)
  }

  package mutating func record(_ answer: ComparisonResponse) {
    if beats != nil {
      beats?.record(answer)
      return
    }
    profile.record(answer)
    kazez.record(answer)
  }

  package func threshold(for question: TrialQuestion) -> ThresholdEstimate {
    if let beats { return beats.threshold(for: question) }
    return isKazez ? kazez.threshold(for: question) : profile.threshold(for: question)
  }
}
