import PeachEarTraining
import PeachTrainerUI
import PeachTrialRecords

extension Page {
  /// The listener's threshold, its plots, and export and import of the trials.
  var hearingPart: String {
    let texts = trainer.texts
    let profile = ListenerProfile(history)
    let transfer =
      HTML.row([
        HTML.button(text(.exportCSV), "export csv"), HTML.button(text(.exportJSON), "export json"),
        HTML.fileInput(text(.importTrials), "trials", attributes: "accept=\".csv,.json,.jsonl\""),
      ])
    let plot =
      "<figure role=\"img\" tabindex=\"0\" aria-label=\"\(HTML.escaped(plotLabel(profile)))\">"
      + ListenerPlot(profile, texts).svg + "</figure>"
    guard history.comparisonCount > 0 else {
      if history.matchingCount == 0 { return HTML.paragraph(texts[.profileNothing]) + transfer }
      return HTML.paragraph(texts.accuracy(history.matchings.errors)) + plot + transfer
    }
    let estimate = texts.estimate(profile.level)
    let count = texts[.profileCount, "\(history.comparisonCount)", "\(history.matchingCount)"]
    return HTML.paragraph(estimate, style: "large") + HTML.paragraph(texts[.profileMeaning])
      + HTML.paragraph(texts.trend(profile.trend)) + HTML.paragraph(count, style: "faint")
      + plot + transfer
  }

  private func plotLabel(_ profile: ListenerProfile) -> String {
    let texts = trainer.texts
    var parts: [String] = []
    if history.comparisonCount > 0 {
      parts.append("\(texts[.profileKeyboard]): \(texts.estimate(profile.level))")
    }
    if history.matchingCount > 0 {
      let accuracy = texts.accuracy(history.matchings.errors)
      parts.append("\(texts[.profileMatchings]): \(accuracy)")
    }
    return parts.joined(separator: ". ")
  }
}
