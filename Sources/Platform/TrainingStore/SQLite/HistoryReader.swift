#if SQLite
  import PeachEarTraining

  /// Reads of every trial what is learnt from it, and nothing else: a hundred thousand are read at
  /// each start. What it makes of them is what ``TrainingHistory/add(_:)`` makes of whole records.
  struct HistoryReader {
    /// What was learnt so far.
    private(set) var past = TrainingHistory()
    /// The sound of the row before, which is mostly that of the next.
    private var sound: (name: String, number: Int)?

    private static let columns: [TrialColumn] = [
      .kind, .sound, .day, .noteNumber, .semitones, .offsetCents, .response,
    ]

    /// Gives the rows that ``add(_:)`` takes.
    static var query: String {
      "SELECT \(columns.map(\.name).joined(separator: ", ")) FROM trials "
        + "ORDER BY milliseconds, identifier"
    }

    /// Takes in the row where a statement is. Throws for what no trial can have.
    mutating func add(_ row: SQLiteStatement) throws(TrialRowError) {
      let number = number(of: row)
      if row.text(0, is: "matching") { return past.addMatching() }
      guard row.text(0, is: "comparison") else { throw Self.reject(.kind) }
      let isHigher = row.text(6, is: "higher")
      guard isHigher || row.text(6, is: "lower") else { throw Self.reject(.response) }
      let (day, note, semitones) = (row.integer(2), row.real(3), row.integer(4))
      let offset = row.real(5)
      guard (-1_000_000...1_000_000).contains(day) else { throw Self.reject(.day) }
      guard (0...128).contains(note) else { throw Self.reject(.noteNumber) }
      guard let interval = MusicalInterval(semitones: semitones) else {
        throw Self.reject(.semitones)
      }
      guard offset != 0, (-2400...2400).contains(offset) else { throw Self.reject(.offsetCents) }
      let question = Question(noteNumber: note, interval: interval, sound: number)
      let answer = ComparisonResponse(
        question: question, offsetCents: offset, heard: isHigher ? .higher : .lower)
      past.add(answer, day: day)
    }

    private mutating func number(of row: SQLiteStatement) -> Int {
      if let sound, row.text(1, is: sound.name) { return sound.number }
      let name = row.text(1)
      let number = past.sounds.number(of: name)
      sound = (name, number)
      return number
    }

    private static func reject(_ column: TrialColumn) -> TrialRowError {
      TrialRowError(reason: "\(column.name) is out of its range")
    }
  }
#endif
