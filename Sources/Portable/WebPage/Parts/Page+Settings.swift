import PeachEarTraining
import PeachMusicUnits
import PeachTrainerUI

/// All settings as controls that show and set their values, which are saved at once.
extension Page {
  var settingsPart: String {
    let first = HTML.division("stack wide", sessionSettings, noteSettings, tuningSettings)
    let second = HTML.division("stack wide", intervalsPart, pageSettings, resetSettings)
    return HTML.division("split", first, second)
  }

  private func name(_ row: SettingRow) -> String { TrainerContent.name(of: row, trainer.texts) }

  /// Returns a setting: its name, why it is there, and its control.
  private func setting(
    _ name: String, _ action: String, _ control: String, why: String = ""
  ) -> String {
    var head = HTML.label(name, for: action)
    if !why.isEmpty { head += HTML.paragraph(why) }
    return HTML.division("setting", HTML.division("", head), control)
  }

  func list(
    _ name: String, _ action: String, _ options: String, why: String = ""
  ) -> String {
    setting(name, action, HTML.select(action, options), why: why)
  }

  /// Returns the keys of a piano as options.
  private func keys(_ selected: UInt8) -> String {
    var options = ""
    for key in 21...108 {
      options += HTML.option("\(key)", trainer.texts.note(key), "\(selected)")
    }
    return options
  }

  private func number(
    _ row: SettingRow, in unit: String, _ action: String, _ value: Double, _ limits: String,
    why: String = ""
  ) -> String {
    setting(
      name(row), action,
      HTML.stepper(action, unit: unit, value: "\(value)", "inputmode=\"decimal\" " + limits),
      why: why)
  }

  private var sessionSettings: String {
    let texts = trainer.texts
    let preferences = trainer.preferences
    let length = preferences.length
    var lengths = ""
    var isOffered = false
    for offered in SessionLength.offered {
      lengths += HTML.option(offered.code, TrainerContent.text(of: offered, texts), length.code)
      if offered == length { isOffered = true }
    }
    if !isOffered {
      lengths += HTML.option(length.code, TrainerContent.text(of: length, texts), length.code)
    }
    let procedure = preferences.procedure == .kazez ? "kazez" : "adaptive"
    let procedures =
      HTML.option("adaptive", texts[.procedureAdaptive], procedure)
      + HTML.option("kazez", texts[.procedureKazez], procedure)
    return HTML.section(
      "card", HTML.heading(text(.sessions)),
      list(name(.length), "set length", lengths),
      list(
        name(.procedure), "set procedure", procedures,
        why: TrainerContent.hint(of: .procedure, trainer)),
      number(
        .feedback, in: "s", "set feedbackSeconds", preferences.settings.feedbackSeconds,
        "min=\"0.2\" max=\"5\" step=\"0.1\"", why: text(.feedbackWhy)))
  }

  private var noteSettings: String {
    let texts = trainer.texts
    let settings = trainer.preferences.settings
    let selected = "\(Int(settings.loudnessVariationDecibels.rounded()))"
    var levels = HTML.option("0", texts[.none], selected)
    for level in 1...12 {
      levels += HTML.option("\(level)", texts[.decibels, "\(level)"], selected)
    }
    return HTML.section(
      "card", HTML.heading(text(.notes)),
      list(name(.lowestNote), "set lowestNote", keys(settings.notes.lowerBound)),
      list(name(.highestNote), "set highestNote", keys(settings.notes.upperBound)),
      number(
        .noteSeconds, in: "s", "set noteSeconds", settings.noteSeconds,
        "min=\"0.3\" max=\"3\" step=\"0.1\""),
      number(
        .chordSeconds, in: "s", "set chordSeconds", settings.chordSeconds,
        "min=\"1\" max=\"6\" step=\"0.1\""),
      number(
        .gap, in: "s", "set gapSeconds", settings.gapSeconds,
        "min=\"0\" max=\"3\" step=\"0.1\"", why: text(.gapWhy)),
      list(
        name(.loudness), "set loudness", levels, why: text(.loudnessWhy)))
  }

  private var tuningSettings: String {
    let settings = trainer.preferences.settings
    var tunings = ""
    for tuning in Tuning.all {
      let name = TrainerContent.name(of: tuning, trainer.texts)
      tunings += HTML.option(tuning.name, name, settings.tuning.name)
    }
    return HTML.section(
      "card", HTML.heading(text(.tuning)),
      number(
        .pitch, in: "Hz", "set referencePitch", settings.referencePitch.hertz,
        "min=\"380\" max=\"480\" step=\"0.5\""),
      list(name(.tuning), "set tuning", tunings))
  }

  private var pageSettings: String {
    let languages =
      HTML.option("en", TrainerLanguage.english.name, language.code)
      + HTML.option("de", TrainerLanguage.german.name, language.code)
    var appearances = ""
    for (choice, name) in zip(PageAppearance.allCases, [PageText.asSystem, .light, .dark]) {
      appearances += HTML.option(choice.rawValue, text(name), appearance.rawValue)
    }
    return HTML.section(
      "card", HTML.heading(text(.page)),
      list(name(.language), "set language", languages),
      list(text(.appearance), "appearance", appearances),
      HTML.element(
        "p", "row keep soft small", HTML.icon("lock") + HTML.span(text(.privacy))))
  }

  private var resetSettings: String {
    HTML.section(
      "card", HTML.heading(text(.beginAgain)),
      HTML.paragraph(text(.nothingIsDeleted), style: "soft small"),
      HTML.row([HTML.button("\(name(.reset)) …", "open reset", style: "button outline")]))
  }

  /// The choice between resets, with what they do.
  var resetPart: String {
    let texts = trainer.texts
    let buttons = trainer.resets.map { reset in
      let action =
        switch reset {
        case .cancel: "reset cancel"
        case .settings: "reset settings"
        case .profile: "reset profile"
        case .allTrials: "reset allTrials"
        }
      return HTML.button(
        TrainerContent.name(of: reset, texts), action,
        style: reset == .profile ? "button danger" : "button outline")
    }
    return HTML.section(
      "card", HTML.paragraph(texts[.resetMeaning]), HTML.row(buttons, style: "stack"))
  }

  private func box(_ semitones: Int, isSeen: Bool) -> String {
    HTML.checkbox(
      trainer.texts.interval(semitones), "interval \(semitones)",
      isChecked: trainer.preferences.settings.intervals.contains { $0.semitones == semitones },
      isSeen: isSeen)
  }

  /// A table of the intervals, in both directions.
  private var intervalsPart: String {
    let texts = trainer.texts
    var html = ""
    for name in [texts[.intervals], text(.ascending), text(.descending)] {
      html += HTML.span(name, style: "soft small")
    }
    for semitones in 1...12 {
      html += HTML.span(texts.intervalName(semitones))
      html += box(semitones, isSeen: false) + box(-semitones, isSeen: false)
    }
    return HTML.section(
      "card", HTML.heading(texts[.intervals]), box(0, isSeen: true),
      HTML.division("intervals", html))
  }
}
