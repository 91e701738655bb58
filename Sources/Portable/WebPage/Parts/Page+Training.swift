import PeachEarTraining
import PeachMusicUnits
import PeachTrainerUI
import PeachTrialRecords

/// The screens of the trainer.
extension Page {
  /// The controls of the trainer's screen.
  var trainingPart: String {
    let texts = trainer.texts
    switch trainer.screen {
    case .welcome: return welcomePart
    case .demonstration:
      return HTML.section("card", centPart)
        + HTML.row([HTML.button(text(.done), "open home", style: "button main")])
    case .home: return homePart
    case .comparison, .matching, .beats:
      if trainer.review != nil { return nextPart + tools }
      if trainer.isPaused {
        return HTML.row(
          [
            HTML.button(
              text(.resume), "resume", style: "button main large grow", icon: "play", key: "P"),
            HTML.button(
              text(TrainingText.endSession), "end", style: "button outline grow", key: "Esc"),
          ], style: "answers")
      }
      switch trainer.screen {
      case .comparison: return comparisonPart
      case .beats: return beatsPart + tools
      default: return matchingPart
      }
    case .chords: return chordsPart
    case .settings, .intervals: return settingsPart
    case .summary(let summary): return summaryPart(summary)
    case .reset: return resetPart
    // The page shows these in views of its own.
    case .sounds, .profile, .legend, .study:
      return HTML.row([HTML.button(texts[.home], "open home", style: "button main")])
    }
  }

  /// The number of the pair, with the progress of the session; and the button that ends it.
  var progressPart: String {
    let done = trainer.summary?.trialCount ?? 0
    let isOver = trainer.isResultShown || trainer.review != nil
    var number = "\(isOver ? done : done + 1)"
    var bar = ""
    switch trainer.preferences.length {
    case .trials(let count):
      bar = HTML.progress(text(TrainingText.progress), value: done, of: count)
      number = "\(isOver ? done : min(done + 1, count)) / \(count)"
    case .minutes, .endless: break
    }
    let name = HTML.span(text(TrainingText.tools) + " ", style: "unseen")
    return HTML.square("cross", text(TrainingText.endSession), "stop", style: "quiet")
      + HTML.division("", bar)
      + HTML.element("p", "number soft small", name + HTML.escaped(number))
  }

  /// The question that is asked or was answered last.
  private var question: TrialQuestion? {
    switch trainer.comparisonState {
    case .reference(let trial)?, .target(let trial)?, .awaitingAnswer(let trial)?:
      return trial.answer.question
    default: break
    }
    switch trainer.matchingState {
    case .reference(let trial)?, .awaitingTouch(let trial)?, .tuning(let trial)?:
      return trial.question
    default: return trainer.summary?.trials.last?.question
    }
  }

  var isIntervalQuestion: Bool {
    trainer.exercise == .comparison && question.map { $0.interval != .unison } == true
  }

  /// The last answer of the session.
  private var lastAnswer: ComparisonResponse? {
    guard case .comparison(let trial)? = trainer.summary?.trials.last else { return nil }
    return trial.answer
  }

  // MARK: Controls

  private var comparisonPart: String {
    var buttons = ""
    if trainer.exercise.isChord {
      for (direction, name, icon, key) in chordAnswers {
        buttons += answer(direction, text(name), icon, key)
      }
    } else {
      for (direction, icon, key) in [(PitchDirection.higher, "up", "↑"), (.lower, "down", "↓")] {
        buttons += answer(direction, pitchAnswer(direction), icon, key)
      }
    }
    return HTML.element(
      "div", "answers pairwise", buttons,
      attributes: "role=\"group\"" + HTML.attribute("aria-label", text(.answerGroup))) + tools
  }

  /// Returns the name of an answer about the second note of a pair.
  private func pitchAnswer(_ direction: PitchDirection) -> String {
    let isHigher = direction == .higher
    if !isIntervalQuestion { return text(isHigher ? PageText.higher : .lower) }
    let isRising = (question?.interval.semitones ?? 0) > 0
    var name = text(isHigher ? TrainingText.sharp : .flat)
    name += " ("
    name += text(isHigher == isRising ? TrainingText.tooWide : .tooNarrow)
    name += ")"
    return name
  }

  /// Returns the button of an answer: waiting for the second note, ready, or answered.
  private func answer(
    _ direction: PitchDirection, _ name: String, _ icon: String, _ key: String
  ) -> String {
    let isHigher = direction == .higher
    var (style, mark, state) = ("answer", "", "")
    switch trainer.comparisonState {
    case .target?, .awaitingAnswer?: break
    case .feedback?:
      guard let answered = lastAnswer else { break }
      if answered.heard != direction {
        style = "answer other"
      } else {
        style = answered.isRight ? "answer chosen-right" : "answer chosen-wrong"
        mark = HTML.icon(answered.isRight ? "tick" : "cross")
      }
    default: state = HTML.attribute("aria-disabled", "true")
    }
    let action = isHigher ? "answer higher" : "answer lower"
    var attributes = "type=\"button\""
    attributes += HTML.attribute("id", HTML.identifier(action))
    attributes += HTML.attribute("data-do", action)
    attributes += state
    return HTML.element(
      "button", style,
      (icon.isEmpty ? "" : HTML.icon(icon)) + HTML.span(name) + mark + HTML.element("kbd", "", key),
      attributes: attributes)
  }

  private var matchingPart: String {
    let buttons = step(-5) + step(-1) + step(-0.1) + step(0.1) + step(1) + step(5)
    let range = Int(Trainer.dialRange)
    let dial = HTML.input(
      text(.dial), "dial", type: "range", value: "0",
      attributes: "min=\"-\(range)\" max=\"\(range)\" step=\"0.1\" data-trial=\"\(dialCount)\"")
    let fine = HTML.element(
      "div", "fine", buttons,
      attributes: "role=\"group\"" + HTML.attribute("aria-label", text(.fineTuning)))
    let isResult = trainer.isResultShown
    let commit =
      isResult
      ? nextButton(text(.nextNote))
      : HTML.button(
        text(.matches), "commit", style: "button main large grow", icon: "tick", key: "↵")
    return HTML.division("dial", dial, fine) + HTML.division("answers", commit) + tools
  }

  /// Returns a button that raises or lowers the note to match.
  private func step(_ cents: Double) -> String {
    let size = cents.magnitude
    let number = language.number(size, decimals: size < 1 ? 1 : 0)
    let label = text(cents < 0 ? PageText.lowerBy : .raiseBy, number)
    return HTML.button((cents < 0 ? "−" : "+") + number, "tune \(cents)", label: label)
  }

  private var nextPart: String {
    HTML.division(
      "answers",
      nextButton(trainer.screen == .matching ? text(.nextNote) : text(.nextPair)))
  }

  func nextButton(_ name: String) -> String {
    HTML.button(name, "resume", style: "button main large grow", icon: "next", key: "↵")
  }

  private var tools: String {
    let buttons = [
      HTML.button(
        text(.replay), "replay", style: "", icon: "again",
        key: trainer.screen == .beats ? "R" : "␣"),
      HTML.button(
        text(.review), "review", style: "", icon: "last", key: "M",
        isDisabled: !trainer.canReview),
      HTML.button(
        text(.undoShort), "undo", style: "", icon: "undo", key: "U", label: text(.undo),
        isDisabled: !trainer.canUndo),
      HTML.button(text(.pause), "pause", style: "", icon: "pause", key: "P"),
    ]
    return HTML.element(
      "div", "tools", buttons.joined(),
      attributes: "role=\"group\"" + HTML.attribute("aria-label", text(TrainingText.tools)))
  }

  // MARK: The notes, and the instruction or the result

  /// The instruction or the result, which screen readers get by announcements.
  var status: String {
    if isElsewhere { return "" }
    if tab == .tuning { return tuningStatus }
    if tab == .songs { return songStatus }
    guard isExercise else { return "" }
    if trainer.isPaused {
      let number = "\((trainer.summary?.trialCount ?? 0) + 1)"
      return result("", text(TrainingText.paused), text(.pausedHint, number), icon: "pause")
        + stairs
    }
    if let review = trainer.review { return reviewStatus(review) }
    if trainer.exercise.isChord { return chordStatus }
    return trainer.screen == .comparison ? comparisonStatus : matchingStatus
  }

  /// The names of both notes of a pair.
  private var noteNames: [String] { [text(TrainingText.first), text(TrainingText.second)] }

  /// Returns the dial of a note to match.
  func arc(_ trial: MatchingTrial?) -> String {
    ArcPicture(
      trial, spread: usualSpread, value: trial.map { trainer.texts.signed($0.offsetCents) }
    )
    .svg(unit)
  }

  /// The listener's spread; `nil` before there are enough matched notes.
  private var usualSpread: Double? {
    let errors = history.matchings.errors
    return errors.count >= Self.leastComparisons ? errors.deviation : nil
  }

  /// Returns what to do or what was heard, and more about it.
  func result(
    _ style: String, _ verdict: String, _ more: String, icon: String = ""
  ) -> String {
    HTML.division(
      "result " + style,
      HTML.element(
        "p", "verdict", (icon.isEmpty ? "" : HTML.icon(icon)) + HTML.escaped(verdict)),
      HTML.paragraph(more, style: style.isEmpty ? "soft" : ""))
  }

  /// Returns the result of an answer: `4.6 cents lower`.
  private func difference(_ answer: ComparisonResponse) -> String {
    let cents = trainer.texts.cents(answer.offsetCents.magnitude)
    let isHigher = answer.offsetCents > 0
    if answer.question.interval == .unison {
      return text(isHigher ? TrainingText.higherBy : .lowerBy, cents)
    }
    return text(isHigher ? TrainingText.sharpBy : .flatBy, cents)
  }

  private var ask: String {
    let interval = question?.interval ?? .unison
    return interval == .unison
      ? text(.askPair) : text(.askInterval, trainer.texts.interval(interval.semitones))
  }

  private var comparisonStatus: String {
    let interval = question?.interval ?? .unison
    switch trainer.comparisonState {
    case .reference?:
      // The last verdict stays until the second note, for those who read slowly.
      let last = lastAnswer.map { (answer: ComparisonResponse) in
        text(.lastPair, "\(answer.isRight ? "✓" : "✗") \(difference(answer))")
      }
      return PairPicture(interval, names: noteNames).first
        + result("", text(.listen), last ?? text(.firstNote)) + stairs
    case .target?:
      return PairPicture(interval, names: noteNames).second(isSounding: true)
        + result("", ask, text(.soon))
        + stairs
    case .awaitingAnswer?:
      return PairPicture(interval, names: noteNames).second(isSounding: false)
        + result("", ask, text(.soon))
        + stairs
    case .feedback(let isRight)?:
      guard let answer = lastAnswer else { return "" }
      return PairPicture(interval, names: noteNames).answered(answer, trainer.texts)
        + verdict(answer, isRight) + stairs
    case .idle?, nil: return ""
    }
  }

  private func verdict(of answer: ComparisonResponse, _ isRight: Bool) -> TrainingText {
    isRight ? .right : answer.offsetCents > 0 ? .wasHigher : .wasLower
  }

  private func verdict(_ answer: ComparisonResponse, _ isRight: Bool) -> String {
    result(
      isRight ? "right" : "wrong", text(verdict(of: answer, isRight)), difference(answer),
      icon: isRight ? "tick" : "cross")
  }

  /// The announcement of an exercise: nothing while notes play, which speech would mask.
  var announcement: String {
    if trainer.isPaused { return text(TrainingText.paused) }
    if let review = trainer.review {
      guard review.phase == .ended else { return "" }
      if review.trial.exercise.isChord { return trainer.texts.chord(review.trial) }
      switch review.trial {
      case .comparison(let trial): return text(.lastPair, difference(trial.answer))
      case .matching(let trial): return verdict(trial)
      case .beats: return ""
      }
    }
    if trainer.exercise.isChord { return chordAnnouncement }
    switch trainer.comparisonState {
    case .awaitingAnswer?: return ask
    case .feedback(let isRight)?:
      guard let answer = lastAnswer else { return "" }
      return "\(text(verdict(of: answer, isRight))): \(difference(answer))"
    default: break
    }
    switch trainer.matchingState {
    case .awaitingTouch?: return text(.matchTune)
    case .feedback?:
      guard case .matching(let trial)? = trainer.summary?.trials.last else { return "" }
      return verdict(trial)
    default: return ""
    }
  }

  private func reviewStatus(_ review: Review) -> String {
    if review.trial.exercise.isChord {
      return result("", text(.review), trainer.texts.chord(review.trial))
    }
    switch review.trial {
    case .comparison(let trial):
      let sounding: Int? =
        review.phase == .reference ? 0 : review.phase == .target ? 1 : nil
      return PairPicture(trial.answer.question.interval, names: noteNames).answered(
        trial.answer, trainer.texts, sounding: sounding)
        + result("", text(.review), difference(trial.answer)) + stairs
    case .matching(let trial):
      return matchingResult(trial)
    case .beats: return ""
    }
  }

  private var matchingStatus: String {
    switch trainer.matchingState {
    case .reference?:
      return arc(nil) + result("", text(.matchListen), text(.matchListenHint))
    case .awaitingTouch?, .tuning?:
      return arc(nil) + result("", text(.matchTune), text(.matchHint))
    case .feedback?:
      guard case .matching(let trial)? = trainer.summary?.trials.last else { return "" }
      return matchingResult(trial)
    case .idle?, nil: return ""
    }
  }

  func verdict(_ trial: MatchingTrial) -> String {
    let cents = trainer.texts.cents(trial.offsetCents.magnitude)
    let isSharp = trial.offsetCents > 0
    if trial.offsetCents == 0 { return text(.exact) }
    return text(isSharp ? TrainingText.sharpBy : .flatBy, cents)
  }

  private func matchingResult(_ trial: MatchingTrial) -> String {
    var more = ""
    if let spread = usualSpread {
      let usual = trainer.texts.cents(spread)
      let isUsual = trial.offsetCents.magnitude <= spread
      more = text(isUsual ? TrainingText.usual : .beyondUsual, usual)
    }
    return arc(trial) + result("matched", verdict(trial), more)
  }

  /// The cents from where the note to match began; `nil` on other screens.
  var tuned: Double? {
    guard isExercise, trainer.screen == .matching else { return nil }
    switch trainer.matchingState {
    case .tuning(let trial)?: return trial.offsetCents - trial.startOffsetCents
    case .feedback?:
      guard case .matching(let trial)? = trainer.summary?.trials.last else { return nil }
      return trial.offsetCents - trial.startOffsetCents
    default: return 0
    }
  }

  /// The differences of the session's pairs, which end at the listener's threshold.
  private var stairs: String {
    guard let summary = trainer.summary else { return "" }
    let plot = staircase(summary, limit: 20, height: 128, style: "")
    return plot.isEmpty ? "" : HTML.element("figure", "plot stairs", plot)
  }
}
