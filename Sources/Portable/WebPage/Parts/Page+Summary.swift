import PeachEarTraining
import PeachMusicUnits
import PeachTrainerUI
import PeachTrialRecords

/// The results of a session.
extension Page {
  var summaryButtons: String {
    let exercise =
      switch lastExercise {
      case .matching: "open matching"
      case .purity, .width, .drone, .triad, .beats: "open " + trainer.exercise.name
      case .intervalComparison: "open intervalComparison"
      default: "open comparison"
      }
    return HTML.button(text(.again), exercise, style: "button main", icon: "again")
      + HTML.button(text(.done), "open home", style: "button outline")
  }

  func summaryPart(_ summary: SessionSummary) -> String {
    let undo = HTML.button(
      text(.undo), "undo", style: "button quiet", icon: "undo", isDisabled: !trainer.canUndo)
    let session = HTML.section(
      "card", HTML.heading(text(.thisSession)), HTML.element("dl", "facts", facts(summary)), undo)
    if summary.exercise.isChord {
      return HTML.division("split", chordSummary(summary), session)
    }
    guard !summary.isMatching else {
      let errors = HTML.section(
        "card", HTML.heading(text(PracticeText.matching)),
        HTML.paragraph(trainer.texts.accuracy(summary.errors)), matchedPlot)
      return HTML.division("split", errors, session)
    }
    let stairs = HTML.section(
      "card", HTML.heading(text(.pairByPair)),
      figure(
        staircase(summary, limit: 100, height: 190, style: ""),
        legend: sign(.right, text(TrainingText.rightSign))
          + sign(.wrong, text(TrainingText.wrong))))
    return HTML.division(
      "split", HTML.division("stack wide", thresholdChange(summary), stairs),
      HTML.division("stack wide", session, missed(summary)))
  }

  private func facts(_ summary: SessionSummary) -> String {
    var facts = HTML.fact(text(.duration), trainer.texts.duration(seconds: summary.seconds))
    var closest = Double.infinity
    for case .comparison(let trial) in summary.trials where trial.answer.isRight {
      closest = min(closest, trial.answer.offsetCents.magnitude)
    }
    if closest < .infinity {
      facts += HTML.fact(text(.closest), text(.cents, trainer.texts.cents(closest)))
    }
    let today = history.practice.trialCount(day: trainer.today)
    facts += HTML.fact(text(.todayTerm), trainer.texts.trials(today))
    return facts
  }

  /// The threshold before the session and now, once there are enough pairs for either.
  private func thresholdChange(_ summary: SessionSummary) -> String {
    let head = HTML.heading(text(.threshold))
    guard hasThreshold, let now = summary.threshold else {
      let count = Self.leastComparisons - history.comparisonCount
      let line = count > 1 ? text(.early, "\(count)") : text(.earlyOne)
      return HTML.section("card", head, HTML.paragraph(line))
    }
    // The first pairs tell less than what was assumed before them.
    let earlier = history.comparisonCount - summary.comparisons
    let before = earlier >= Self.leastComparisons ? summary.thresholdBefore : nil
    var html = head + figure(now.cents)
    html += changePlot(before: before, now: now)
    if let before, let old = before.band, let new = now.band {
      html += HTML.paragraph(text(old.overlaps(new) ? .overlap : TrainingText.apart))
      html += HTML.paragraph(trainer.texts.trend(ListenerProfile(history).trend), style: "soft")
    } else {
      html += HTML.paragraph(trainer.texts[.summaryFirst])
    }
    return HTML.section("card", html)
  }

  /// The pairs that were answered wrong, to hear them again.
  private func missed(_ summary: SessionSummary) -> String {
    var html = ""
    var count = 0
    for (index, trial) in summary.trials.enumerated() {
      guard case .comparison(let trial) = trial, !trial.answer.isRight, count < 8 else { continue }
      count += 1
      let note = trainer.texts.note(Int(trial.answer.question.noteNumber.rounded()))
      let cents = text(.cents, trainer.texts.signed(trial.answer.offsetCents))
      html += HTML.element(
        "li", "",
        HTML.element("span", "grow", HTML.strong(note) + " " + HTML.span(cents, style: "soft"))
          + HTML.square("play", text(.playMissed, "\(note), \(cents)"), "hear \(index)"))
    }
    if html.isEmpty { return "" }
    return HTML.section(
      "card", HTML.heading(text(.missed)), HTML.element("ul", "list", html))
  }

  /// The threshold before a session and after it, with their credible intervals on one axis.
  private func changePlot(before: ThresholdEstimate?, now: ThresholdEstimate) -> String {
    var plot = PlotData(unit: text(.thresholdAxis), height: 0)
    let names = [text(TrainingText.before), text(TrainingText.now)]
    var list = PlotData.row(names[1], Self.ends(now), now.cents, "")
    var label = "\(names[1]): \(trainer.texts.estimate(now))"
    if let before {
      list = PlotData.row(names[0], Self.ends(before), before.cents, "") + "," + list
      label = "\(names[0]): \(trainer.texts.estimate(before)). \(label)"
    }
    plot.add("rows", "[" + list + "]")
    return figure(plot.figure("", label), legend: sign(.whisker, text(.bandTerm)))
  }
}
