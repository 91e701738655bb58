package import PeachMusicUnits

/// A report about the tuning of a bank.
package enum AnalysisReport: Equatable, Sendable {
  case progress(percent: Double)
  case preset(PresetProof)
  case failed(String)
  /// A request was performed.
  case finished

  /// The line of text that ``init(line:)`` parses to the same report.
  package var line: String {
    let analysis = TabbedLine("analysis")
    switch self {
    case .progress(let percent): return analysis.and("progress").and(percent).text
    case .preset(let proof):
      return analysis.and("preset").and(proof.tag).and(proof.beforeCents)
        .and(proof.beforeWindowCents).and(proof.afterCents).and(proof.afterWindowCents)
        .and(proof.plot).and(proof.badge).text
    case .failed(let reason): return analysis.and("failed").and(reason).text
    case .finished: return analysis.and("finished").text
    }
  }

  /// Returns `nil` if the line is not a report about a bank.
  package init?(line: String) {
    var fields = TabbedFields(line)
    guard fields.text() == "analysis" else { return nil }
    switch fields.text() {
    case "progress"?:
      guard let percent = fields.number() else { return nil }
      self = .progress(percent: percent)
    case "preset"?:
      guard let tag = fields.text(), let before = fields.number(), let window = fields.number(),
        let after = fields.number(), let afterWindow = fields.number(), let plot = fields.text(),
        let badge = fields.badge()
      else { return nil }
      self = .preset(
        PresetProof(
          tag: tag, badge: badge, beforeCents: before,
          beforeWindowCents: window, afterCents: after, afterWindowCents: afterWindow, plot: plot))
    case "failed"?:
      guard let reason = fields.text() else { return nil }
      self = .failed(reason)
    case "finished"?: self = .finished
    default: return nil
    }
  }
}

/// The tuning of a preset before and after a change, in cents: the largest error of a note's mean
/// pitch, and the largest deviation of 100 ms.
package struct PresetProof: Equatable, Sendable {
  package var tag: String
  /// The badge as played; `nil` if it is that of the last proof.
  package var badge: IntonationBadge?
  package var beforeCents: Double
  package var beforeWindowCents: Double
  package var afterCents: Double
  package var afterWindowCents: Double
  /// An SVG plot by key; empty without pitch.
  package var plot: String

  package init(
    tag: String, badge: IntonationBadge?, beforeCents: Double, beforeWindowCents: Double,
    afterCents: Double, afterWindowCents: Double, plot: String
  ) {
    (self.tag, self.badge, self.plot) = (tag, badge, plot)
    (self.beforeCents, self.beforeWindowCents) = (beforeCents, beforeWindowCents)
    (self.afterCents, self.afterWindowCents) = (afterCents, afterWindowCents)
  }
}
