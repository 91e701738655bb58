import PeachTrainerUI

/// The keyboard on the page, and those that are connected.
extension Page {
  var keyboardPart: String {
    let lowest = keyboardKeys.lowerBound
    let name = name(of: trainer.sound)
    let octaves = HTML.row([
      HTML.square(
        "minus", text(.octaveDown), "octave -1",
        isDisabled: lowest <= Self.lowestKeyboardKeys.lowerBound),
      HTML.element(
        "span", "number",
        trainer.texts.note(lowest) + "–" + HTML.span(trainer.texts.note(lowest + 12), style: "one")
          + HTML.span(trainer.texts.note(lowest + 24), style: "two")),
      HTML.square(
        "plus", text(.octaveUp), "octave 1",
        isDisabled: lowest >= Self.lowestKeyboardKeys.upperBound),
    ])
    let sound = HTML.button(
      "\(name) · \(text(.change))", "open sounds", icon: "violin",
      label: text(.changeSound, name))
    let cents = language.number(keyboardCents, decimals: 1)
    let tuning = HTML.division(
      "setting", HTML.label(text(.keyboardCents, cents), for: "cents"),
      HTML.input(
        "", "cents", type: "range", value: "\(keyboardCents)",
        attributes: "min=\"-50\" max=\"50\" step=\"0.1\""))
    return HTML.section(
      "card", HTML.division("row far", sound, octaves), keyboard,
      HTML.paragraph(text(.computerKeys), style: "soft small keys-hint"))
      + HTML.division(
        "split even",
        HTML.section(
          "card", HTML.heading(text(.keyboardTuning)), tuning, chordsSetting,
          octavesSetting),
        HTML.section(
          "card", HTML.heading(text(.midiKeyboards)),
          HTML.checkbox(text(.playsMPE), "mpe", isChecked: playsMPE),
          HTML.row([
            HTML.button(text(.connectMIDI), "connect", style: "button outline", icon: "piano")
          ])))
  }

  /// The tuning of chords, on the keyboard's screen and on that of songs.
  var chordsSetting: String {
    var options = ""
    for (choice, name) in zip(PureChords.allCases, [BankText.off, .pureFive, .pureSeven]) {
      options += HTML.option(choice.rawValue, text(name), chords.rawValue)
    }
    return list(text(.pureChords), "chords", options, why: text(.pureChordsWhy))
  }

  /// The octaves of pianos, on the keyboard's screen and on that of songs.
  var octavesSetting: String {
    var options = ""
    for octave in StretchedOctaves.Octave.allCases {
      let name =
        octave == .off ? text(.asRecorded) : octave == .mixed ? text(.asTuned) : octave.rawValue
      options += HTML.option(octave.rawValue, name, octaves.octave.rawValue)
    }
    let choice = list(text(.pianoOctaves), "octaves", options, why: text(.pianoOctavesWhy))
    if octaves.octave == .off { return choice }
    return choice
      + songSetting(
        text(.stretch), "stretch", "%", value: language.number(octaves.percent, decimals: 0),
        "min=\"0\" max=\"200\" step=\"5\"")
  }

  /// Two octaves of keys, one on phones.
  private var keyboard: String {
    let texts = trainer.texts
    let lowest = keyboardKeys.lowerBound
    var keys = ""
    for key in keyboardKeys {
      var style = "white"
      switch key % 12 {
      case 1, 3, 6, 8, 10: style = "black"
      default: break
      }
      if key > lowest + 12 { style += " second" }
      let name = texts.note(key)
      var attributes = "type=\"button\""
      attributes += HTML.attribute("id", "key-\(key)")
      attributes += HTML.attribute("data-key", "\(key)")
      attributes += HTML.attribute("aria-label", name)
      keys += HTML.element("button", style, key % 12 == 0 ? name : "", attributes: attributes)
    }
    return HTML.element(
      "div", "piano", keys,
      attributes: "role=\"group\"" + HTML.attribute("aria-label", text(.keyboard)))
  }
}
