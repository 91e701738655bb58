import PeachEarTraining
import PeachMusicUnits
import PeachTrainerUI
import PeachTrialRecords

/// The first screen of a new listener, and the start of all others.
extension Page {
  var welcomePart: String {
    let other: TrainerLanguage = language == .german ? .english : .german
    return HTML.section(
      "card today", HTML.icon("fruit", style: "art"), HTML.paragraph(text(.purpose)),
      HTML.row([startButton(text(.firstPair), "open comparison")]))
      + HTML.section("card", centPart)
      + HTML.section("stack", HTML.heading(text(.orBegin)), exercisesPart)
      + HTML.row(
        [
          HTML.element(
            "p", "row keep soft small", HTML.icon("lock") + HTML.span(text(.privacy))),
          HTML.button(
            other.name, "set language \(other.code)", style: "button quiet", icon: "globe"),
        ], style: "row far")
  }

  private func startButton(_ text: String, _ action: String) -> String {
    HTML.button(text, action, style: "button main large", icon: "play")
  }

  private func cents(_ value: Double) -> String { trainer.texts.cents(value) }

  /// The meaning of a cent, by ear.
  var centPart: String {
    let chips = Trainer.demonstratedCents.map { cents in
      HTML.button(
        cents == 1 ? text(.oneCent) : text(.cents, "\(cents)"), "demonstrate \(cents)",
        style: "chip", icon: "sound",
        isPressed: cents == heardCents)
    }
    return HTML.heading(text(.whatIsACent)) + HTML.paragraph(text(.fromKeyToKey), style: "soft")
      + HTML.row(chips, style: "chips")
      + HTML.paragraph(trainer.texts[.demonstrationNote], style: "soft small")
  }

  /// The exercises with their results.
  private var exercisesPart: String {
    let profile = ListenerProfile(history)
    let spread = history.matchings.errors.deviation
    let intervals = profile.intervals.filter { $0.semitones != 0 }.max { $0.trials < $1.trials }
    let threshold = hasThreshold ? text(.cents, cents(profile.level.cents)) : ""
    return HTML.element(
      "ul", "stack",
      exercise(text(.comparing), text(.comparingHint), "comparison", "compare", threshold)
        + exercise(
          text(PracticeText.matching), text(.matchingHint), "matching", "dial-sign",
          spread.map { text(.plusMinus, cents($0)) } ?? "")
        + exercise(
          text(PracticeText.intervals), text(.intervalsHint), "intervalComparison", "interval",
          intervals.map { text(.cents, cents($0.threshold.cents)) } ?? "")
        + exercise(trainer.texts[.chords], text(.chordsHint), "chords", "wave", ""))
  }

  /// Returns the row of an exercise: its name, what it asks, and its result.
  /// - Parameter attribute: That of the action: another one if the script performs it.
  func exercise(
    _ name: String, _ hint: String, _ destination: String, _ icon: String, _ result: String,
    isDisabled: Bool = false, attribute: String = "data-do"
  ) -> String {
    // The same exercise has another button above.
    let identifier = "exercise-" + destination
    let names = HTML.strong(name) + HTML.span(hint, style: "soft")
    let contents =
      HTML.element("span", "disc", HTML.icon(icon)) + HTML.element("span", "", names)
      + HTML.span(result, style: "number small soft")
    var attributes = HTML.attribute("id", identifier)
    attributes += HTML.attribute(attribute, "open " + destination)
    if isDisabled { attributes += " disabled" }
    return HTML.element(
      "li", "",
      HTML.element("button", "exercise", contents, attributes: "type=\"button\"" + attributes))
  }

  /// The comparisons before which a threshold would only be the prior.
  static var leastComparisons: Int { 10 }

  /// Whether there are enough comparisons to state a threshold.
  var hasThreshold: Bool { history.comparisonCount >= Self.leastComparisons }

  var homePart: String {
    let columns = HTML.division(
      "stack wide", recommendedPart,
      HTML.section("stack", HTML.heading(text(.exercises)), exercisesPart))
    let week = HTML.section("card", HTML.heading(text(.week)), weekPart)
    let cents = HTML.section("card", centPart)
    let side =
      hasThreshold
      ? HTML.division("stack wide", thresholdPart, week)
      : HTML.division("stack wide", cents, week)
    return HTML.division("split", columns, side)
  }

  /// The session that is recommended, with its length and the reason.
  private var recommendedPart: String {
    let settings = trainer.preferences.settings
    let (action, name, reason) = recommendation
    let count =
      if case .trials(let count) = trainer.preferences.length { count } else {
        Self.recommendedCount
      }
    // Both notes, the time to answer and the result.
    let seconds =
      2 * settings.noteSeconds + settings.gapSeconds + 1.5 + settings.feedbackSeconds
    let minutes = max(Int((Double(count) * seconds / 60).rounded()), 1)
    let line = text(.recommended, "\(count)", self.name(of: trainer.sound), "\(minutes)")
    return HTML.section(
      "card today", HTML.icon("fruit", style: "art"), HTML.heading(name),
      HTML.paragraph("\(line) \(reason)"),
      HTML.row([
        startButton(text(.start), action),
        HTML.button(text(.settings), "open settings", style: "button quiet"),
      ]), changePart)
  }

  /// The exercise to practise: the one that was left longer.
  private var recommendation: (action: String, name: String, reason: String) {
    let compared = history.profile.history.days.last?.day ?? trainer.today
    if let matched = history.matchings.days.last?.day, compared - matched >= 2 {
      let days = "\(trainer.today - matched)"
      return ("open matching", text(PracticeText.matching), text(.reasonMatching, days))
    }
    let comparing = text(.comparing)
    guard hasThreshold else { return ("open comparison", comparing, text(.reasonFirst)) }
    let profile = ListenerProfile(history)
    // Before, the keys differ by what is assumed rather than by what was heard.
    guard history.comparisonCount >= 3 * Self.recommendedCount else {
      return ("open comparison", comparing, text(.reasonFirst))
    }
    let keys = ListenerProfile.keys.filter { history.keyCounts[$0] > 0 }
    let coarsest = keys.max { profile.threshold(key: $0).cents < profile.threshold(key: $1).cents }
    guard let coarsest else { return ("open comparison", comparing, "") }
    let reason = text(
      .reasonCoarsest, trainer.texts.note(coarsest),
      trainer.texts.cents(profile.threshold(key: coarsest).cents))
    return ("open comparison", comparing, reason)
  }

  /// The threshold and its change, on phones: there the card of the threshold is below the
  /// exercises.
  private var changePart: String {
    guard hasThreshold else { return "" }
    let profile = ListenerProfile(history)
    return HTML.division(
      "narrow", figure(profile.level.cents), HTML.paragraph(trainer.texts.trend(profile.trend)))
  }

  private var thresholdPart: String {
    let profile = ListenerProfile(history)
    let more = HTML.button(text(.details), "view hearing", style: "button quiet", icon: "next")
    return HTML.section(
      "card",
      HTML.division("row far", HTML.heading(text(.threshold)), more), figure(profile.level.cents),
      HTML.paragraph(text(.interval, band(profile.level)), style: "soft small"),
      sparkline(profile), HTML.paragraph(trainer.texts.trend(profile.trend)))
  }

  /// Returns a large number of cents.
  func figure(_ cents: Double) -> String {
    let unit = HTML.element("small", "", HTML.escaped(language == .german ? "Cent" : "cents"))
    return HTML.element("p", "figure", HTML.escaped(trainer.texts.cents(cents)) + " " + unit)
  }

  /// Returns a credible interval: `5.6–7.3`.
  func band(_ estimate: ThresholdEstimate) -> String {
    guard let band = estimate.band else { return "–" }
    return "\(trainer.texts.cents(band.lowerBound))–\(trainer.texts.cents(band.upperBound))"
  }

  private var weekPart: String {
    let today = trainer.today
    // 1970-01-01, day 0, was a Thursday.
    let weekday = ((today + 3) % 7 + 7) % 7
    let practice = history.practice
    let names = text(.days).split(separator: ",")
    var html = ""
    for index in 0..<7 {
      let day = today - weekday + index
      let isDone = practice.trialCount(day: day) > 0
      var style = isDone ? "done" : ""
      if day == today { style += " is-today" }
      let state =
        day > today ? "" : text(isDone ? PracticeText.practised : .notPractised)
      html += HTML.element(
        "li", style,
        HTML.element("span", "dot", isDone ? HTML.icon("tick") : "")
          + HTML.element(
            "span", "",
            String(names[index]) + HTML.span(" " + state, style: "unseen")))
    }
    let line = TrainerContent.practice(trainer) ?? trainer.texts[.practiceNone]
    return HTML.element("ol", "week", html) + HTML.paragraph(line, style: "soft small")
  }
}
