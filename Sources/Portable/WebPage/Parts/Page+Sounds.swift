import PeachTrainerUI

extension Page {
  /// The maximum number of sounds in the list; a search finds the others.
  private static var listLimit: Int { 200 }

  /// The sounds that match the search text, with their intonation.
  var soundsPart: String {
    let texts = trainer.texts
    var html = HTML.row([HTML.input(text(.search), "search", type: "search", value: filter)])
    let found = trainer.sounds(matching: filter)
    if found.isEmpty { return html + HTML.paragraph(texts[.soundsNone]) }
    html += "<ul class=\"sounds compact\">"
    for sound in found.prefix(Self.listLimit) {
      let isSelected = sound.tag == trainer.preferences.sound
      let name = trainer.name(of: sound)
      html +=
        "<li><div><strong>\(HTML.escaped(name))</strong> "
        + "<span class=\"faint\">\(HTML.escaped(detail(of: sound)))</span></div>"
      html += HTML.row([
        HTML.button(
          text(isSelected ? .selected : .select), "select \(sound.tag)",
          label: "\(text(isSelected ? .selected : .select)): \(name)", isPressed: isSelected),
        HTML.button(
          text(.preview), "preview \(sound.tag)", label: "\(text(.preview)): \(name)"),
        sound.canBeMeasured && sound.tag != "sine"
          ? HTML.button(
            text(.measure), "measure \(sound.tag)", label: "\(text(.measure)): \(name)") : "",
      ])
      html += "</li>"
    }
    return html + "</ul>"
  }

  /// Returns the bank of a sound and its badge, as in the lists of the programs.
  private func detail(of sound: TrainerSound) -> String {
    let badge = trainer.texts.intonation(of: sound)
    return sound.bank.isEmpty ? badge : "\(sound.bank) · \(badge)"
  }

  /// The inputs that add files, and a folder.
  var filesInputs: String {
    HTML.row([
      HTML.fileInput(text(.addBank), "files", attributes: "multiple"),
      HTML.fileInput(text(.addFolder), "folder", attributes: "webkitdirectory=\"\""),
    ])
      + HTML.paragraph(text(.addBankHint), style: "faint")
  }

  /// The files, the sounds and a keyboard.
  var instrumentsPart: String {
    var html = filesInputs
    if !banks.isEmpty {
      html += "<h2>\(HTML.escaped(text(.storage)))</h2><ul class=\"sounds compact\">"
      for bank in banks {
        let size = language.number(Double(bank.byteCount) / 1e6, decimals: 1)
        html +=
          "<li><div>\(HTML.escaped(bank.name)) <span class=\"faint\">\(size) MB</span></div>"
        html +=
          HTML.row([
            HTML.button(
              text(.prove), "prove \(bank.name)", label: "\(text(.prove)): \(bank.name)"),
            bank.name == Self.shippedBank
              ? ""
              : HTML.button(
                text(.remove), "remove \(bank.name)", label: "\(text(.remove)): \(bank.name)"),
          ]) + "</li>"
      }
      html += "</ul>"
      if let storage {
        let (used, limit) = (
          language.number(storage.used / 1e6, decimals: 1),
          language.number(storage.limit / 1e9, decimals: 1)
        )
        html += HTML.paragraph(
          text(.storageUsed(megabytes: used, gigabytes: limit)), style: "faint")
      }
    }
    return html + "<h2>\(HTML.escaped(text(.keyboard)))</h2>" + keyboard
      + HTML.input(
        text(.keyboardCents(language.number(keyboardCents, decimals: 1))), "cents", type: "range",
        value: "\(keyboardCents)",
        attributes: "class=\"dial\" min=\"-50\" max=\"50\" step=\"0.1\"")
      + HTML.row([
        HTML.button(text(.connectMIDI), "connect"),
        HTML.checkbox(text(.playsMPE), "mpe", isChecked: playsMPE),
      ]) + soundsPart
  }

  /// The bank that comes with the page, and so is there again after a removal.
  private static var shippedBank: String { "Peach.sf3" }

  /// Two octaves of keys (one on phones), and buttons that move them.
  private var keyboard: String {
    let texts = trainer.texts
    let lowest = keyboardKeys.lowerBound
    let keys = keyboardKeys.map { key in
      let style = [1, 3, 6, 8, 10].contains(key % 12) ? "black" : "white"
      let octave = key > lowest + 12 ? " second" : ""
      return "<button type=\"button\" id=\"key-\(key)\" data-key=\"\(key)\" "
        + "class=\"\(style)\(octave)\" "
        + "aria-label=\"\(texts.note(key))\">\(key % 12 == 0 ? texts.note(key) : "")</button>"
    }
    return "<div class=\"keyboard\" role=\"group\" aria-label=\"\(HTML.escaped(text(.keyboard)))\">"
      + keys.joined() + "</div>"
      + HTML.row([
        HTML.button(
          "◀", "octave -1", label: text(.octaveDown),
          isDisabled: lowest <= Self.lowestKeyboardKeys.lowerBound),
        HTML.button(
          "▶", "octave 1", label: text(.octaveUp),
          isDisabled: lowest >= Self.lowestKeyboardKeys.upperBound),
      ])
  }
}
