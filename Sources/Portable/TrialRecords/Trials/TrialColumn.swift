/// A property of a stored trial. The database, CSV and JSON use these names, in this order.
package enum TrialColumn: Int, CaseIterable, CSVColumn {
  case milliseconds, identifier, day, kind, sound, noteNumber, semitones, tuning
  case referenceHertz, referenceDecibels, referenceSeconds
  case targetHertz, targetDecibels, targetSeconds, gapSeconds
  case startCents, offsetCents, response, replays, responseSeconds
  /// 1 if the listener has withdrawn the answer.
  case withdrawn
  case participant, study, seed, block, blockNumber, trialNumber, condition
  case session, run
  /// 1 if the notes were played without an audio device.
  case silent
  /// Which of two intervals was pure: `first` or `second`.
  case pure
  /// The taps along with beats: their rate in hertz, and their number.
  case tappedHertz, taps

  package var name: String { Self.names[rawValue] }
  /// A name of the column in files of earlier versions, or `nil`.
  package var formerName: String? { self == .response ? "heard" : nil }

  /// Returns the column with a current or former name, or `nil` if there is none.
  package init?(name: String) {
    guard let column = Self.allCases.first(where: { $0.name == name || $0.formerName == name })
    else { return nil }
    self = column
  }

  // Embedded Swift cannot print a case.
  private static let names = [
    "milliseconds", "identifier", "day", "kind", "sound", "noteNumber", "semitones", "tuning",
    "referenceHertz", "referenceDecibels", "referenceSeconds", "targetHertz", "targetDecibels",
    "targetSeconds", "gapSeconds", "startCents", "offsetCents", "response", "replays",
    "responseSeconds", "withdrawn", "participant", "study", "seed", "block", "blockNumber",
    "trialNumber", "condition", "session", "run", "silent", "pure", "tappedHertz", "taps",
  ]

  /// The columns that were added last, by version: earlier versions have those before the first.
  static var additions: [TrialColumn] { [.withdrawn, .session, .pure] }

  /// The type of a column's values.
  package enum Kind {
    case integer, real, text
  }

  package var kind: Kind {
    switch self {
    case .milliseconds, .day, .semitones, .replays: .integer
    case .withdrawn, .seed, .blockNumber, .trialNumber, .silent, .taps: .integer
    case .identifier, .kind, .sound, .tuning, .response: .text
    case .participant, .study, .block, .condition, .session, .run, .pure: .text
    default: .real
    }
  }

  /// Whether every trial has a value.
  package var isRequired: Bool {
    switch self {
    case .referenceSeconds, .targetHertz, .targetDecibels, .targetSeconds, .gapSeconds: false
    case .startCents, .response: false
    case .withdrawn, .participant, .study, .seed, .block, .blockNumber: false
    case .trialNumber, .condition, .session, .run, .silent: false
    case .pure, .tappedHertz, .taps: false
    default: true
    }
  }

  /// Parses a CSV field. Returns `nil` if it does not have the type of the column.
  func value(_ text: String) -> TrialValue? {
    if text.isEmpty { return .missing }
    switch kind {
    case .text: return .text(text)
    case .integer: return Int64(text).map { .integer($0) }
    case .real:
      let isDecimal = text.utf8.allSatisfy { byte in
        (48...57).contains(byte) || [43, 45, 46, 69, 101].contains(byte)
      }
      guard isDecimal, let value = Double(text), value.isFinite else { return nil }
      return .real(value)
    }
  }
}

/// A value of a stored property.
package enum TrialValue: Hashable {
  case missing
  case integer(Int64)
  case real(Double)
  case text(String)
}
