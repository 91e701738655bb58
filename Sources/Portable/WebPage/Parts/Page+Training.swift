import PeachEarTraining
import PeachMusicUnits
import PeachTrainerUI
import PeachTrialRecords

extension Page {
  /// The controls of the trainer's screen.
  var trainingPart: String {
    let texts = trainer.texts
    switch trainer.screen {
    case .welcome:
      let other: TrainerLanguage = language == .german ? .english : .german
      return HTML.paragraph(texts[.welcomePurpose]) + HTML.paragraph(texts[.welcomeCent])
        + HTML.row(
          [
            HTML.button(texts[.demonstration], "open demonstration", style: "main"),
            HTML.button(texts[.homeComparison], "open comparison", style: "main"),
            HTML.button(other.name, "set language \(other.code)"),
          ], style: "column")
    case .demonstration(let heard):
      return HTML.paragraph(texts[.welcomeCent]) + HTML.paragraph(texts[.demonstrationPrompt])
        + HTML.row(
          Trainer.demonstratedCents.map { cents in
            HTML.button(
              "\(cents)\u{A0}¢", "demonstrate \(cents)", style: "main", isPressed: cents == heard)
          }) + HTML.paragraph(texts[.demonstrationNote])
        + HTML.row([HTML.button(text(.done), "open home")])
    case .home: return homePart
    case .comparison, .matching:
      if trainer.review != nil { return reviewPart }
      if trainer.isPaused {
        return HTML.row([HTML.button(text(.resume), "resume", style: "answer")])
          + HTML.row([
            HTML.button(text(.undo), "undo", isDisabled: !trainer.canUndo),
            HTML.button(text(.stop), "stop"),
          ])
      }
      return trainer.screen == .comparison ? comparisonPart : matchingPart
    case .settings, .intervals: return settingsPart
    case .sounds:
      return soundsPart
        + HTML.row([
          HTML.button(text(.done), "open home", style: "main"),
          HTML.button(texts[.legend], "open legend"),
        ])
    case .profile:
      return hearingPart + HTML.row([HTML.button(text(.done), "open home", style: "main")])
    case .legend: return legendPart
    case .summary(let summary): return summaryPart(summary)
    case .reset: return resetPart
    case .study: return ""
    }
  }

  private var legendPart: String {
    let rows = TrainerContent.badges(trainer.texts).map { sign, meaning in
      "<dt>\(HTML.escaped(sign))</dt><dd>\(HTML.escaped(meaning))</dd>"
    }
    return "<dl>\(rows.joined())</dl>"
      + HTML.row([HTML.button(text(.done), "open home", style: "main")])
  }

  private func summaryPart(_ summary: SessionSummary) -> String {
    let lines = TrainerContent.results(of: summary, trainer).map { $0.text }.filter { !$0.isEmpty }
    let again = summary.isMatching ? "open matching" : "open comparison"
    return lines.map { HTML.paragraph(String($0.drop { $0 == " " })) }.joined()
      + HTML.row([
        HTML.button(text(.again), again, style: "main"),
        HTML.button(text(.undo), "undo", isDisabled: !trainer.canUndo),
        HTML.button(text(.done), "open home"),
      ])
  }

  private var reviewPart: String {
    HTML.row([
      HTML.button(text(.replay), "replay"),
      HTML.button(text(.resume), "resume", style: "answer"),
    ])
      + HTML.row([
        HTML.button(text(.undo), "undo", isDisabled: !trainer.canUndo),
        HTML.button(text(.stop), "stop"),
      ])
  }

  private var homePart: String {
    let texts = trainer.texts
    var html = ""
    if let practice = TrainerContent.practice(trainer) { html += HTML.paragraph(practice) }
    return html
      + HTML.row(
        [
          HTML.button(texts[.homeComparison], "open comparison", style: "main"),
          HTML.button(texts[.homeMatching], "open matching", style: "main"),
          HTML.button(texts[.homeSound, trainer.name(of: trainer.sound)], "open sounds"),
          HTML.button(texts[.homeSettings], "open settings"),
          HTML.button(texts[.homeDemonstration], "open demonstration"),
          HTML.button(texts[.profile], "open profile"),
          HTML.button(texts[.legend], "open legend"),
        ], style: "column")
  }

  private var comparisonPart: String {
    HTML.row([
      HTML.button(text(.higher), "answer higher", style: "answer higher"),
      HTML.button(text(.lower), "answer lower", style: "answer lower"),
    ]) + controls
  }

  private var matchingPart: String {
    let steps: [(text: String, cents: Double)] = [
      ("−5", -5), ("−1", -1), ("−0.1", -0.1), ("+0.1", 0.1), ("+1", 1), ("+5", 5),
    ]
    let buttons = steps.map { step in
      let cents = language.number(step.cents.magnitude, decimals: step.cents.magnitude < 1 ? 1 : 0)
      let label = text(step.cents < 0 ? .lowerBy(cents: cents) : .raiseBy(cents: cents))
      let sign = step.cents < 0 ? "−" : "+"
      return HTML.button("\(sign)\(cents)", "tune \(step.cents)", style: "step", label: label)
    }
    let range = Int(Trainer.dialRange)
    return HTML.input(
      text(.dial), "dial", type: "range", value: "0",
      attributes:
        "class=\"dial\" min=\"-\(range)\" max=\"\(range)\" step=\"0.1\" data-trial=\"\(dialCount)\""
    )
      + HTML.row(buttons)
      + HTML.row([HTML.button(text(.done), "commit", style: "answer")]) + controls
  }

  private var controls: String {
    HTML.row([
      HTML.button(text(.replay), "replay"),
      HTML.button(text(.review), "review", isDisabled: !trainer.canReview),
      HTML.button(text(.undo), "undo", isDisabled: !trainer.canUndo),
      HTML.button(text(.pause), "pause"), HTML.button(text(.stop), "stop"),
    ])
  }

  /// The instruction or the result, which screen readers get by announcements.
  var status: String {
    if isElsewhere { return "" }
    if tab == .tuning { return tuningStatus }
    if tab == .songs { return songStatus }
    guard tab == .train, !trainer.isPaused else { return "" }
    var line: ScreenLine
    var marks = ""
    if let review = trainer.review {
      return statusPart(
        Self.marks(isFirst: review.phase == .reference, isSecond: review.phase == .target),
        TrainerContent.reviewLine(review, trainer.texts))
    }
    switch trainer.screen {
    case .comparison:
      var (isFirst, isSecond) = (false, false)
      if case .reference? = trainer.comparisonState { isFirst = true }
      if case .target? = trainer.comparisonState { isSecond = true }
      marks = Self.marks(isFirst: isFirst, isSecond: isSecond)
      line = TrainerContent.comparisonLine(trainer)
    case .matching:
      let result = TrainerContent.matchingLine(trainer)
      line = result
      if case .feedback(let offset)? = trainer.matchingState {
        marks = Self.meter(offset)
        // An error is neither right nor wrong.
        if offset != 0 { line = ScreenLine(result.text) }
      }
    default: return ""
    }
    return statusPart(marks, line)
  }

  /// Returns marks for both notes of a pair.
  private static func marks(isFirst: Bool, isSecond: Bool) -> String {
    func mark(_ isOn: Bool) -> String { "<span class=\"mark\(isOn ? " on" : "")\"></span>" }
    return mark(isFirst) + mark(isSecond)
  }

  private func statusPart(_ marks: String, _ line: ScreenLine) -> String {
    let style =
      switch line.parts.first?.role {
      case .right?: "right"
      case .wrong?: "wrong"
      default: ""
      }
    let text = HTML.escaped(String(line.text.drop { $0 == " " }))
    return "<div class=\"result\">\(marks)<p class=\"\(style)\">\(text)</p></div>"
  }

  /// Returns a scale of ±20 cents with a mark at the offset.
  private static func meter(_ offset: Double) -> String {
    let x = (min(max(offset, -20), 20) + 20) * 5
    return "<svg class=\"meter\" viewBox=\"-6 0 212 24\" aria-hidden=\"true\">"
      + "<rect y=\"11\" width=\"200\" height=\"2\"/>"
      + "<rect x=\"99\" y=\"4\" width=\"2\" height=\"16\"/>"
      + "<circle cx=\"\(x)\" cy=\"12\" r=\"6\"/></svg>"
  }
}
