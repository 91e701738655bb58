import PeachFileIO
public import PeachTrialRecords

/// The user's completed trials in an SQLite database.
///
/// A trial survives a crash of the program once ``append(_:)`` returns, and a power failure once
/// ``settle()`` returns. Not thread-safe. Several processes may open the same store.
///
/// ```swift
/// let store = try TrialStore()
/// try store.append(record)
/// try store.records().count  // 1
/// ```
public final class TrialStore {
  /// The path of the database.
  public let path: String

  /// Returns the path in the user's data folder: in `XDG_DATA_HOME` if that is an absolute path,
  /// otherwise in `.local/share` of `HOME`, or in `Library/Application Support` on Apple's systems,
  /// unless an earlier version has stored trials in `.local/share` there.
  ///
  /// - Throws: ``TrialStoreError/noFolder``.
  public static func path() throws(TrialStoreError) -> String {
    try path(environment: UserFolders.environment)
  }

  package static func path(environment: [String: String]) throws(TrialStoreError) -> String {
    guard let path = UserFolders.dataFile("training.sqlite", environment: environment) else {
      throw .noFolder
    }
    return path
  }

  /// Opens the store at ``path()``.
  public convenience init() throws(TrialStoreError) { try self.init(path: Self.path()) }

  package convenience init(environment: [String: String]) throws(TrialStoreError) {
    try self.init(path: Self.path(environment: environment))
  }

  #if SQLite
    private let connection: SQLiteConnection
    private let insertion: SQLiteStatement

    /// Opens the store at a path. Creates the file and its folder, or migrates an older database.
    public convenience init(path: String) throws(TrialStoreError) {
      try self.init(path: path, maximumPages: nil)
    }

    /// `maximumPages` limits the size of the database in tests.
    init(
      path: String, schema: TrialSchema = TrialSchema(), maximumPages: Int?
    ) throws(TrialStoreError) {
      self.path = path
      do throws(FileAccessError) {
        try FileAccess.makeFolder(ofFileAt: path)
      } catch { throw .folder(path: error.path, reason: error.reason.text) }
      connection = try SQLiteConnection(path: path)
      // A commit does not wait for the disk; `settle` does.
      try connection.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL")
      if let maximumPages { try connection.execute("PRAGMA max_page_count = \(maximumPages)") }
      try schema.migrate(connection)
      let parameters = TrialColumn.allCases.map { _ in "?" }.joined(separator: ", ")
      insertion = try connection.statement(
        "INSERT INTO trials (\(Self.names)) VALUES (\(parameters)) \(Self.merging)")
    }

    /// A trial that is stored already becomes a withdrawn one, but not the reverse.
    private static let merging =
      "ON CONFLICT DO UPDATE SET withdrawn = 1 WHERE excluded.withdrawn = 1 AND withdrawn IS NOT 1"

    private static var names: String { TrialColumn.allCases.map(\.name).joined(separator: ", ") }

    /// Stores a trial, or withdraws the one with its time and identifier if it is withdrawn.
    public func append(_ record: TrialRecord) throws(TrialStoreError) { _ = try insert(record) }

    /// Stores trials in one transaction. Returns the number that were not stored already, or are
    /// withdrawn now.
    public func append(_ records: [TrialRecord]) throws(TrialStoreError) -> Int {
      try connection.transaction { () throws(TrialStoreError) in
        var count = 0
        for record in records { count += try insert(record) }
        return count
      }
    }

    private func insert(_ record: TrialRecord) throws(TrialStoreError) -> Int {
      try insertion.bind(TrialRow(record).values)
      _ = try insertion.step()
      return connection.changeCount
    }

    /// Waits until all trials are on disk, which takes milliseconds. Call it between trials.
    public func settle() throws(TrialStoreError) {
      try connection.execute("PRAGMA wal_checkpoint(PASSIVE)")
    }

    /// Calls `body` with each trial in chronological order.
    public func forEach(_ body: (TrialRecord) -> Void) throws(TrialStoreError) {
      let query = try connection.statement(
        "SELECT \(Self.names) FROM trials ORDER BY milliseconds, identifier")
      while try query.step() {
        let row = TrialRow(values: TrialColumn.allCases.indices.map { query.value($0) })
        do throws(TrialRowError) { body(try row.record()) } catch { throw damaged(error) }
      }
    }

    /// Returns the number of trials.
    public func count() throws(TrialStoreError) -> Int {
      try connection.integer("SELECT count(*) FROM trials")
    }

    /// Replays the trials through the procedures, from a time on, in milliseconds since 1970-01-01
    /// UTC.
    public func history(since start: Int64 = 0) throws(TrialStoreError) -> TrainingHistory {
      try history(since: start, includesSilent: false)
    }

    /// Replays the trials from a time on, on request with those without an audio device.
    public func history(
      since start: Int64 = 0, includesSilent: Bool
    ) throws(TrialStoreError) -> TrainingHistory {
      var reader = HistoryReader(since: start, includesSilent: includesSilent)
      let query = try connection.statement(reader.query)
      while try query.step() {
        do throws(TrialRowError) { try reader.add(query) } catch { throw damaged(error) }
      }
      return reader.history
    }

    private func damaged(_ error: TrialRowError) -> TrialStoreError {
      .database(path: path, code: 11, reason: "invalid trial: \(error.reason)")
    }
  #else
    /// Throws ``TrialStoreError/notBuilt``, because the trait `SQLite` is off.
    public init(path: String) throws(TrialStoreError) {
      self.path = path
      throw .notBuilt
    }

    /// Throws ``TrialStoreError/notBuilt``.
    public func append(_ record: TrialRecord) throws(TrialStoreError) { throw .notBuilt }
    /// Throws ``TrialStoreError/notBuilt``.
    public func append(_ records: [TrialRecord]) throws(TrialStoreError) -> Int { throw .notBuilt }
    /// Does nothing.
    public func settle() throws(TrialStoreError) {}
    /// Does nothing.
    public func forEach(_ body: (TrialRecord) -> Void) throws(TrialStoreError) {}
    /// Returns 0.
    public func count() throws(TrialStoreError) -> Int { 0 }
    /// Returns an empty history.
    public func history(since start: Int64 = 0) throws(TrialStoreError) -> TrainingHistory {
      TrainingHistory(since: start)
    }
    /// Returns an empty history.
    public func history(
      since start: Int64 = 0, includesSilent: Bool
    ) throws(TrialStoreError) -> TrainingHistory {
      TrainingHistory(since: start, includesSilent: includesSilent)
    }
  #endif

  /// Returns all trials in chronological order.
  public func records() throws(TrialStoreError) -> [TrialRecord] {
    var records: [TrialRecord] = []
    try forEach { records.append($0) }
    return records
  }
}
