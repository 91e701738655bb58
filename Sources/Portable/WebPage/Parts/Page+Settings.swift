import PeachEarTraining
import PeachMusicUnits
import PeachTrainerUI

extension Page {
  /// All settings as controls that show and set their values.
  var settingsPart: String {
    let texts = trainer.texts
    let settings = trainer.preferences.settings
    func name(_ row: SettingRow) -> String { TrainerContent.name(of: row, texts) }
    let keys = (21...108).map { (value: "\($0)", text: texts.note($0)) }
    func number(
      _ row: SettingRow, in unit: String, _ action: String, _ value: Double, _ limits: String
    ) -> String {
      HTML.input(
        "\(name(row)) in \(unit)", action, type: "number", value: "\(value)",
        attributes: "inputmode=\"decimal\" \(limits)")
    }
    let tunings = Tuning.all.map { (value: $0.name, text: TrainerContent.name(of: $0, texts)) }
    let levels = (0...12).map { level in
      (value: "\(level)", text: level == 0 ? texts[.none] : texts[.decibels, "\(level)"])
    }
    let procedures = [
      (value: "adaptive", text: texts[.procedureAdaptive]),
      (value: "kazez", text: texts[.procedureKazez]),
    ]
    let offered = SessionLength.offered
    let length = trainer.preferences.length
    let lengths = (offered.contains(length) ? offered : offered + [length]).map {
      (value: $0.code, text: TrainerContent.text(of: $0, texts))
    }
    let languages = TrainerLanguage.allCases.map { (value: $0.code, text: $0.name) }
    let fields = [
      HTML.select(
        name(.lowestNote), "set lowestNote", options: keys,
        selected: "\(settings.notes.lowerBound)"),
      HTML.select(
        name(.highestNote), "set highestNote", options: keys,
        selected: "\(settings.notes.upperBound)"),
      number(
        .noteSeconds, in: "s", "set noteSeconds", settings.noteSeconds,
        "min=\"0.3\" max=\"3\" step=\"0.1\""),
      number(
        .gap, in: "s", "set gapSeconds", settings.gapSeconds, "min=\"0\" max=\"3\" step=\"0.1\""),
      number(
        .feedback, in: "s", "set feedbackSeconds", settings.feedbackSeconds,
        "min=\"0.2\" max=\"5\" step=\"0.1\""),
      number(
        .pitch, in: "Hz", "set referencePitch", settings.referencePitch.hertz,
        "min=\"380\" max=\"480\" step=\"0.5\""),
      HTML.select(
        name(.tuning), "set tuning", options: tunings, selected: settings.tuning.name),
      HTML.select(
        name(.loudness), "set loudness", options: levels,
        selected: "\(Int(settings.loudnessVariationDecibels.rounded()))"),
      HTML.select(
        name(.procedure), "set procedure", options: procedures,
        selected: trainer.preferences.procedure == .kazez ? "kazez" : "adaptive"),
      HTML.select(
        name(.length), "set length", options: lengths, selected: trainer.preferences.length.code),
      HTML.select(name(.language), "set language", options: languages, selected: language.code),
    ]
    return HTML.row(fields.map { "<div>\($0)</div>" }, style: "fields") + intervalsPart
      + HTML.row([
        HTML.button(text(.done), "open home", style: "main"),
        HTML.button("\(name(.reset)) …", "open reset"),
      ])
  }

  /// The choice between resets, with what they do.
  var resetPart: String {
    let texts = trainer.texts
    return HTML.paragraph(texts[.resetMeaning])
      + HTML.row(
        trainer.resets.map { reset in
          let action =
            switch reset {
            case .cancel: "reset cancel"
            case .settings: "reset settings"
            case .profile: "reset profile"
            case .allTrials: "reset allTrials"
            }
          return HTML.button(TrainerContent.name(of: reset, texts), action)
        }, style: "column")
  }

  private var intervalsPart: String {
    let texts = trainer.texts
    let included = trainer.preferences.settings.intervals
    // The unison has its own row; each other row has an interval in both directions.
    let boxes = ([0] + (1...12).flatMap { [$0, -$0] }).map { semitones in
      HTML.checkbox(
        texts.interval(semitones), "interval \(semitones)",
        isChecked: included.contains { $0.semitones == semitones })
    }
    return
      "<fieldset><legend>\(HTML.escaped(texts[.intervals]))</legend>\(boxes.joined())</fieldset>"
  }
}
