import PeachServices

/// The magnitudes of the offsets of a session's trials, without adaptation.
protocol OffsetSeries: Sendable {
  /// Returns the offset of a trial in cents, from trial 1 on.
  func magnitude(at index: Int, random: inout RandomSource) -> Double
}

/// The session requested something other than a listener that answers expects.
private struct UnexpectedEffect: Error {}

/// A listener who measures both notes of a trial in the player's output and responds accordingly.
/// The trials are those of a ``ComparisonSession``.
struct IdealListener<Offsets: OffsetSeries> {
  var offsets: Offsets
  var settings: TrainingSettings
  var trials: Int
  var seed: UInt64

  /// A response, and whether the session rates it as right.
  struct Response: CustomStringConvertible {
    var trial: ComparisonTrial
    var heard: Double
    var isRight: Bool

    var description: String {
      "\(trial.answer.offsetCents) cents at \(trial.reference.frequency.hertz) Hz heard as \(heard)"
    }
  }

  private struct Procedure: ComparisonProcedure {
    var offsets: Offsets
    var count = 0

    mutating func beginDay(_ day: Int) {}
    mutating func offsetCents(
      for question: TrialQuestion, direction: PitchDirection, random: inout RandomSource
    ) -> Double {
      count += 1
      return direction.sign * offsets.magnitude(at: count, random: &random)
    }
    mutating func record(_ answer: ComparisonResponse) {}
    func threshold(for question: TrialQuestion) -> ThresholdEstimate {
      ThresholdEstimate(logarithm: 0)
    }
  }

  /// Returns the responses of a session.
  ///
  /// - Parameter hears: Returns the offset of the target from its nominal pitch, in cents.
  func responses(
    to player: any NotePlayer, on stage: RecordedPairs,
    hears: (RecordedPairs.Pair, ComparisonTrial) -> Double
  ) async throws -> [Response] {
    var session = ComparisonSession(procedure: Procedure(offsets: offsets), seed: seed)
    session.settings = settings
    var responses: [Response] = []
    var effects = session.reduce(.start(day: 0))
    for _ in 0..<trials {
      guard case .play(let cue, let trial)? = effects.last else { throw UnexpectedEffect() }
      let isUnison = trial.answer.question.interval == .unison
      let pair = try await stage.hear(
        ScheduledNote.pair(
          trial.reference, trial.target, gapSeconds: trial.gapSeconds, isUnison: isUnison),
        by: player)
      _ = session.reduce(.targetBegan(cue: cue))
      _ = session.reduce(.targetEnded(cue: cue))
      let heard = hears(pair, trial)
      let answered = session.reduce(.answer(heard > 0 ? .higher : .lower, responseSeconds: 1))
      guard case .showFeedback(_, let isRight, _)? = answered.last else {
        throw UnexpectedEffect()
      }
      responses.append(Response(trial: trial, heard: heard, isRight: isRight))
      effects = session.reduce(.feedbackEnded(cue: cue))
    }
    return responses
  }
}
