/// A request to a separate worker to measure or tune a bank.
package enum AnalysisMessage: Equatable, Sendable, Message {
  /// Measure a preset by its tag.
  case measure(tag: String)
  /// Measure all presets.
  case prove
  /// Straighten all presets, after ``prove``.
  case straighten
  /// Write the corrected or the straightened bank as a file.
  case write(straight: Bool)

  package static let cases = MessageCase<AnalysisMessage>.list {
    MessageCase("measure", AnalysisMessage.measure) {
      if case .measure(let tag) = $0 { tag } else { nil }
    }
    MessageCase("prove", .prove)
    MessageCase("straighten", .straighten)
    MessageCase("write", AnalysisMessage.write) {
      if case .write(let isStraight) = $0 { isStraight } else { nil }
    }
  }
}
