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
      if trainer.isPaused {
        return HTML.row([
          HTML.button(text(.resume), "resume", style: "answer"),
          HTML.button(text(.stop), "open home"),
        ])
      }
      return trainer.screen == .comparison ? comparisonPart : matchingPart
    case .settings, .intervals: return settingsPart
    case .sounds:
      return soundsPart + HTML.row([HTML.button(text(.done), "open home", style: "main")])
    }
  }

  private var homePart: String {
    let texts = trainer.texts
    var html = ""
    if summary.comparisons > 0 {
      let line = PageText.summaryComparisons(
        count: "\(summary.comparisons)", right: "\(summary.right)")
      html +=
        HTML.paragraph(text(line))
        + HTML.paragraph(texts.estimate(history.profile.profile.level.estimate), style: "large")
        + HTML.paragraph(texts[.profileMeaning], style: "faint")
    } else if summary.matchings > 0 {
      html += HTML.paragraph(text(.summaryMatchings(count: "\(summary.matchings)")))
    }
    return html
      + HTML.row(
        [
          HTML.button(texts[.homeComparison], "open comparison", style: "main"),
          HTML.button(texts[.homeMatching], "open matching", style: "main"),
          HTML.button(texts[.homeSound, trainer.name(of: trainer.sound)], "open sounds"),
          HTML.button(texts[.homeSettings], "open settings"),
          HTML.button(texts[.homeDemonstration], "open demonstration"),
        ], style: "column")
  }

  private var comparisonPart: String {
    HTML.row([
      HTML.button("▲ \(text(.higher))", "answer higher", style: "answer"),
      HTML.button("▼ \(text(.lower))", "answer lower", style: "answer"),
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
    let range = Int(Self.dialRange)
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
      HTML.button(text(.replay), "replay"), HTML.button(text(.pause), "pause"),
      HTML.button(text(.stop), "open home"),
    ])
  }

  /// The instruction or the result, which screen readers get by announcements.
  var status: String {
    if isElsewhere { return "" }
    if tab == .tuning { return tuningStatus }
    guard tab == .train, !trainer.isPaused else { return "" }
    let line: ScreenLine
    var marks = ""
    switch trainer.screen {
    case .comparison:
      let (first, second) =
        switch trainer.comparisonState {
        case .reference?: (" on", "")
        case .target?: ("", " on")
        default: ("", "")
        }
      marks = "<span class=\"mark\(first)\"></span><span class=\"mark\(second)\"></span>"
      line = TrainerContent.comparisonLine(trainer)
    case .matching:
      if case .feedback(let offset)? = trainer.matchingState { marks = Self.meter(offset) }
      line = TrainerContent.matchingLine(trainer)
    default: return ""
    }
    let style =
      switch line.parts.first?.role {
      case .right?: "right"
      case .wrong?: "wrong"
      default: ""
      }
    let text = HTML.escaped(String(line.text.drop { $0 == " " }))
    return "\(marks)<p class=\"\(style)\">\(text)</p>"
  }

  /// Returns a scale of ±20 cents with a mark at the offset.
  private static func meter(_ offset: Double) -> String {
    let x = (min(max(offset, -20), 20) + 20) * 5
    return "<svg class=\"meter\" viewBox=\"-6 0 212 24\" aria-hidden=\"true\">"
      + "<rect y=\"11\" width=\"200\" height=\"2\"/><rect x=\"99\" y=\"4\" width=\"2\" height=\"16\"/><circle cx=\"\(x)\" cy=\"12\" r=\"6\"/></svg>"
  }
}
