#if SQLite
  import CSQLite

  /// A database file that is open. Not for several threads at once.
  final class SQLiteConnection {
    let path: String
    private let handle: OpaquePointer

    /// Opens a file, and makes it where it is not there. Waits for others that write, 5 s at most.
    init(path: String) throws(TrialStoreError) {
      self.path = path
      var handle: OpaquePointer?
      let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
      let code = sqlite3_open_v2(path, &handle, flags, nil)
      guard code == SQLITE_OK, let handle else {
        let reason = String(cString: sqlite3_errstr(code))
        sqlite3_close_v2(handle)
        throw .database(path: path, code: code, reason: reason)
      }
      self.handle = handle
      sqlite3_extended_result_codes(handle, 1)
      sqlite3_busy_timeout(handle, 5000)
    }

    deinit { sqlite3_close_v2(handle) }

    /// Runs statements without values.
    func execute(_ statements: String) throws(TrialStoreError) {
      let code = sqlite3_exec(handle, statements, nil, nil, nil)
      guard code == SQLITE_OK else { throw error(code) }
    }

    /// Does `body` whole or not at all.
    func transaction<Result>(
      _ body: () throws(TrialStoreError) -> Result
    ) throws(TrialStoreError) -> Result {
      try execute("BEGIN IMMEDIATE")
      do {
        let result = try body()
        try execute("COMMIT")
        return result
      } catch {
        // Where this fails, too, SQLite has rolled back by itself.
        try? execute("ROLLBACK")
        throw error
      }
    }

    /// A statement, to be run any number of times.
    func statement(_ text: String) throws(TrialStoreError) -> SQLiteStatement {
      var statement: OpaquePointer?
      let code = sqlite3_prepare_v3(
        handle, text, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
      guard code == SQLITE_OK, let statement else { throw error(code) }
      return SQLiteStatement(statement, of: self)
    }

    /// The number that a statement gives first; 0 where it gives none.
    func integer(_ text: String) throws(TrialStoreError) -> Int {
      let statement = try statement(text)
      guard try statement.step() else { return 0 }
      return statement.integer(0)
    }

    /// How many rows the last statement changed.
    var changeCount: Int { Int(sqlite3_changes(handle)) }

    /// What is wrong, in SQLite's words.
    func error(_ code: Int32) -> TrialStoreError {
      .database(path: path, code: code, reason: String(cString: sqlite3_errmsg(handle)))
    }
  }
#endif
