package import PeachMusicUnits

/// A report about the tuning of a bank.
package enum AnalysisReport: Equatable, Sendable, Message {
  case progress(percent: Double)
  case preset(PresetProof)
  case failed(String)
  /// A request was performed.
  case finished

  package static let cases = MessageCase<AnalysisReport>.list {
    MessageCase("progress", AnalysisReport.progress) {
      if case .progress(let percent) = $0 { percent } else { nil }
    }
    MessageCase("preset", AnalysisReport.preset) {
      if case .preset(let proof) = $0 { proof } else { nil }
    }
    MessageCase("failed", AnalysisReport.failed) {
      if case .failed(let reason) = $0 { reason } else { nil }
    }
    MessageCase("finished", .finished)
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

extension PresetProof: MessageRecord {
  package static let fields = MessageCase<PresetProof>(
    "",
    { tag, before, beforeWindow, after, afterWindow, plot, badge in
      PresetProof(
        tag: tag, badge: badge, beforeCents: before, beforeWindowCents: beforeWindow,
        afterCents: after, afterWindowCents: afterWindow, plot: plot)
    },
    fields: {
      (
        $0.tag, $0.beforeCents, $0.beforeWindowCents, $0.afterCents, $0.afterWindowCents, $0.plot,
        $0.badge
      )
    })
}
