import PeachTrainerUI

extension Page {
  /// The banks, and the tuning of the presets of one of them.
  var tuningPart: String {
    var html = HTML.paragraph(text(.tuningPurpose)) + filesInputs
    html += "<ul class=\"sounds\">"
    for bank in banks {
      html += "<li>\(HTML.escaped(bank.name)) "
      html +=
        HTML.button(
          text(.prove), "prove \(bank.name)", label: "\(text(.prove)): \(bank.name)") + "</li>"
    }
    html += "</ul>"
    guard !analysis.presets.isEmpty else { return html }
    html += "<h2>\(HTML.escaped(analysis.bank))</h2>"
    if analysis.isProved { html += downloads }
    html += HTML.paragraph(text(.tuningLegend), style: "faint") + "<ul class=\"sounds\">"
    for proof in analysis.presets { html += item(proof) }
    return html + "</ul>"
  }

  /// The progress of measurements.
  var tuningStatus: String {
    guard let request = analysis.requests.first else { return "" }
    let percent = "\(Int(analysis.percent))"
    let label = HTML.escaped("\(text(.measuringBank)) \(request.bank)")
    return "<p><label>\(label): \(percent) % <progress max=\"100\" value=\"\(percent)\">"
      + "</progress></label></p>" + HTML.row([HTML.button(text(.halt), "halt")])
  }

  private var downloads: String {
    let ending = analysis.bank.utf8.suffix(4).map { $0 | 0x20 }
    guard ending == Array(".sf2".utf8) || ending == Array(".sf3".utf8) else {
      return HTML.paragraph(text(.tuningFormats), style: "faint")
    }
    let isBusy = !analysis.requests.isEmpty
    return HTML.row([
      HTML.button(text(.saveTuned), "write tuned", style: "main"),
      analysis.isStraightened
        ? HTML.button(text(.saveStraight), "write straight", style: "main")
        : isBusy ? "" : HTML.button(text(.straighten), "straighten"),
    ])
  }

  private func item(_ proof: PresetProof) -> String {
    let sound = trainer.sounds.first { $0.tag == proof.tag }
    let name = sound.map { trainer.name(of: $0) } ?? proof.tag
    var html = "<li><strong>\(HTML.escaped(name))</strong>"
    if let badge = proof.badge {
      html += " <span class=\"faint\">\(HTML.escaped(trainer.texts.badge(badge)))</span>"
    }
    guard !proof.plot.isEmpty else { return html + "</li>" }
    func cents(_ value: Double) -> String { language.number(value, decimals: 1) }
    let line = text(
      .tuningResult(
        mean: cents(proof.beforeCents), after: cents(proof.afterCents),
        window: cents(proof.beforeWindowCents), windowAfter: cents(proof.afterWindowCents)))
    html += HTML.paragraph(line)
    guard analysis.isPlotted(proof) else {
      return html
        + HTML.button(
          text(.showPlot), "plot \(proof.tag)", label: "\(text(.showPlot)): \(name)") + "</li>"
    }
    return html
      + "<figure role=\"img\" tabindex=\"0\" "
      + "aria-label=\"\(HTML.escaped("\(name): \(line)"))\">\(proof.plot)</figure></li>"
  }
}
