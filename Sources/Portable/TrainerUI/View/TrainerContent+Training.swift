import PeachEarTraining

extension TrainerContent {
  mutating func addComparison(_ trainer: Trainer) {
    let marks =
      switch trainer.comparisonState {
      case .reference?: "●  ○"
      case .target?: "○  ●"
      default: "○  ○"
      }
    rows = [ScreenLine("  \(marks)", .title), Self.comparisonLine(trainer)]
  }

  /// Returns the instruction or the result of a comparison.
  static func comparisonLine(_ trainer: Trainer) -> ScreenLine {
    let texts = trainer.texts
    func line(_ text: TrainerText, _ trial: ComparisonTrial) -> ScreenLine {
      ScreenLine(" \(texts[text])\(interval(trial.answer.question, trainer))")
    }
    switch trainer.comparisonState {
    case .reference(let trial)?: return line(.listen, trial)
    case .target(let trial)?: return line(.second, trial)
    case .awaitingAnswer(let trial)?: return line(.question, trial)
    case .feedback(let isRight)?:
      let offset = trainer.lastComparison?.answer.offsetCents ?? 0
      let mark = isRight ? "✓" : "✗"
      let told = texts[
        offset > 0 ? .wasHigher : .wasLower, texts[isRight ? .right : .wrong],
        texts.cents(offset.magnitude)]
      return ScreenLine(" \(mark) \(told)", isRight ? .right : .wrong)
    case .idle?, nil: return ScreenLine("")
    }
  }

  mutating func addMatching(_ trainer: Trainer) {
    rows = [ScreenLine(""), Self.matchingLine(trainer)]
    if case .feedback(let offset)? = trainer.matchingState {
      rows[0] = ScreenLine(" " + Self.scale(offset), .title)
    }
  }

  /// Returns the instruction or the result of a matching.
  static func matchingLine(_ trainer: Trainer) -> ScreenLine {
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

  /// Returns the interval in parentheses, or an empty string if all trials are unisons.
  private static func interval(_ question: Question, _ trainer: Trainer) -> String {
    let settings = trainer.preferences.settings
    if settings.intervals.allSatisfy({ $0 == .unison }) { return "" }
    return " (\(trainer.texts.interval(question.interval.semitones)))"
  }

  /// Returns a scale of ±20 cents with a mark at the offset.
  private static func scale(_ offset: Double) -> String {
    let column = min(max(Int(offset.rounded()), -20), 20) + 20
    var text = ""
    for index in 0...40 { text += index == column ? "◆" : index == 20 ? "│" : "·" }
    return text
  }
}
