import PeachEarTraining
import PeachMusicUnits

/// The stored trials of a participant's session in a study, which may be resumed.
public struct StudySession: Hashable, Sendable {
  /// The identifier; see ``TrialOrigin``.
  public let identifier: String
  /// The seed of the order of blocks and trials.
  public let seed: Int64
  /// The sound of the first trial.
  public let sound: String
  /// The trials by their position in the session.
  private var answers: [Int: Answer] = [:]

  private struct Answer: Hashable {
    var context: StudyContext
    var question: TrialQuestion
    var offsetCents: Double
  }

  /// Returns the session of a participant in a study that was begun last; `nil` if there is none.
  ///
  /// - Parameters:
  ///   - records: Trials in chronological order. Those of earlier versions, which have no origin,
  ///     are ignored.
  ///   - isSilent: Whether to look for sessions without an audio device, instead of those with one.
  public static func last(
    of participant: String, in study: String, _ records: some Sequence<TrialRecord>,
    isSilent: Bool = false
  ) -> StudySession? {
    var sessions: [StudySession] = []
    for record in records {
      guard let context = record.study, context.participant == participant, context.study == study,
        record.isSilent == isSilent, !record.isWithdrawn, let origin = record.origin
      else { continue }
      var index = sessions.firstIndex { $0.identifier == origin.session }
      if index == nil {
        index = sessions.count
        sessions.append(
          StudySession(identifier: origin.session, seed: context.seed, sound: record.sound))
      }
      if let index { sessions[index].add(record, context) }
    }
    return sessions.last
  }

  private init(identifier: String, seed: Int64, sound: String) {
    (self.identifier, self.seed, self.sound) = (identifier, seed, sound)
  }

  private mutating func add(_ record: TrialRecord, _ context: StudyContext) {
    guard case .comparison(let trial) = record.trial else { return }
    var question = trial.answer.question
    question.sound = 0
    answers[context.trialNumber] = Answer(
      context: context, question: question, offsetCents: trial.answer.offsetCents)
  }

  /// The number of trials that were answered.
  public var answerCount: Int { answers.count }

  /// Returns the trials of a protocol that are left, in order.
  ///
  /// - Throws: ``StudySessionError`` if the session does not belong to the protocol, or if no trial
  ///   is left.
  public func remainder(
    of study: StudyProtocol
  ) throws(StudySessionError) -> [PlannedTrial] {
    let plan = study.trials(seed: seed)
    for (number, answer) in answers.sorted(byKey: { SortKey($0.key) }) {
      guard plan.indices.contains(number - 1), Self.agrees(answer, with: plan[number - 1]) else {
        throw .otherProtocol(trialNumber: number)
      }
    }
    let rest = plan.filter { answers[$0.trialNumber] == nil }
    if rest.isEmpty { throw .complete(count: plan.count) }
    return rest
  }

  private static func agrees(_ answer: Answer, with trial: PlannedTrial) -> Bool {
    let (context, condition) = (answer.context, trial.condition)
    return context.condition == condition.name && context.block == condition.block
      && context.blockNumber == trial.blockNumber
      && answer.question
        == TrialQuestion(noteNumber: condition.noteNumber, interval: condition.interval)
      && answer.offsetCents == condition.offsetCents
  }
}

/// The reason that a session cannot be resumed.
public enum StudySessionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// All trials of the protocol were answered.
  case complete(count: Int)
  /// A stored trial is not the one that the protocol has in its place: the file was changed.
  case otherProtocol(trialNumber: Int)

  /// The message.
  public var description: String {
    switch self {
    case .complete(let count):
      "The last session is complete: all \(count) trials were answered. Start without --resume to "
        + "begin another one."
    case .otherProtocol(let number):
      "Trial \(number) of the session is not that of the protocol, whose file has changed since. "
        + "Restore the file, or start without --resume to begin another session."
    }
  }
}
