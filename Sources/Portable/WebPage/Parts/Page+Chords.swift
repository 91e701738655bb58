import PeachEarTraining
import PeachMusicUnits
import PeachTrainerUI
import PeachTrialRecords

/// The exercises with notes that sound together.
extension Page {
  private static var chordExercises: [(TrainingExercise, icon: String)] {
    [
      (.purity, "compare"), (.width, "interval"), (.drone, "dial-sign"), (.triad, "dial-sign"),
      (.beats, "wave"),
    ]
  }

  /// The choice of an exercise, or the reason why the sound has none.
  var chordsPart: String {
    let texts = trainer.texts
    let problem = TrainerContent.steadinessLine(trainer)
    let isSine = trainer.sound.tag == TrainerSound.sine.tag
    var html = HTML.section(
      "card", HTML.paragraph(texts[isSine ? .chordsOfSine : .chordsMeaning]),
      problem.map { HTML.element("p", "row", HTML.icon("info") + HTML.span($0)) } ?? "",
      HTML.row([
        HTML.button(
          "\(name(of: trainer.sound)) · \(text(.change))", "view instruments",
          style: "button outline", icon: "violin",
          label: text(.changeSound, name(of: trainer.sound)))
      ]))
    var list = ""
    for (exercise, icon) in Self.chordExercises {
      list += self.exercise(
        texts[TrainerContent.name(of: exercise)], "", exercise.name, icon, result(of: exercise),
        isDisabled: trainer.sound.steadiness != .steady)
    }
    html += HTML.element("ul", "stack", list)
    return html
  }

  /// Returns the result of all trials of an exercise: a threshold or a spread.
  private func result(of exercise: TrainingExercise) -> String {
    let chords = history.chords
    let texts = trainer.texts
    switch exercise {
    case .purity:
      guard chords.purityCount >= Self.leastComparisons else { return "" }
      return texts[.beatEstimate, language.number(chords.purity.level.cents, decimals: 2)]
    case .width:
      guard chords.widthCount >= Self.leastComparisons else { return "" }
      return text(.cents, texts.cents(chords.width.profile.level.estimate.cents))
    case .drone, .triad:
      return chords.matchings.errors.deviation.map { text(.plusMinus, texts.cents($0)) } ?? ""
    case .beats: return chords.beatErrors.deviation.map { "±\(texts.cents($0))\u{A0}%" } ?? ""
    case .comparison, .matching: return ""
    }
  }

  // MARK: Answers

  /// The names of both answers, in the order of the buttons.
  var chordAnswers: [(direction: PitchDirection, name: TrainingText, icon: String, key: String)] {
    trainer.exercise == .purity
      ? [(.lower, .theFirst, "", "1"), (.higher, .theSecond, "", "2")]
      : [(.higher, .wider, "up", "↑"), (.lower, .narrower, "down", "↓")]
  }

  var beatsPart: String {
    let canCommit = (listenedBeats?.tapCount ?? 0) >= BeatSession.leastTaps
    let buttons =
      trainer.isResultShown
      ? nextButton(text(.nextPair))
      : HTML.button(
        text(.tap), "tap", style: "button main large grow", icon: "wave", key: "␣")
        + HTML.button(
          text(.tapsDone), "commit", style: "button outline large grow", icon: "tick", key: "↵",
          isDisabled: !canCommit)
    return HTML.division("answers pairwise", buttons)
  }

  private var listenedBeats: BeatTrial? {
    if case .listening(let trial)? = trainer.beatState { trial } else { nil }
  }

  // MARK: The instruction or the result

  var chordStatus: String {
    let line = TrainerContent.chordLine(trainer)
    let words = Self.trimmed(line.text)
    if let trial = listenedBeats {
      let taps = String(repeating: "●", count: trial.tapCount)
      let heading = trial.tapCount == 0 ? words : trainer.texts[.beatsListen]
      return HTML.element("p", "figure taps", taps.isEmpty ? "–" : taps)
        + result("", heading, text(.tapHint))
    }
    if trainer.screen == .matching { return tunedStatus }
    switch trainer.comparisonState {
    case .feedback(let isRight)?:
      guard let trial = trainer.summary?.trials.last else { return "" }
      let verdict = trainer.texts[isRight ? .right : .wrong]
      return result(
        isRight ? "right" : "wrong", verdict, trainer.texts.chord(trial),
        icon: isRight ? "tick" : "cross")
    case nil: return result("matched", words, "")
    case .reference?: return marks + result("", words, "")
    default: return marks + result("", words, text(.soon))
    }
  }

  /// The dial of a note that is tuned over others, and the instruction or the result.
  private var tunedStatus: String {
    let texts = trainer.texts
    let task = texts[trainer.exercise == .triad ? .triadTune : .droneTune]
    switch trainer.matchingState {
    case .awaitingTouch(let trial)?, .tuning(let trial)?:
      let interval = texts.interval(trial.question.interval.semitones)
      return arc(nil) + result("", task, text(.dialHint, interval))
    default:
      guard case .matching(let trial)? = trainer.summary?.trials.last else { return "" }
      let rate = language.number(trial.beatRate?.hertz ?? 0, decimals: 1)
      return arc(trial)
        + (trial.offsetCents == 0
          ? result("matched", texts[.beatless], "")
          : result("matched", verdict(trial), text(.beatsASecond, rate)))
    }
  }

  /// The intervals of a trial, as dots; the one that sounds is full.
  private var marks: String {
    guard trainer.exercise == .purity else { return "" }
    let isFirst = if case .reference? = trainer.comparisonState { true } else { false }
    return HTML.element("p", "figure taps", isFirst ? "● ○" : "○ ●")
  }

  /// The announcement of an exercise: the question or the result, and nothing while notes play.
  var chordAnnouncement: String {
    let isQuestion: Bool =
      if case .awaitingAnswer? = trainer.comparisonState {
        true
      } else if case .awaitingTouch? = trainer.matchingState {
        true
      } else {
        trainer.isResultShown
      }
    return isQuestion ? Self.trimmed(TrainerContent.chordLine(trainer).text) : ""
  }

  /// Returns a line of the terminal without its indentation.
  private static func trimmed(_ line: String) -> String {
    String(decoding: line.utf8.drop { $0 == 0x20 }, as: UTF8.self)
  }

  // MARK: Results

  /// The result of a session, without plots.
  func chordSummary(_ summary: SessionSummary) -> String {
    let texts = trainer.texts
    var lines = [text(.chordsEarly)]
    let isInBeats = summary.exercise == .purity
    let count = isInBeats ? history.chords.purityCount : history.chords.widthCount
    if let threshold = summary.threshold, count >= Self.leastComparisons {
      func number(_ value: Double) -> String {
        isInBeats ? language.number(value, decimals: 2) : texts.cents(value)
      }
      let level = number(threshold.cents)
      lines = [isInBeats ? texts[.beatEstimate, level] : text(.cents, level)]
      if let band = threshold.band {
        let ends = number(band.lowerBound) + "–" + number(band.upperBound)
        lines.append(text(.interval, ends))
      }
    }
    switch summary.exercise {
    case .drone, .triad: lines = [texts.accuracy(summary.errors)]
    case .beats: lines = [texts.beatAccuracy(summary.beatErrors)]
    case .comparison, .matching, .purity, .width: break
    }
    var trials = ""
    for trial in summary.trials.suffix(20) {
      trials += HTML.element("li", "", HTML.span(texts.chord(trial)))
    }
    return HTML.section(
      "card", HTML.heading(texts[TrainerContent.name(of: summary.exercise)]),
      lines.map { HTML.paragraph($0) }.joined(), HTML.element("ul", "list", trials))
  }

  /// The results of all trials with notes that sound together; empty without any.
  var chordResults: String {
    if history.chords.isEmpty { return "" }
    var facts = ""
    for (exercise, _) in Self.chordExercises where exercise != .triad {
      let value = result(of: exercise)
      let name =
        trainer.texts[
          exercise == .drone ? .profileChordNotes : TrainerContent.name(of: exercise)]
      if !value.isEmpty { facts += HTML.fact(name, value) }
    }
    let button = HTML.button(
      text(.exercises), "open chords", style: "button quiet", icon: "next")
    return HTML.section(
      "card", HTML.division("row far", HTML.heading(trainer.texts[.chords]), button),
      facts.isEmpty ? HTML.paragraph(text(.chordsEarly)) : HTML.element("dl", "facts", facts))
  }
}
