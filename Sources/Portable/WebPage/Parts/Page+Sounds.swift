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
    html += "<ul class=\"sounds\">"
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
        sound.badge.canBeMeasured && sound.tag != "sine"
          ? HTML.button(
            text(.measure), "measure \(sound.tag)", label: "\(text(.measure)): \(name)") : "",
      ])
      html += "</li>"
    }
    return html + "</ul>"
  }

  /// Returns the bank of a sound and its badge, as in the lists of the programs.
  private func detail(of sound: TrainerSound) -> String {
    let badge = TrainerContent.text(of: sound.badge, trainer.texts)
    return sound.bank.isEmpty ? badge : "\(sound.bank) · \(badge)"
  }

  /// The inputs that add files, and a folder.
  var filesInputs: String {
    "<p><label for=\"files\">\(HTML.escaped(text(.addBank)))</label> "
      + "<input type=\"file\" id=\"files\" multiple></p>"
      + "<p><label for=\"folder\">\(HTML.escaped(text(.addFolder)))</label> "
      + "<input type=\"file\" id=\"folder\" webkitdirectory=\"\"></p>"
      + HTML.paragraph(text(.addBankHint), style: "faint")
  }

  /// The files, the sounds and a keyboard.
  var instrumentsPart: String {
    var html = filesInputs
    if !banks.isEmpty {
      html += "<h2>\(HTML.escaped(text(.storage)))</h2><ul class=\"sounds\">"
      for bank in banks {
        let size = language.number(Double(bank.byteCount) / 1e6, decimals: 1)
        html +=
          "<li><div>\(HTML.escaped(bank.name)) <span class=\"faint\">\(size) MB</span></div>"
        html +=
          HTML.row([
            HTML.button(
              text(.prove), "prove \(bank.name)", label: "\(text(.prove)): \(bank.name)"),
            HTML.button(
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

  /// Two octaves of keys.
  private var keyboard: String {
    let texts = trainer.texts
    let keys = (48...72).map { key in
      let isBlack = [1, 3, 6, 8, 10].contains(key % 12)
      return "<button type=\"button\" data-key=\"\(key)\" class=\"\(isBlack ? "black" : "white")\" "
        + "aria-label=\"\(texts.note(key))\"></button>"
    }
    return "<div class=\"keyboard\" role=\"group\" aria-label=\"\(HTML.escaped(text(.keyboard)))\">"
      + keys.joined() + "</div>"
  }
}
