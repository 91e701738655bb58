import PeachTrainerUI

/// How well in tune the presets of a bank are.
extension Page {
  var tuningPart: String {
    guard !analysis.presets.isEmpty || !analysis.requests.isEmpty else {
      return HTML.section(
        "card", HTML.heading(text(.tuningQuestion)),
        HTML.paragraph(text(.tuningPurpose)), banksToProve) + addingPart
    }
    var html = analysis.presets.isEmpty ? "" : HTML.section("card", tuningHead)
    if analysis.isProved { html += downloads }
    if !analysis.presets.isEmpty { html += presetsPart }
    return html + HTML.section("card plain", HTML.heading(text(.otherBanks)), banksToProve)
  }

  private var banksToProve: String {
    let present = analysis.requests.first?.bank
    let items = banks.filter { $0.name != present }.map { bank in
      HTML.element(
        "li", "",
        HTML.span(name(ofBank: bank.name), style: "grow")
          + HTML.button(
            text(.prove), "prove \(bank.name)", icon: "chart",
            label: HTML.name(text(.prove), bank.name)))
    }
    return HTML.element("ul", "list", items.joined())
  }

  /// The proofs with pitches, the least in tune first.
  private var sortedProofs: [PresetProof] {
    var proofs: [PresetProof] = []
    for proof in analysis.presets where !proof.plot.isEmpty {
      let place = proofs.firstIndex { $0.beforeCents < proof.beforeCents } ?? proofs.count
      proofs.insert(proof, at: place)
    }
    return proofs
  }

  /// Presets with a note that is off by more can be shown alone.
  private static var notableCents: Double { 5 }

  private func cents(_ value: Double) -> String { language.number(value, decimals: 1) }

  /// The answer about the bank, in a sentence.
  private var tuningHead: String {
    let proofs = sortedProofs
    var line = ""
    if let worst = proofs.first, worst.beforeCents < 1 {
      line = text(.allInTune, cents(max((worst.beforeCents * 10).rounded(.up) / 10, 0.1)))
    } else if let worst = proofs.first {
      let median = cents(proofs[proofs.count / 2].beforeCents)
      let name = name(ofTag: worst.tag)
      line =
        proofs.count < 3
        ? text(.worstPreset, name, cents(worst.beforeCents))
        : text(.halfAreOff, median) + " "
          + text(.worstPreset, name, cents(worst.beforeCents))
    }
    let bank = analysis.bank.isEmpty ? analysis.requests.first?.bank ?? "" : analysis.bank
    return HTML.heading(name(ofBank: bank)) + HTML.paragraph(line)
  }

  private func name(ofTag tag: String) -> String {
    trainer.sounds.first { $0.tag == tag }.map { name(of: $0) } ?? tag
  }

  /// The progress of measurements: not in the part that has the plots, which would be replaced.
  var tuningStatus: String {
    guard let request = analysis.requests.first else { return "" }
    let percent = Int(analysis.percent)
    var label = "\(text(.measuringBank)) \(name(ofBank: request.bank)): \(percent)\u{A0}%"
    if let seconds = analysis.secondsLeft {
      label += ", " + text(.timeLeft, trainer.texts.duration(seconds: seconds))
    }
    return HTML.section(
      "card", HTML.paragraph(label, style: "small"),
      HTML.progress(label, value: percent, of: 100),
      HTML.division(
        "row far", HTML.paragraph(text(.meanwhile), style: "soft small"),
        HTML.button(text(.halt), "halt", style: "button quiet", icon: "cross")))
  }

  private var downloads: String {
    let ending = analysis.bank.utf8.suffix(4).map { $0 | 0x20 }
    guard ending == Array(".sf2".utf8) || ending == Array(".sf3".utf8) else {
      return HTML.paragraph(text(.tuningFormats), style: "soft")
    }
    let isBusy = !analysis.requests.isEmpty
    let straight =
      analysis.isStraightened
      ? HTML.button(
        text(.saveStraight), "write straight", style: "button outline", icon: "save")
      : isBusy
        ? ""
        : HTML.button(text(.straighten), "straighten", style: "button outline", icon: "wave")
    return HTML.division(
      "grid",
      HTML.section(
        "card plain", HTML.heading(text(.inTune)),
        HTML.paragraph(text(.inTuneMeaning), style: "soft small"),
        HTML.button(text(.saveTuned), "write tuned", style: "button main", icon: "save")),
      HTML.section(
        "card plain", HTML.heading(text(.withStraight)),
        HTML.paragraph(text(.withStraightMeaning), style: "soft small"), straight))
  }

  private var presetsPart: String {
    let others = analysis.presets.filter { $0.plot.isEmpty }
    let off = sortedProofs.filter { $0.beforeCents > Self.notableCents }
    var chip = ""
    if !off.isEmpty {
      chip = HTML.button(
        text(.offCount, cents(Self.notableCents), "\(off.count)"), "inaccurate", style: "chip",
        isPressed: analysis.showsOnlyInaccurate)
    }
    let shown = analysis.showsOnlyInaccurate && !off.isEmpty ? off : sortedProofs + others
    return HTML.section(
      "stack", HTML.division("row far", HTML.heading(text(.leastFirst)), chip),
      HTML.paragraph(text(.tuningLegend), style: "soft small"),
      HTML.element("ul", "stack", shown.map { item($0) }.joined()))
  }

  private func item(_ proof: PresetProof) -> String {
    let name = name(ofTag: proof.tag)
    var badge = ""
    if let sound = trainer.sounds.first(where: { $0.tag == proof.tag }) {
      var sound = sound
      sound.badge = proof.badge ?? sound.badge
      badge = self.badge(of: sound)
    }
    let title = HTML.division("", HTML.element("h3", "", HTML.escaped(name)), badge)
    guard !proof.plot.isEmpty else {
      return HTML.element("li", "card", HTML.division("row far", title))
    }
    let facts = HTML.element(
      "dl", "facts inline",
      HTML.fact(text(.asRecorded), text(.cents, cents(proof.beforeCents)))
        + HTML.fact(text(.inTune), text(.cents, cents(proof.afterCents)))
        + HTML.fact(
          text(.windows),
          cents(proof.beforeWindowCents) + " → " + cents(proof.afterWindowCents)))
    let line = text(
      .tuningResult, cents(proof.beforeCents), cents(proof.afterCents),
      cents(proof.beforeWindowCents), cents(proof.afterWindowCents))
    var data = PlotData(unit: unit, height: 260)
    data.add("notes", proof.plot)
    let plot =
      analysis.isPlotted(proof)
      ? figure(
        data.figure("", "\(name): \(line)"),
        legend: sign(.point, text(.asRecorded)) + sign(.second, text(.inTune)))
      : HTML.button(
        text(.showPlot), "plot \(proof.tag)", icon: "chart",
        label: HTML.name(text(.showPlot), name))
    return HTML.element("li", "card", HTML.division("row far", title, facts) + plot)
  }
}
