#if SQLite
  import PeachEarTraining
  import PeachTrialRecords

  /// Replays trials as ``TrainingHistory/add(_:)`` does, but reads only the columns that procedures
  /// learn from: there are up to 100,000 trials at each start.
  struct HistoryReader {
    private(set) var history: TrainingHistory
    /// The sound of the last row, which the next row usually shares.
    private var lastSound: (name: String, index: Int)?

    private static let columns: [TrialColumn] = [
      .kind, .sound, .day, .noteNumber, .semitones, .offsetCents, .response, .milliseconds,
    ]
    /// The other columns, of which trials with notes that sound together need some.
    private static let otherColumns = TrialColumn.allCases.filter { !columns.contains($0) }

    init(since start: Int64, includesSilent: Bool) {
      history = TrainingHistory(since: start, includesSilent: includesSilent)
    }

    var query: String {
      let names = (Self.columns + Self.otherColumns).map(\.name).joined(separator: ", ")
      return "SELECT \(names) FROM trials "
        + "WHERE withdrawn IS NOT 1 AND participant IS NULL "
        + (history.includesSilent ? "" : "AND silent IS NOT 1 ")
        + "ORDER BY milliseconds, identifier"
    }

    /// Adds the current row of a statement. Throws if a value is invalid.
    mutating func add(_ row: SQLiteStatement) throws(TrialRowError) {
      let (day, offset) = (row.integer(2), row.real(5))
      guard (-1_000_000...1_000_000).contains(day) else { throw Self.reject(.day) }
      guard (-2400...2400).contains(offset) else { throw Self.reject(.offsetCents) }
      if row.integer(7) < history.start { return history.addPractice(day: day) }
      let sound = soundIndex(of: row)
      if row.text(0, is: "matching") { return history.addMatching(offset, day: day) }
      guard row.text(0, is: "comparison") else {
        return history.add(try Self.chord(row).trial, sound: sound, day: day)
      }
      let isHigher = row.text(6, is: "higher")
      guard isHigher || row.text(6, is: "lower") else { throw Self.reject(.response) }
      let (note, semitones) = (row.real(3), row.integer(4))
      guard (0...128).contains(note) else { throw Self.reject(.noteNumber) }
      guard let interval = MusicalInterval(semitones: semitones) else {
        throw Self.reject(.semitones)
      }
      guard offset != 0 else { throw Self.reject(.offsetCents) }
      let question = TrialQuestion(noteNumber: note, interval: interval, sound: sound)
      let answer = ComparisonResponse(
        question: question, offsetCents: offset, heard: isHigher ? .higher : .lower)
      history.add(answer, day: day)
    }

    /// Returns the record of a row with notes that sound together. They are few.
    private static func chord(_ row: SQLiteStatement) throws(TrialRowError) -> TrialRecord {
      var values = [TrialValue](repeating: .missing, count: TrialColumn.allCases.count)
      for (index, column) in (columns + otherColumns).enumerated() {
        values[column.rawValue] = row.value(index)
      }
      return try TrialRow(values: values).record()
    }

    private mutating func soundIndex(of row: SQLiteStatement) -> Int {
      if let lastSound, row.text(1, is: lastSound.name) { return lastSound.index }
      let name = row.text(1)
      let index = history.sounds.index(of: name)
      lastSound = (name, index)
      return index
    }

    private static func reject(_ column: TrialColumn) -> TrialRowError {
      TrialRowError(reason: "\(column.name) is out of range")
    }
  }
#endif
