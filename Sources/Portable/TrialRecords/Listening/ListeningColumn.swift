import PeachEarTraining
import PeachMusicUnits

/// A property of a stored answer. The store, CSV and JSON use these names, in this order.
enum ListeningColumn: Int, CSVColumn {
  case milliseconds, session, number, plannedCount, kind, sound, hertz, seconds
  case baseline, candidate
  /// The styles of A and B.
  case a, b
  /// ABX: the stimulus that X equals, `a` or `b`.
  case x
  /// `a`, `b` or `neither`.
  case answer
  case plays, responseSeconds, version
  /// 1 without an audio device; else missing. Files of earlier versions do not have it.
  case silent

  var name: String { Self.names[rawValue] }

  // Embedded Swift cannot print a case.
  private static let names = [
    "milliseconds", "session", "number", "plannedCount", "kind", "sound", "hertz", "seconds",
    "baseline", "candidate", "a", "b", "x", "answer", "plays", "responseSeconds", "version",
    "silent",
  ]

  /// Parses a CSV field. Returns `nil` if it does not have the type of the column.
  func value(_ text: String) -> TrialValue? {
    if text.isEmpty { return .missing }
    switch self {
    case .milliseconds, .number, .plannedCount, .plays, .silent:
      return Int64(text).map { .integer($0) }
    case .hertz, .seconds, .responseSeconds:
      // `Double` also parses hexadecimal numbers, infinity and NaN.
      let isDecimal = text.utf8.allSatisfy { byte in
        (48...57).contains(byte) || [43, 45, 46, 69, 101].contains(byte)
      }
      guard isDecimal, let value = Double(text), value.isFinite else { return nil }
      return .real(value)
    default: return .text(text)
    }
  }

  func value(_ json: JSONValue?) -> TrialValue? {
    switch json {
    case nil, .null?: return .missing
    case .text(let text)?:
      if case .text? = value(text) { return .text(text) }
      return text.isEmpty ? .text(text) : nil
    case .integer?, .number?:
      guard let number = json?.number else { return nil }
      switch self {
      case .milliseconds, .number, .plannedCount, .plays, .silent:
        return Int64(exactly: number).map { .integer($0) }
      case .hertz, .seconds, .responseSeconds: return number.isFinite ? .real(number) : nil
      default: return nil
      }
    case .bool?, .array?, .object?: return nil
    }
  }
}
