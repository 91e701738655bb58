import PeachEarTraining
import PeachMusicUnits
package import PeachTrialRecords

/// The session of a participant in a study.
package struct StudyRun: Sendable {
  package let participant: String
  /// The name of the protocol.
  package let name: String
  package let seed: Int64
  /// The identifier of the session, which a resumed one keeps; see `TrialOrigin`.
  package let session: String
  /// The trials of this run: all of the session, or those that are left.
  private let trials: [PlannedTrial]
  /// The number of trials that were answered in this run.
  package private(set) var answeredCount = 0

  /// Plans a session.
  package init(
    _ study: StudyProtocol, name: String, participant: String, seed: Int64, session: String
  ) {
    (self.name, self.participant, self.seed) = (name, participant, seed)
    self.session = session
    trials = study.trials(seed: seed)
  }

  /// Continues an interrupted session.
  package init(
    resuming session: StudySession, of study: StudyProtocol, name: String, participant: String
  ) throws(StudySessionError) {
    (self.name, self.participant, seed) = (name, participant, session.seed)
    self.session = session.identifier
    trials = try session.remainder(of: study)
  }

  package var trialCount: Int { trials.count }
  package var blockCount: Int { trials.last?.blockNumber ?? 0 }
  package var isOver: Bool { answeredCount == trials.count }
  /// The next or current trial.
  package var current: PlannedTrial? { isOver ? nil : trials[answeredCount] }
  /// The last trial that was answered.
  package var last: PlannedTrial? { answeredCount > 0 ? trials[answeredCount - 1] : nil }
  /// Whether the next trial is the first one of a block.
  var isAtBlockStart: Bool { current?.blockNumber != last?.blockNumber }

  /// The number of trials in the block of the next one.
  package var blockTrialCount: Int {
    trials.count { $0.blockNumber == current?.blockNumber }
  }

  /// The next trial, in equal temperament with A4 at 440 Hz.
  var comparison: ComparisonTrial? {
    guard let condition = current?.condition else { return nil }
    let question = TrialQuestion(noteNumber: condition.noteNumber, interval: condition.interval)
    let reference = FrequencyCalculation.frequency(noteNumber: condition.noteNumber)
    let target = Tuning.equal.target(
      reference: reference, interval: condition.interval, offset: Cents(condition.offsetCents))
    return ComparisonTrial(
      answer: ComparisonResponse(
        question: question, offsetCents: condition.offsetCents, heard: .higher),
      tuning: .equal,
      reference: TrialNote(frequency: reference, durationSeconds: condition.noteSeconds),
      target: TrialNote(
        frequency: target, levelDecibels: condition.levelDecibels,
        durationSeconds: condition.noteSeconds), gapSeconds: condition.gapSeconds)
  }

  /// Counts the current trial as answered. Returns its context.
  mutating func advance() -> StudyContext? {
    guard let trial = current else { return nil }
    answeredCount += 1
    return StudyContext(
      participant: participant, study: name, seed: seed, block: trial.condition.block,
      blockNumber: trial.blockNumber, trialNumber: trial.trialNumber,
      condition: trial.condition.name)
  }
}
