#if SQLite
  import CSQLite

  /// An open database file. Not thread-safe.
  final class SQLiteConnection {
    let path: String
    private let handle: OpaquePointer

    /// Opens a file, and creates it if needed. Waits up to 5 s for other writers.
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

    func execute(_ statements: String) throws(TrialStoreError) {
      let code = sqlite3_exec(handle, statements, nil, nil, nil)
      guard code == SQLITE_OK else { throw error(code) }
    }

    /// Executes `body` in a transaction, which is rolled back if it throws.
    func transaction<Result>(
      _ body: () throws(TrialStoreError) -> Result
    ) throws(TrialStoreError) -> Result {
      try execute("BEGIN IMMEDIATE")
      do {
        let result = try body()
        try execute("COMMIT")
        return result
      } catch {
        // If this fails too, SQLite has rolled back automatically.
        try? execute("ROLLBACK")
        throw error
      }
    }

    func statement(_ text: String) throws(TrialStoreError) -> SQLiteStatement {
      var statement: OpaquePointer?
      let code = sqlite3_prepare_v3(
        handle, text, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
      guard code == SQLITE_OK, let statement else { throw error(code) }
      return SQLiteStatement(statement, of: self)
    }

    /// Returns the first column of the first row as an integer, or 0 if there is no row.
    func integer(_ text: String) throws(TrialStoreError) -> Int {
      let statement = try statement(text)
      guard try statement.step() else { return 0 }
      return statement.integer(0)
    }

    /// The number of rows that the last statement changed.
    var changeCount: Int { Int(sqlite3_changes(handle)) }

    func error(_ code: Int32) -> TrialStoreError {
      .database(path: path, code: code, reason: String(cString: sqlite3_errmsg(handle)))
    }
  }
#endif
