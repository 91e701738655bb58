import PeachEarTraining

extension TrainerContent {
  mutating func addComparison(_ trainer: Trainer) {
    let texts = trainer.texts
    if trainer.isPaused {
      rows = [ScreenLine(" \(texts[.paused])", .title)]
      return
    }
    let (first, second): (String, String)
    switch trainer.comparisonState {
    case .reference?: (first, second) = ("●", "○")
    case .target?: (first, second) = ("○", "●")
    default: (first, second) = ("○", "○")
    }
    rows = [
      ScreenLine("  \(first)  \(second)", .title), Self.comparisonLine(trainer),
    ]
  }

  /// Returns the instruction or the result of a comparison.
  static func comparisonLine(_ trainer: Trainer) -> ScreenLine {
    let texts = trainer.texts
    var interval = ""
    switch trainer.comparisonState {
    case .reference(let trial)?, .target(let trial)?, .awaitingAnswer(let trial)?:
      interval = Self.interval(trial.answer.question, trainer)
    default: break
    }
    switch trainer.comparisonState {
    case .reference?: return ScreenLine(" \(texts[.listen])\(interval)")
    case .target?: return ScreenLine(" \(texts[.second])\(interval)")
    case .awaitingAnswer?: return ScreenLine(" \(texts[.question])\(interval)")
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
    let texts = trainer.texts
    if trainer.isPaused {
      rows = [ScreenLine(" \(texts[.paused])", .title)]
      return
    }
    rows = [ScreenLine(""), Self.matchingLine(trainer)]
    if case .feedback(let offset)? = trainer.matchingState {
      rows[0] = ScreenLine(" " + Self.scale(offset), .title)
    }
  }

  /// Returns the instruction or the result of a matching.
  static func matchingLine(_ trainer: Trainer) -> ScreenLine {
    let texts = trainer.texts
    switch trainer.matchingState {
    case .reference(let trial)?:
      return ScreenLine(" \(texts[.matchingListen])\(interval(trial.question, trainer))")
    case .awaitingTouch(let trial)?:
      return ScreenLine(" \(texts[.matchingTouch])\(interval(trial.question, trainer))")
    case .tuning(let trial)?:
      return ScreenLine(" \(texts[.matchingTune])\(interval(trial.question, trainer))")
    case .feedback(let offset)?:
      if offset == 0 { return ScreenLine(" \(texts[.matchingExact])", .right) }
      return ScreenLine(
        " "
          + texts[
            offset > 0 ? .matchingResultHigher : .matchingResultLower,
            texts.cents(offset.magnitude)], .right)
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
