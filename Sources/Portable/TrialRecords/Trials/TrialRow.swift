import PeachEarTraining
import PeachMusicUnits

/// The values of a record, in the order of ``TrialColumn``.
package struct TrialRow {
  package var values: [TrialValue]

  package init(values: [TrialValue]) { self.values = values }

  package init(_ record: TrialRecord) {
    values = TrialColumn.allCases.map { _ in .missing }
    self[.milliseconds] = .integer(record.milliseconds)
    self[.identifier] = .text(record.identifier)
    self[.day] = .integer(Int64(record.day))
    self[.sound] = .text(record.sound)
    self[.noteNumber] = .real(record.trial.question.noteNumber)
    self[.semitones] = .integer(Int64(record.trial.question.interval.semitones))
    if record.isWithdrawn { self[.withdrawn] = .integer(1) }
    if record.isSilent { self[.silent] = .integer(1) }
    if let origin = record.origin {
      self[.session] = .text(origin.session)
      self[.run] = .text(origin.run)
    }
    if let study = record.study {
      for (column, value) in Self.values(study) { self[column] = value }
    }
    self[.kind] = .text(record.trial.exercise.name)
    switch record.trial {
    case .comparison(let trial):
      setReference(trial.reference)
      self[.tuning] = .text(trial.tuning.name)
      self[.targetHertz] = .real(trial.target.frequency.hertz)
      self[.targetDecibels] = .real(trial.target.levelDecibels)
      self[.targetSeconds] = trial.target.durationSeconds.map { .real($0) } ?? .missing
      self[.gapSeconds] = .real(trial.gapSeconds)
      self[.offsetCents] = .real(trial.detuningCents)
      let answers = Self.answers(trial.exercise)
      self[.response] = .text(trial.answer.heard == .higher ? answers.higher : answers.lower)
      if trial.exercise == .purity {
        self[.pure] = .text(trial.isSecondPure ? answers.higher : answers.lower)
      }
      self[.replays] = .integer(Int64(trial.replays))
      self[.responseSeconds] = .real(trial.responseSeconds)
    case .matching(let trial):
      setReference(trial.reference)
      self[.tuning] = .text(trial.tuning.name)
      self[.startCents] = .real(trial.startOffsetCents)
      self[.offsetCents] = .real(trial.offsetCents)
      self[.replays] = .integer(Int64(trial.replays))
      self[.responseSeconds] = .real(trial.responseSeconds)
    case .beats(let trial):
      setReference(trial.reference)
      self[.tuning] = .text(trial.tuning.name)
      self[.offsetCents] = .real(trial.offsetCents)
      self[.tappedHertz] = .real(trial.tappedRate.hertz)
      self[.taps] = .integer(Int64(trial.tapCount))
      self[.replays] = .integer(Int64(trial.replays))
      self[.responseSeconds] = .real(trial.responseSeconds)
    }
  }

  private mutating func setReference(_ note: TrialNote) {
    self[.referenceHertz] = .real(note.frequency.hertz)
    self[.referenceDecibels] = .real(note.levelDecibels)
    self[.referenceSeconds] = note.durationSeconds.map { .real($0) } ?? .missing
  }

  /// Returns the names of both answers to comparisons.
  private static func answers(
    _ exercise: TrainingExercise
  ) -> (lower: String, higher: String) {
    switch exercise {
    case .purity: ("first", "second")
    case .width: ("narrower", "wider")
    default: ("lower", "higher")
    }
  }

  private static func values(_ study: StudyContext) -> [(TrialColumn, TrialValue)] {
    [
      (.participant, .text(study.participant)), (.study, .text(study.study)),
      (.seed, .integer(study.seed)), (.block, .text(study.block)),
      (.blockNumber, .integer(Int64(study.blockNumber))),
      (.trialNumber, .integer(Int64(study.trialNumber))), (.condition, .text(study.condition)),
    ]
  }

  subscript(column: TrialColumn) -> TrialValue {
    get { values[column.rawValue] }
    set { values[column.rawValue] = newValue }
  }

  package func record() throws(TrialRowError) -> TrialRecord {
    let identifier = try self.identifier(.identifier)
    let sound = try text(.sound)
    if sound.utf8.count > 1000 || sound.utf8.contains(where: { $0 < 32 }) {
      throw reject(.sound, "a sound identifier")
    }
    let trial: CompletedTrial
    let kind = try text(.kind)
    switch TrainingExercise.allCases.first(where: { $0.name == kind }) {
    case .comparison?: trial = .comparison(try comparison(.comparison))
    case .purity?: trial = .comparison(try comparison(.purity))
    case .width?: trial = .comparison(try comparison(.width))
    case .matching?: trial = .matching(try matching(.melodic))
    case .drone?: trial = .matching(try matching(.drone))
    case .triad?: trial = .matching(try matching(.triad))
    case .beats?: trial = .beats(try beats())
    case nil:
      throw reject(.kind, "comparison, matching, purity, width, drone, triad or beats")
    }
    var record = TrialRecord(
      trial, sound: sound, milliseconds: try integer(.milliseconds, 0...(1 << 50)),
      day: Int(try integer(.day, -1_000_000...1_000_000)), identifier: identifier)
    if self[.withdrawn] != .missing { record.isWithdrawn = try integer(.withdrawn, 0...1) == 1 }
    if self[.silent] != .missing { record.isSilent = try integer(.silent, 0...1) == 1 }
    if self[.session] != .missing {
      record.origin = TrialOrigin(
        session: try self.identifier(.session), run: try self.identifier(.run))
    }
    if self[.participant] != .missing { record.study = try study() }
    return record
  }

  private func study() throws(TrialRowError) -> StudyContext {
    func name(_ column: TrialColumn) throws(TrialRowError) -> String {
      let text = try text(column)
      guard StudyContext.isName(text) else { throw reject(column, "a name of at most 100 bytes") }
      return text
    }
    return StudyContext(
      participant: try name(.participant), study: try name(.study),
      seed: try integer(.seed, 0...StudyContext.largestSeed), block: try name(.block),
      blockNumber: Int(try integer(.blockNumber, 1...1_000_000)),
      trialNumber: Int(try integer(.trialNumber, 1...1_000_000)), condition: try name(.condition))
  }

  private func comparison(
    _ exercise: TrainingExercise
  ) throws(TrialRowError) -> ComparisonTrial {
    let detuning = try offset()
    guard detuning != 0 else { throw reject(.offsetCents, "other than 0") }
    let response = try answer(.response, exercise)
    var (form, offset) = (ComparisonForm.melodic, detuning)
    switch exercise {
    case .purity:
      let pure = try answer(.pure, exercise)
      (form, offset) = (.purity(detuningCents: detuning), pure.sign * detuning.magnitude)
    case .width: form = .width
    default: break
    }
    return ComparisonTrial(
      answer: ComparisonResponse(question: try question(), offsetCents: offset, heard: response),
      tuning: try tuning(), reference: try reference(),
      target: try note(.targetHertz, .targetDecibels, .targetSeconds), form: form,
      gapSeconds: try real(.gapSeconds, 0...60), replays: Int(try integer(.replays, 0...1_000_000)),
      responseSeconds: try real(.responseSeconds, 0...1e9))
  }

  private func answer(
    _ column: TrialColumn, _ exercise: TrainingExercise
  ) throws(TrialRowError) -> PitchDirection {
    let (answers, name) = (Self.answers(exercise), try text(column))
    guard name == answers.higher || name == answers.lower else {
      throw reject(column, "\(answers.higher) or \(answers.lower)")
    }
    return name == answers.higher ? .higher : .lower
  }

  private func beats() throws(TrialRowError) -> BeatTrial {
    BeatTrial(
      question: try question(), tuning: try tuning(), reference: try reference(),
      offsetCents: try offset(), tapCount: Int(try integer(.taps, 0...1_000_000)),
      tappedRate: .hertz(try real(.tappedHertz, 0...1000)),
      replays: Int(try integer(.replays, 0...1_000_000)),
      responseSeconds: try real(.responseSeconds, 0...1e9))
  }

  private func matching(_ form: MatchingForm) throws(TrialRowError) -> MatchingTrial {
    MatchingTrial(
      question: try question(), tuning: try tuning(), reference: try reference(), form: form,
      startOffsetCents: try real(.startCents, -2400...2400), offsetCents: try offset(),
      replays: Int(try integer(.replays, 0...1_000_000)),
      responseSeconds: try real(.responseSeconds, 0...1e9))
  }

  private func offset() throws(TrialRowError) -> Double { try real(.offsetCents, -2400...2400) }

  private func question() throws(TrialRowError) -> TrialQuestion {
    let semitones = Int(try integer(.semitones, -12...12))
    return TrialQuestion(
      noteNumber: try real(.noteNumber, 0...128),
      interval: MusicalInterval(semitones: semitones) ?? .unison)
  }

  private func tuning() throws(TrialRowError) -> Tuning {
    guard let tuning = Tuning(name: try text(.tuning)) else { throw reject(.tuning, "a tuning") }
    return tuning
  }

  private func reference() throws(TrialRowError) -> TrialNote {
    try note(.referenceHertz, .referenceDecibels, .referenceSeconds)
  }

  private func note(
    _ hertz: TrialColumn, _ decibels: TrialColumn, _ seconds: TrialColumn
  ) throws(TrialRowError) -> TrialNote {
    TrialNote(
      frequency: .hertz(try real(hertz, 1...100_000)),
      levelDecibels: try real(decibels, -200...200),
      durationSeconds: self[seconds] == .missing ? nil : try real(seconds, 0...86_400))
  }

  private func identifier(_ column: TrialColumn) throws(TrialRowError) -> String {
    let text = try text(column)
    let isHexadecimal = text.utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
    guard text.utf8.count == 32, isHexadecimal else {
      throw reject(column, "32 hexadecimal digits")
    }
    return text
  }

  private func text(_ column: TrialColumn) throws(TrialRowError) -> String {
    guard case .text(let text) = self[column] else { throw reject(column, "a string") }
    return text
  }

  private func integer(
    _ column: TrialColumn, _ range: ClosedRange<Int64>
  ) throws(TrialRowError) -> Int64 {
    guard case .integer(let value) = self[column], range.contains(value) else {
      throw reject(column, "an integer from \(range.lowerBound) to \(range.upperBound)")
    }
    return value
  }

  private func real(
    _ column: TrialColumn, _ range: ClosedRange<Double>
  ) throws(TrialRowError) -> Double {
    guard case .real(let value) = self[column], range.contains(value) else {
      throw reject(column, "a number from \(range.lowerBound) to \(range.upperBound)")
    }
    return value
  }

  private func reject(_ column: TrialColumn, _ needed: String) -> TrialRowError {
    TrialRowError(reason: "\(column.name) must be \(needed)")
  }
}

/// The reason that values are not a valid trial, as a clause without a full stop.
package struct TrialRowError: Error {
  package var reason: String

  package init(reason: String) { self.reason = reason }
}
