/// A request to a separate worker to measure or tune a bank.
package enum AnalysisMessage: Equatable, Sendable {
  /// Measure a preset by its tag.
  case measure(tag: String)
  /// Measure all presets.
  case prove
  /// Straighten all presets, after ``prove``.
  case straighten
  /// Write the corrected or the straightened bank as a file.
  case write(straight: Bool)

  /// The line of text that ``init(line:)`` parses to the same message.
  package var line: String {
    switch self {
    case .measure(let tag): TabbedLine("measure").and(tag).text
    case .prove: "prove"
    case .straighten: "straighten"
    case .write(let isStraight): TabbedLine("write").and(isStraight ? 1 : 0).text
    }
  }

  /// Returns `nil` if the line is not a request.
  package init?(line: String) {
    var fields = TabbedFields(line)
    switch fields.text() {
    case "measure"?:
      guard let tag = fields.text() else { return nil }
      self = .measure(tag: tag)
    case "prove"?: self = .prove
    case "straighten"?: self = .straighten
    case "write"?:
      guard let isStraight = fields.integer() else { return nil }
      self = .write(straight: isStraight != 0)
    default: return nil
    }
  }
}
