/// What is stored of a trial, by name: the database, CSV and JSON have the same columns in this order.
enum TrialColumn: Int, CaseIterable {
  case milliseconds, identifier, day, kind, sound, noteNumber, semitones, tuning
  case referenceHertz, referenceDecibels, referenceSeconds
  case targetHertz, targetDecibels, targetSeconds, gapSeconds
  case startCents, offsetCents, heard, replays, responseSeconds

  /// Its name, wherever it is written.
  var name: String { Self.names[rawValue] }

  /// Its place in a row.
  var place: Int { rawValue }

  /// The column of a name; nil for those of other programs.
  init?(name: String) {
    guard let place = Self.names.firstIndex(of: name) else { return nil }
    self = Self.allCases[place]
  }

  // Made once: a hundred thousand records have twenty columns each.
  private static let names = allCases.map { "\($0)" }

  /// What a column holds.
  enum Kind {
    case integer, real, text
  }

  var kind: Kind {
    switch self {
    case .milliseconds, .day, .semitones, .replays: .integer
    case .identifier, .kind, .sound, .tuning, .heard: .text
    default: .real
    }
  }

  /// False for what not every trial has.
  var isAlwaysThere: Bool {
    switch self {
    case .referenceSeconds, .targetHertz, .targetDecibels, .targetSeconds, .gapSeconds: false
    case .startCents, .heard: false
    default: true
    }
  }

  /// What a text says that stands in this column; nil where it is none of its kind.
  func value(_ text: some StringProtocol) -> TrialValue? {
    if text.isEmpty { return .missing }
    switch kind {
    case .text: return .text(String(text))
    case .integer: return Int(text).map { .integer($0) }
    case .real:
      let isDecimal = text.utf8.allSatisfy { byte in
        (48...57).contains(byte) || [43, 45, 46, 69, 101].contains(byte)
      }
      guard isDecimal, let number = Double(text), number.isFinite else { return nil }
      return .real(number)
    }
  }
}

/// A value in a ``TrialColumn``.
enum TrialValue: Hashable {
  case missing
  case integer(Int)
  case real(Double)
  case text(String)
}
