import PeachEarTraining

extension TrainerContent {
  /// Replaces the rows with marks for both notes and the instruction or the result.
  mutating func showComparison(_ trainer: Trainer) {
    let marks =
      switch trainer.comparisonState {
      case .reference?: "●  ○"
      case .target?: "○  ●"
      default: "○  ○"
      }
    rows = [ScreenLine("  \(marks)", .title), Self.comparisonLine(trainer)]
  }

  /// Returns the instruction or the result of a comparison.
  package static func comparisonLine(_ trainer: Trainer) -> ScreenLine {
    let texts = trainer.texts
    func line(_ text: TrainerText, _ trial: ComparisonTrial) -> ScreenLine {
      ScreenLine(" \(texts[text])\(interval(trial.answer.question, trainer))")
    }
    switch trainer.comparisonState {
    case .reference(let trial)?: return line(.listen, trial)
    case .target(let trial)?: return line(.second, trial)
    case .awaitingAnswer(let trial)?: return line(.question, trial)
    case .feedback? where trainer.hidesResult: return ScreenLine(" \(texts[.answered])")
    case .feedback(let isRight)?:
      let offset = trainer.lastComparison?.answer.offsetCents ?? 0
      let mark = isRight ? "✓" : "✗"
      let message = texts[
        offset > 0 ? .wasHigher : .wasLower, texts[isRight ? .right : .wrong],
        texts.cents(offset.magnitude)]
      return ScreenLine(" \(mark) \(message)", isRight ? .right : .wrong)
    case .idle?, nil: return ScreenLine("")
    }
  }

  /// Replaces the rows with the instruction or the result, and a meter of the offset.
  mutating func showMatching(_ trainer: Trainer) {
    rows = [ScreenLine(""), Self.matchingLine(trainer)]
    if case .feedback(let offset)? = trainer.matchingState {
      rows[0] = ScreenLine(" " + Self.offsetMeter(offset), .title)
    }
  }

  /// Returns the instruction or the result of a matching.
  package static func matchingLine(_ trainer: Trainer) -> ScreenLine {
    let texts = trainer.texts
    func line(_ text: TrainerText, _ trial: MatchingTrial) -> ScreenLine {
      ScreenLine(" \(texts[text])\(interval(trial.question, trainer))")
    }
    switch trainer.matchingState {
    case .reference(let trial)?: return line(.matchingListen, trial)
    case .awaitingTouch(let trial)?: return line(.matchingTouch, trial)
    case .tuning(let trial)?: return line(.matchingTune, trial)
    case .feedback(let offset)?:
      if offset == 0 { return ScreenLine(" \(texts[.matchingExact])", .right) }
      let key = offset > 0 ? TrainerText.matchingResultHigher : .matchingResultLower
      return ScreenLine(" " + texts[key, texts.cents(offset.magnitude)], .right)
    case .idle?, nil: return ScreenLine("")
    }
  }

  /// Returns the keys of a training screen.
  static func trainingKeys(_ trainer: Trainer) -> TrainerText {
    if trainer.study != nil { return trainer.isPaused ? .pausedKeys : .studyTrialKeys }
    if trainer.isPaused { return .pausedKeys }
    if trainer.review != nil { return .reviewKeys }
    switch trainer.exercise {
    case .comparison: return .comparisonKeys
    case .purity: return .purityKeys
    case .width: return .widthKeys
    case .matching, .drone, .triad: return .matchingKeys
    case .beats: return .beatsKeys
    }
  }

  /// Replaces the rows with marks for both notes of a pair that is played again, and its result.
  mutating func showReview(_ review: Review, _ texts: TrainerTexts) {
    let marks =
      switch review.phase {
      case .reference: "●  ○"
      case .target: "○  ●"
      case .ended: "○  ○"
      }
    let isOneChord = review.trial.exercise.isChord && review.trial.exercise != .purity
    rows = [
      ScreenLine(isOneChord ? "" : "  \(marks)", .title), Self.reviewLine(review, texts),
    ]
  }

  /// Returns the result of a pair that is played again.
  package static func reviewLine(_ review: Review, _ texts: TrainerTexts) -> ScreenLine {
    if review.trial.exercise.isChord {
      return ScreenLine(" " + texts[.reviewChord, texts.chord(review.trial)])
    }
    let (offset, keys): (Double, [TrainerText]) =
      switch review.trial {
      case .comparison(let trial): (trial.answer.offsetCents, [.reviewHigher, .reviewLower])
      case .matching(let trial): (trial.offsetCents, [.reviewSharp, .reviewFlat])
      case .beats(let trial): (trial.offsetCents, [.reviewSharp, .reviewFlat])
      }
    return ScreenLine(" " + texts[keys[offset < 0 ? 1 : 0], texts.cents(offset.magnitude)])
  }

  /// Returns the interval in parentheses, or an empty string if only unisons are trained.
  static func interval(_ question: TrialQuestion, _ trainer: Trainer) -> String {
    let settings = trainer.preferences.settings
    if settings.intervals.allSatisfy({ $0 == .unison }) { return "" }
    return " (\(trainer.texts.interval(question.interval.semitones)))"
  }

  /// Returns a meter of ±20 cents with a mark at the offset.
  static func offsetMeter(_ offset: Double) -> String {
    let column = min(max(Int(offset.rounded()), -20), 20) + 20
    var text = ""
    for index in 0...40 { text += index == column ? "◆" : index == 20 ? "│" : "·" }
    return text
  }
}
