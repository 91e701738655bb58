/// A request to a separate worker to measure or tune a bank.
package enum AnalysisMessage: Equatable, Sendable, MessageField {
  /// Measure a preset by its tag.
  case measure(tag: String)
  /// Determine whether chords of a preset have no beats of their own.
  case checkSteadiness(tag: String)
  /// Measure all presets.
  case prove
  /// Straighten all presets, after ``prove``.
  case straighten
  /// Write the corrected or the straightened bank as a file.
  case write(straight: Bool)

  package func write(to fields: inout MessageWriter) {
    switch self {
    case .measure(let tag):
      fields.append("measure")
      fields.append(tag)
    case .checkSteadiness(let tag):
      fields.append("steadiness")
      fields.append(tag)
    case .prove: fields.append("prove")
    case .straighten: fields.append("straighten")
    case .write(let isStraight):
      fields.append("write")
      fields.add(isStraight)
    }
  }

  package init?(from fields: inout MessageReader) {
    switch fields.next() {
    case "measure":
      guard let tag = fields.next() else { return nil }
      self = .measure(tag: tag)
    case "steadiness":
      guard let tag = fields.next() else { return nil }
      self = .checkSteadiness(tag: tag)
    case "prove": self = .prove
    case "straighten": self = .straighten
    case "write":
      guard let isStraight = Bool(from: &fields) else { return nil }
      self = .write(straight: isStraight)
    default: return nil
    }
  }
}
