package import PeachEarTraining
import PeachMusicUnits

/// The screens of exercises with notes that sound together.
extension TrainerContent {
  /// Returns the name of an exercise, which is the title of its screen.
  package static func name(of exercise: TrainingExercise) -> TrainerText {
    switch exercise {
    case .comparison: .comparison
    case .matching: .matching
    case .purity: .purity
    case .width: .width
    case .drone: .drone
    case .triad: .triad
    case .beats: .beats
    }
  }

  /// Returns the name of a row of the exercises.
  static func name(of row: ChordRow, _ trainer: Trainer) -> String {
    let texts = trainer.texts
    return switch row {
    case .purity: texts[.purity]
    case .width: texts[.width]
    case .drone: texts[.drone]
    case .triad: texts[.triad]
    case .beats: texts[.beats]
    case .sound: texts[.homeSound, trainer.name(of: trainer.sound)]
    }
  }

  mutating func addChords(_ trainer: Trainer, chosen: ChordRow) {
    addList(
      ChordRow.allCases.enumerated().map { "\($0 + 1)  \(Self.name(of: $1, trainer))" },
      chosen: ChordRow.allCases.firstIndex(of: chosen))
    let isSine = trainer.sound.tag == TrainerSound.sine.tag
    hint =
      Self.steadinessLine(trainer) ?? trainer.texts[isSine ? .chordsOfSine : .chordsMeaning]
    // The same line was the answer to a key.
    if hint == trainer.note { hint = "" }
  }

  /// Returns the reason why the sound has no exercises with chords; `nil` if it has.
  package static func steadinessLine(_ trainer: Trainer) -> String? {
    let texts = trainer.texts
    let name = trainer.name(of: trainer.sound)
    switch trainer.sound.steadiness {
    case .steady?: return nil
    case nil: return texts[.steadyChecking, name]
    case .notStraight(.severalPlayers)?: return texts[.steadyPlayers, name]
    case .notStraight(.decaying)?: return texts[.steadyDecaying, name]
    case .notStraight?: return texts[.steadyOther, name]
    case .offPitch(let cents)?:
      return texts[.steadyPitch, name, texts.language.number(cents, decimals: 2)]
    case .fewOvertones?: return texts[.steadyOvertones, name]
    case .fluctuating(let decibels)?: return texts[.steadyLevel, name, texts.cents(decibels)]
    }
  }

  /// Replaces the rows with marks for the notes and the instruction or the result.
  mutating func showChord(_ trainer: Trainer) {
    var mark = ""
    switch (trainer.comparisonState, trainer.matchingState, trainer.beatState) {
    case (.reference?, _, _) where trainer.exercise == .purity: mark = " ●  ○"
    case (.target?, _, _) where trainer.exercise == .purity: mark = " ○  ●"
    case (.feedback?, _, _), (.awaitingAnswer?, _, _): mark = ""
    case (_, .feedback(let offset)?, _): mark = Self.offsetMeter(offset)
    case (_, _, .listening(let trial)?): mark = String(repeating: "●", count: trial.tapCount)
    default: break
    }
    rows = [ScreenLine(" \(mark)", .title), Self.chordLine(trainer)]
  }

  /// Returns the instruction or the result.
  package static func chordLine(_ trainer: Trainer) -> ScreenLine {
    let texts = trainer.texts
    func line(_ text: TrainerText, _ question: TrialQuestion) -> ScreenLine {
      ScreenLine(" \(texts[text]) (\(texts.interval(question.interval.semitones)))")
    }
    let isPurity = trainer.exercise == .purity
    switch trainer.comparisonState {
    case .reference(let trial)?:
      return line(isPurity ? .purityListen : .widthListen, trial.answer.question)
    case .target(let trial)?:
      return line(isPurity ? .puritySecond : .widthQuestion, trial.answer.question)
    case .awaitingAnswer(let trial)?:
      return line(isPurity ? .purityQuestion : .widthQuestion, trial.answer.question)
    case .feedback(let isRight)?:
      guard let last = trainer.lastTrial else { return ScreenLine("") }
      let verdict = texts[isRight ? .right : .wrong]
      return ScreenLine(
        " \(isRight ? "✓" : "✗") \(verdict): \(texts.chord(last))", isRight ? .right : .wrong)
    case .idle?, nil: break
    }
    let isTriad = trainer.exercise == .triad
    switch trainer.matchingState {
    case .awaitingTouch(let trial)?:
      return line(isTriad ? .triadTouch : .droneTouch, trial.question)
    case .tuning(let trial)?: return line(isTriad ? .triadTune : .droneTune, trial.question)
    case .feedback?:
      return ScreenLine(" " + (trainer.lastTrial.map { texts.chord($0) } ?? ""), .right)
    case .reference?, .idle?, nil: break
    }
    switch trainer.beatState {
    case .listening(let trial)?:
      return trial.tapCount == 0
        ? line(.beatsListen, trial.question) : ScreenLine(" \(texts[.beatsTapped])")
    case .feedback(let trial)?: return ScreenLine(" \(texts.chord(.beats(trial)))", .right)
    case .idle?, nil: return ScreenLine("")
    }
  }
}
