#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The user's completed trials on disk: an SQLite database, a row for each.
///
/// A row is written before ``append(_:)`` returns, and survives the end of the program by whatever
/// means; ``settle()`` makes sure that it survives the machine's, too. Not for several threads at once;
/// several programs may have it open.
///
/// ```swift
/// let store = try TrialStore(environment: ProcessInfo.processInfo.environment)
/// try store.append(record)
/// try store.records().count  // 1
/// ```
public final class TrialStore {
  /// Where it is.
  public let path: String

  /// The path where the XDG base directory specification puts it: in `XDG_DATA_HOME`, where that is an
  /// absolute path, else in `.local/share` of `HOME`. Throws ``TrialStoreError/noFolder``.
  public static func path(environment: [String: String]) throws(TrialStoreError) -> String {
    if let folder = environment["XDG_DATA_HOME"], folder.hasPrefix("/") {
      return folder + "/peach/training.sqlite"
    }
    guard let home = environment["HOME"], home.hasPrefix("/") else { throw .noFolder }
    return home + "/.local/share/peach/training.sqlite"
  }

  /// The store of a user; see ``path(environment:)`` and ``init(path:)``.
  public convenience init(environment: [String: String]) throws(TrialStoreError) {
    try self.init(path: Self.path(environment: environment))
  }

  #if SQLite
    private let connection: SQLiteConnection
    private let insertion: SQLiteStatement

    /// Opens the store at a path, or makes it, and its folder; brings older ones to this version.
    /// Throws ``TrialStoreError``.
    public convenience init(path: String) throws(TrialStoreError) {
      try self.init(path: path, maximumPages: nil)
    }

    /// `maximumPages` is for tests of what happens when there is no more room.
    init(
      path: String, schema: TrialSchema = TrialSchema(), maximumPages: Int?
    ) throws(TrialStoreError) {
      self.path = path
      if let slash = path.lastIndex(of: "/") { try Self.makeFolder(String(path[..<slash])) }
      connection = try SQLiteConnection(path: path)
      // A commit is in the file when it returns; the disk is waited for in `settle`.
      try connection.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL")
      if let maximumPages { try connection.execute("PRAGMA max_page_count = \(maximumPages)") }
      try schema.migrate(connection)
      let marks = TrialColumn.allCases.map { _ in "?" }.joined(separator: ", ")
      insertion = try connection.statement(
        "INSERT INTO trials (\(Self.names)) VALUES (\(marks)) ON CONFLICT DO NOTHING")
    }

    private static var names: String {
      TrialColumn.allCases.map(\.name).joined(separator: ", ")
    }

    /// Stores a trial now.
    public func append(_ record: TrialRecord) throws(TrialStoreError) { _ = try insert(record) }

    /// Stores those trials that are not there yet, all or none; returns how many they were.
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

    /// Waits until the disk has all that was stored. Takes milliseconds; for between trials.
    public func settle() throws(TrialStoreError) {
      try connection.execute("PRAGMA wal_checkpoint(PASSIVE)")
    }

    /// Gives every trial in order of time to `body`.
    public func forEach(_ body: (TrialRecord) -> Void) throws(TrialStoreError) {
      let query = try connection.statement(
        "SELECT \(Self.names) FROM trials ORDER BY milliseconds, identifier")
      while try query.step() {
        let row = TrialRow(values: TrialColumn.allCases.indices.map { query.value($0) })
        do throws(TrialRowError) {
          body(try row.record())
        } catch {
          throw damaged(error)
        }
      }
    }

    /// How many trials there are.
    public func count() throws(TrialStoreError) -> Int {
      try connection.integer("SELECT count(*) FROM trials")
    }

    /// What all trials tell about the listener. Of each only what is learnt from is read: see
    /// ``HistoryReader``.
    public func past() throws(TrialStoreError) -> TrainingHistory {
      var reader = HistoryReader()
      let query = try connection.statement(HistoryReader.query)
      while try query.step() {
        do throws(TrialRowError) {
          try reader.add(query)
        } catch {
          throw damaged(error)
        }
      }
      return reader.past
    }

    private func damaged(_ error: TrialRowError) -> TrialStoreError {
      .database(path: path, code: 11, reason: "a trial is damaged: \(error.reason)")
    }
  #else
    /// Without the trait `SQLite` there is no store: throws ``TrialStoreError/notBuilt``.
    public init(path: String) throws(TrialStoreError) {
      self.path = path
      throw .notBuilt
    }

    /// Nothing can be stored.
    public func append(_ record: TrialRecord) throws(TrialStoreError) { throw .notBuilt }

    /// Nothing can be stored.
    public func append(_ records: [TrialRecord]) throws(TrialStoreError) -> Int { throw .notBuilt }

    /// Nothing was stored.
    public func settle() throws(TrialStoreError) {}

    /// There are no trials.
    public func forEach(_ body: (TrialRecord) -> Void) throws(TrialStoreError) {}

    /// There are no trials.
    public func count() throws(TrialStoreError) -> Int { 0 }

    /// Nothing was learnt.
    public func past() throws(TrialStoreError) -> TrainingHistory { TrainingHistory() }
  #endif

  /// Every trial, in order of time.
  public func records() throws(TrialStoreError) -> [TrialRecord] {
    var records: [TrialRecord] = []
    try forEach { records.append($0) }
    return records
  }

  /// Makes a folder with those around it, for this user alone where it is new.
  private static func makeFolder(_ path: String) throws(TrialStoreError) {
    if path.isEmpty || access(path, F_OK) == 0 { return }
    if let slash = path.lastIndex(of: "/") { try makeFolder(String(path[..<slash])) }
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
      throw .folder(path: path, reason: String(cString: strerror(errno)))
    }
  }
}
