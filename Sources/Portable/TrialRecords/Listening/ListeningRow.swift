import PeachEarTraining
import PeachMusicUnits

/// The values of a ``ListeningRecord``, in the order of ``ListeningColumn``.
struct ListeningRow {
  var values: [TrialValue]

  init(values: [TrialValue]) { self.values = values }

  init(_ record: ListeningRecord) {
    let response = record.response
    let trial = response.trial
    let answer =
      switch response.answer {
      case .a: "a"
      case .b: "b"
      case .neither: "neither"
      }
    values = ListeningColumn.allCases.map { column -> TrialValue in
      switch column {
      case .milliseconds: .integer(record.milliseconds)
      case .session: .text(record.session)
      case .number: .integer(Int64(record.number))
      case .plannedCount: .integer(Int64(record.plannedCount))
      case .kind: .text(trial.kind.name)
      case .sound: .text(record.sound)
      case .hertz: .real(trial.frequency.hertz)
      case .seconds: .real(record.seconds)
      case .baseline: .text(trial.pair.baseline.name)
      case .candidate: .text(trial.pair.candidate.name)
      case .a: .text(trial.style(of: .a).name)
      case .b: .text(trial.style(of: .b).name)
      case .x: trial.kind == .abx ? .text(trial.isXEqualToB ? "b" : "a") : .missing
      case .answer: .text(answer)
      case .plays: .integer(Int64(response.plays))
      case .responseSeconds: .real(response.responseSeconds)
      case .version: .text(record.version)
      case .silent: record.isSilent ? .integer(1) : .missing
      }
    }
  }

  subscript(column: ListeningColumn) -> TrialValue { values[column.rawValue] }

  /// Returns the record, if all values are valid and consistent.
  func record() throws(TrialRowError) -> ListeningRecord {
    let session = try text(.session)
    let isHexadecimal = session.utf8.allSatisfy {
      (48...57).contains($0) || (97...102).contains($0)
    }
    guard session.utf8.count == 32, isHexadecimal else {
      throw reject(.session, "32 hexadecimal digits")
    }
    let planned = try integer(.plannedCount, 1...100_000)
    return ListeningRecord(
      try response(), session: session, number: Int(try integer(.number, 1...planned)),
      plannedCount: Int(planned), sound: try identifier(.sound, limit: 1000),
      seconds: try real(.seconds, 0...86_400), version: try identifier(.version, limit: 100),
      milliseconds: try integer(.milliseconds, 0...(1 << 50)),
      isSilent: self[.silent] == .missing ? false : try integer(.silent, 0...1) == 1)
  }

  private func response() throws(TrialRowError) -> ListeningResponse {
    guard let kind = ListeningTestKind(name: try text(.kind)) else {
      throw reject(.kind, "abx or preference")
    }
    let pair = ListeningStylePair(
      baseline: try style(.baseline), candidate: try style(.candidate))
    guard pair.baseline != pair.candidate else {
      throw reject(.candidate, "another style than baseline")
    }
    guard pair.isComparable else {
      throw reject(.candidate, "a tone or a temperament, as baseline is")
    }
    let (a, b) = (try style(.a), try style(.b))
    let isSwapped = a == pair.candidate
    guard b == (isSwapped ? pair.baseline : pair.candidate), isSwapped || a == pair.baseline else {
      throw reject(.a, "baseline or candidate, and b the other one")
    }
    let trial = ListeningTrial(
      kind: kind, pair: pair, sound: 0, frequency: .hertz(try real(.hertz, 1...100_000)),
      isSwapped: isSwapped, isXEqualToB: try isXEqualToB(kind))
    return ListeningResponse(
      trial: trial, answer: try answer(kind), plays: Int(try integer(.plays, 0...1_000_000)),
      responseSeconds: try real(.responseSeconds, 0...1e9))
  }

  private func isXEqualToB(_ kind: ListeningTestKind) throws(TrialRowError) -> Bool {
    if kind == .preference {
      guard self[.x] == .missing else { throw reject(.x, "empty for pairs") }
      return false
    }
    switch try text(.x) {
    case "a": return false
    case "b": return true
    default: throw reject(.x, "a or b")
    }
  }

  private func answer(_ kind: ListeningTestKind) throws(TrialRowError) -> ListeningAnswer {
    switch try text(.answer) {
    case "a": return .a
    case "b": return .b
    case "neither" where kind == .preference: return .neither
    default: throw reject(.answer, kind == .abx ? "a or b" : "a, b or neither")
    }
  }

  private func style(_ column: ListeningColumn) throws(TrialRowError) -> ListeningStyle {
    guard let style = ListeningStyle(name: try text(column)) else {
      throw reject(column, "recorded, straight, smooth, equal, vallotti, meantone or just")
    }
    return style
  }

  private func identifier(_ column: ListeningColumn, limit: Int) throws(TrialRowError) -> String {
    let text = try text(column)
    if text.utf8.count > limit || text.utf8.contains(where: { $0 < 32 }) {
      throw reject(column, "at most \(limit) bytes without control characters")
    }
    return text
  }

  private func text(_ column: ListeningColumn) throws(TrialRowError) -> String {
    guard case .text(let text) = self[column] else { throw reject(column, "a string") }
    return text
  }

  private func integer(
    _ column: ListeningColumn, _ range: ClosedRange<Int64>
  ) throws(TrialRowError) -> Int64 {
    guard case .integer(let value) = self[column], range.contains(value) else {
      throw reject(column, "an integer from \(range.lowerBound) to \(range.upperBound)")
    }
    return value
  }

  private func real(
    _ column: ListeningColumn, _ range: ClosedRange<Double>
  ) throws(TrialRowError) -> Double {
    guard case .real(let value) = self[column], range.contains(value) else {
      throw reject(column, "a number from \(range.lowerBound) to \(range.upperBound)")
    }
    return value
  }

  private func reject(_ column: ListeningColumn, _ needed: String) -> TrialRowError {
    TrialRowError(reason: "\(column.name) must be \(needed)")
  }
}
