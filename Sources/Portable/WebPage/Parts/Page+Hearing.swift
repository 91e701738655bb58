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
      ]) + "<p><label for=\"trials\">\(HTML.escaped(text(.importTrials)))</label> "
      + "<input type=\"file\" id=\"trials\" accept=\".csv,.json,.jsonl\"></p>"
    guard history.comparisonCount > 0 else {
      return HTML.paragraph(texts[.profileNothing]) + transfer
    }
    let estimate = texts.estimate(profile.level)
    let count = texts[.profileCount, "\(history.comparisonCount)", "\(history.matchingCount)"]
    return HTML.paragraph(estimate, style: "large") + HTML.paragraph(texts[.profileMeaning])
      + HTML.paragraph(texts.trend(profile.trend)) + HTML.paragraph(count, style: "faint")
      + "<figure role=\"img\" tabindex=\"0\" aria-label=\"\(HTML.escaped("\(texts[.profileKeyboard]): \(estimate)"))\">"
      + ListenerPlot(profile, texts).svg + "</figure>" + transfer
  }
}
