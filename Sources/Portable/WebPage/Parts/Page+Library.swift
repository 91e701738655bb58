import PeachMusicUnits
import PeachTrainerUI

/// The library of instruments.
extension Page {
  /// The maximum number of sounds of a bank, unless all are asked for.
  private static var bankLimit: Int { 12 }

  /// The bank that comes with the page, and so is there again after a removal.
  package static var shippedBank: String { "Peach.sf3" }
  /// The bank of the page that is loaded when a song needs it.
  package static var generalBank: String { "GeneralMIDI.sf3" }

  /// The progress of the General MIDI bank; empty unless it is loaded now.
  var generalProgress: String {
    guard let generalFraction else { return "" }
    let percent = Int(generalFraction * 100)
    let label = text(.generalLoading, "\(percent)")
    return HTML.paragraph(label, style: "small") + HTML.progress(label, value: percent, of: 100)
  }

  var libraryPart: String {
    let found = trainer.sounds(matching: filter).filter { isOfKind($0) }
    let search = HTML.division(
      "field grow",
      HTML.input(
        text(.search), "search", type: "search", value: filter,
        attributes: HTML.attribute("placeholder", text(.searchCount, "\(trainer.sounds.count)"))))
    let chips = HTML.division(
      "chips", chip(.all, .all), chip(.straight, .onlyStraight),
      chip(.unmeasured, .onlyUnmeasured))
    var html = HTML.division("row far", search, chips)
    // Banks in the order in which they came; before them the sine, which has none.
    var names = [""]
    for bank in banks { names.append(bank.name) }
    for sound in found where !names.contains(sound.bank) { names.append(sound.bank) }
    for name in names {
      let sounds = found.filter { $0.bank == name }
      if !sounds.isEmpty || (!name.isEmpty && filter.isEmpty && soundKind == .all) {
        html += bankPart(name, sounds)
      }
    }
    if found.isEmpty { html += HTML.paragraph(trainer.texts[.soundsNone]) }
    return html + HTML.division("split", addingPart, storagePart)
  }

  private func chip(_ kind: SoundKind, _ name: BankText) -> String {
    HTML.button(
      text(name), "filter " + kind.rawValue, style: "chip", isPressed: soundKind == kind)
  }

  private func isOfKind(_ sound: TrainerSound) -> Bool {
    switch soundKind {
    case .all: return true
    case .unmeasured: return sound.badge == nil
    case .straight:
      switch sound.badge {
      case .exact?, .straight?: return true
      default: return false
      }
    }
  }

  private func bankPart(_ name: String, _ sounds: [TrainerSound]) -> String {
    let bank = banks.first { $0.name == name }
    var head = ""
    if !name.isEmpty {
      let isShipped = name == Self.shippedBank || name == Self.generalBank
      let count = trainer.sounds.filter { $0.bank == name }
      let measured = count.count { $0.badge != nil }
      let size = bank.map { megabytes(Double($0.byteCount)) + ", " } ?? ""
      let counts = text(.bankCounts, "\(count.count)", "\(measured)")
      let line =
        isShipped ? "\(text(.shipped)), \(size)\(counts)" : "\(name), \(size)\(counts)"
      var buttons = [
        HTML.button(
          text(.prove), "prove \(name)", icon: "chart", label: HTML.name(text(.prove), name))
      ]
      if !isShipped {
        buttons.append(
          HTML.square("bin", HTML.name(text(.remove), name), "remove \(name)", style: "outline"))
      }
      head = HTML.division(
        "row far",
        HTML.division(
          "", HTML.heading(self.name(ofBank: name)), HTML.paragraph(line, style: "soft small")),
        HTML.row(bank == nil ? [] : buttons))
    }
    let isWhole = sounds.count <= Self.bankLimit || expandedBanks.contains(name)
    let shown = sounds.prefix(isWhole ? sounds.count : Self.bankLimit)
    let list = HTML.element("ul", "grid", shown.map { card($0) }.joined())
    let more =
      isWhole
      ? ""
      : HTML.button(text(.showAll, "\(sounds.count)"), "expand \(name)", style: "button quiet")
    return HTML.section("stack", head, list, more)
  }

  /// Returns a number of bytes: `6.0 MB`.
  private func megabytes(_ bytes: Double) -> String {
    "\(language.number(bytes / 1e6, decimals: 1))\u{A0}MB"
  }

  private func card(_ sound: TrainerSound) -> String {
    let isSelected = sound.tag == trainer.preferences.sound
    let name = name(of: sound)
    var buttons: [String] = []
    if sound.canBeMeasured && sound.tag != "sine" {
      buttons.append(
        HTML.button(
          text(.measure), "measure \(sound.tag)", style: "button quiet",
          label: HTML.name(text(.measure), name)))
    }
    buttons.append(
      isSelected
        ? HTML.badge(text(.inUse), "selected", icon: "tick")
        : HTML.button(text(.use), "select \(sound.tag)", label: HTML.name(text(.use), name)))
    let disc = HTML.element(
      "span", "disc", HTML.icon(sound.tag == "sine" ? "wave" : "notes"))
    return HTML.element(
      "li", isSelected ? "card instrument selected" : "card instrument",
      disc + HTML.strong(name)
        + HTML.square("sound", HTML.name(text(.preview), name), "preview \(sound.tag)")
        + HTML.element("span", "wide", compass(sound))
        + HTML.element("span", "wide row far", badge(of: sound) + HTML.row(buttons)))
  }

  /// Returns the intonation of a sound with what it means; its color tells whether pitches are
  /// exact.
  func badge(of sound: TrainerSound) -> String {
    let (kind, icon) =
      switch sound.badge {
      case .exact?, .straight?: ("good", "tick")
      case .varying?, .unpitched?: ("fair", "info")
      case nil: ("", "question")
      }
    let texts = trainer.texts
    return HTML.details(
      badge: texts.intonation(of: sound), kind, icon: icon, of: sound.tag,
      HTML.escaped(TrainerContent.meaning(of: sound.badge, texts)))
  }

  /// Returns the keys of a sound on those of a piano.
  private func compass(_ sound: TrainerSound) -> String {
    let keys = sound.compass.map { Int($0.lowerBound)...Int($0.upperBound) } ?? 21...108
    let (low, high) = (max(keys.lowerBound, 21), min(keys.upperBound, 108))
    guard low <= high else { return "" }
    let (start, end) = ((low - 21) * 3, (high - 20) * 3)
    let names = trainer.texts.note(low) + "–" + trainer.texts.note(high)
    // The names are at the side where there is room for them.
    let isLeft = start < 132
    var html = "<svg class=\"compass\" viewBox=\"0 0 264 28\" role=\"img\""
    html += HTML.attribute("aria-label", text(.compass, names))
    html += "><path class=\"all\" d=\"M0 2h264v7H0z\"/>"
    html += "<path class=\"range\" d=\"M\(start) 2H\(end)v7H\(start)z\"/>"
    html += "<text y=\"24\" x=\"\(isLeft ? start : end)\""
    html += isLeft ? ">" : " text-anchor=\"end\">"
    html += names
    return html + "</text></svg>"
  }

  /// The inputs that add files, and a folder.
  var addingPart: String {
    HTML.division(
      "drop", HTML.icon("folder"), HTML.heading(text(.addBank)),
      HTML.paragraph(text(.addBankHint), style: "soft small"),
      HTML.row([
        HTML.fileInput(text(.chooseFiles), "files", attributes: "multiple"),
        HTML.fileInput(
          text(.addFolder), "folder", attributes: "webkitdirectory=\"\"", icon: "folder"),
      ]))
  }

  private var storagePart: String {
    guard let storage else { return "" }
    let line = text(
      .storageUsed, language.number(storage.used / 1e6, decimals: 1),
      language.number(storage.limit / 1e9, decimals: 1))
    return HTML.paragraph(line, style: "small")
      + HTML.progress(line, value: Int(storage.used / 1e6), of: max(Int(storage.limit / 1e6), 1))
  }
}
