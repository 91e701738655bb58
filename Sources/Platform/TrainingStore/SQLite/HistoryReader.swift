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

    init(since start: Int64, includesSilent: Bool) {
      history = TrainingHistory(since: start, includesSilent: includesSilent)
    }

    var query: String {
      "SELECT \(Self.columns.map(\.name).joined(separator: ", ")) FROM trials "
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
      guard row.text(0, is: "comparison") else { throw Self.reject(.kind) }
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
