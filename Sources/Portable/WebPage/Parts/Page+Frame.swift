import PeachEarTraining
import PeachTrainerUI

/// The frame: navigation, heading and what is next to it, and messages.
extension Page {
  /// The layout of the frame, by its classes.
  enum Layout: String {
    case page
    /// An exercise, without navigation, that fits the window.
    case task
    /// A song with its player.
    case song = "page song"
  }

  var layout: Layout {
    if isElsewhere { return .page }
    if tab == .songs { return song.name.isEmpty ? .page : .song }
    return isExercise ? .task : .page
  }

  /// Whether the screen is an exercise.
  var isExercise: Bool {
    guard tab == .train else { return false }
    switch trainer.screen {
    case .comparison, .matching, .beats: return true
    default: return false
    }
  }

  /// Whether the screen is one of the settings.
  private var isSettings: Bool {
    guard tab == .train else { return false }
    switch trainer.screen {
    case .settings, .intervals, .reset: return true
    default: return false
    }
  }

  var tabs: String {
    if isElsewhere { return "" }
    let isLibrary = tab == .instruments || tab == .keyboard || tab == .tuning
    let isPractice = tab == .train && !isSettings
    return HTML.element("p", "brand", HTML.icon("peach", style: "art") + HTML.span("Peach"))
      + tab(text(PageText.train), "tab train", icon: "notes", isCurrent: isPractice)
      + tab(text(PageText.hearing), "tab hearing", icon: "ear", isCurrent: tab == .hearing)
      + tab(
        text(.instruments), "tab instruments", icon: "violin", isCurrent: isLibrary)
      + tab(text(.songs), "tab songs", icon: "roll-sign", isCurrent: tab == .songs)
      + tab(
        text(.settings), "open settings", icon: "sliders", isCurrent: isSettings, style: "last")
  }

  private func tab(
    _ name: String, _ action: String, icon: String, isCurrent: Bool, style: String = ""
  ) -> String {
    let isView = action.utf8.starts(with: "tab ".utf8)
    var attributes = HTML.attribute("id", isView ? HTML.identifier(action) : "tab-settings")
    attributes += HTML.attribute("data-do", action)
    if !style.isEmpty { attributes += HTML.attribute("class", style) }
    if isCurrent { attributes += HTML.attribute("aria-current", "page") }
    return HTML.element(
      "button", "", HTML.element("span", "pill", HTML.icon(icon)) + HTML.span(name),
      attributes: "type=\"button\"" + attributes)
  }

  var heading: String {
    if isElsewhere { return "Peach" }
    switch tab {
    case .train: return trainingHeading
    case .hearing: return text(.yourHearing)
    case .instruments, .keyboard, .tuning: return text(.instruments)
    case .songs: return song.name.isEmpty ? text(.songs) : song.name
    }
  }

  private var trainingHeading: String {
    switch trainer.screen {
    case .welcome: return text(.howFinely)
    case .home: return text(.whatToday)
    case .comparison where trainer.exercise == .comparison:
      return text(isIntervalQuestion ? PracticeText.intervals : .comparing)
    case .matching where trainer.exercise == .matching: return text(PracticeText.matching)
    case .summary(let summary):
      if summary.exercise == .beats {
        return text(.countedBeats, "\(summary.beatErrors.count)")
      }
      return summary.isMatching
        ? text(.matchedCount, "\(summary.errors.count)")
        : text(.rightOf, "\(summary.right)", "\(summary.comparisons)")
    default: return TrainerContent.title(of: trainer)
    }
  }

  /// The line below the heading.
  var subtitle: String {
    if isElsewhere { return "" }
    if tab == .songs, !song.name.isEmpty { return songSubtitle }
    guard tab == .train, case .summary(let summary) = trainer.screen else { return "" }
    if trainer.isSilent { return text(.silent) }
    let isAdaptive = trainer.preferences.procedure == .adaptive
    return summary.comparisons > 0 && isAdaptive ? text(.aim) : ""
  }

  /// The controls next to the heading.
  var top: String {
    if isElsewhere { return "" }
    switch tab {
    case .train:
      switch trainer.screen {
      case .comparison, .matching, .beats: return progressPart
      case .home:
        let name = name(of: trainer.sound)
        return HTML.button(
          "\(name) · \(text(.change))", "view instruments", icon: "violin",
          label: text(.changeSound, name))
      case .summary: return summaryButtons
      default: return ""
      }
    case .hearing: return ""
    case .instruments, .keyboard, .tuning:
      return HTML.fileInput(text(.add), "add", attributes: "multiple", style: "")
        + HTML.element(
          "div", "segments",
          view(.instruments, text(.library)) + view(.keyboard, text(.keyboard))
            + view(.tuning, text(.tuning)),
          attributes: "role=\"group\"" + HTML.attribute("aria-label", text(.view)))
    case .songs: return songButtons
    }
  }

  /// Returns a button that shows a view of the instruments.
  private func view(_ view: PageTab, _ name: String) -> String {
    HTML.button(name, "view " + view.rawValue, style: "segment", isPressed: tab == view)
  }

  var main: String {
    if isElsewhere {
      return HTML.paragraph(text(.elsewhere))
        + HTML.row([HTML.button(text(.claim), "claim", style: "button main")])
    }
    switch tab {
    case .train: return trainingPart
    case .hearing: return hearingPart
    case .instruments: return libraryPart
    case .keyboard: return keyboardPart
    case .tuning: return tuningPart
    case .songs: return songsPart
    }
  }

  /// Messages: what the page says once, and what has failed.
  var warnings: String {
    let texts = trainer.texts
    var html = ""
    if let problem { html += notice(problem) }
    for line in [message, trainer.note] where !line.isEmpty {
      html += HTML.division("notice", HTML.icon("info"), HTML.paragraph(line), dismissal)
    }
    if !trainer.soundProblem.isEmpty {
      html += failure(texts[.soundFailed, trainer.soundProblem])
    }
    if let problem = trainer.storeProblem { html += failure(texts[.storedNowhere, problem]) }
    if hasUpdate {
      html += HTML.division(
        "notice", HTML.icon("info"), HTML.paragraph(text(.newVersion)),
        HTML.button(text(.reload), "update"))
    }
    return html
  }

  private func failure(_ text: String) -> String {
    HTML.division("notice error", HTML.icon("warning"), HTML.paragraph(text))
  }

  /// Returns a message about a failure: what has happened, what still works, what to do, and the
  /// technical reason on demand.
  private func notice(_ problem: PageProblem) -> String {
    let (what, advice) = problem.texts(language)
    let reason = HTML.paragraph(problem.reason, style: "soft", language: .english)
    return HTML.division(
      "notice error", HTML.icon("warning"),
      HTML.division(
        "grow", HTML.element("p", "", HTML.strong(what)), HTML.paragraph(advice, style: "small"),
        HTML.details(text(.technicalDetails), reason)), dismissal)
  }

  private var dismissal: String {
    HTML.square("cross", text(.dismiss), "dismiss", style: "quiet")
  }
}
