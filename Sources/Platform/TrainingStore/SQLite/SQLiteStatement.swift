#if SQLite
  import CSQLite
  import PeachTrialRecords

  final class SQLiteStatement {
    private let handle: OpaquePointer
    private let connection: SQLiteConnection

    init(_ handle: OpaquePointer, of connection: SQLiteConnection) {
      self.handle = handle
      self.connection = connection
    }

    deinit { sqlite3_finalize(handle) }

    /// Resets the statement and binds its parameters.
    func bind(_ values: [TrialValue]) throws(TrialStoreError) {
      sqlite3_reset(handle)
      for (index, value) in values.enumerated() {
        let parameter = Int32(index + 1)
        let code =
          switch value {
          case .missing: sqlite3_bind_null(handle, parameter)
          case .integer(let value): sqlite3_bind_int64(handle, parameter, value)
          case .real(let value): sqlite3_bind_double(handle, parameter, value)
          // −1 is SQLITE_TRANSIENT: SQLite copies the text.
          case .text(let text):
            sqlite3_bind_text(
              handle, parameter, text, -1, unsafeBitCast(-1, to: sqlite3_destructor_type.self))
          }
        guard code == SQLITE_OK else { throw connection.error(code) }
      }
    }

    /// Advances to the next row. Returns `false` if there is none.
    func step() throws(TrialStoreError) -> Bool {
      let code = sqlite3_step(handle)
      if code == SQLITE_ROW { return true }
      defer { sqlite3_reset(handle) }
      guard code == SQLITE_DONE else { throw connection.error(code) }
      return false
    }

    func integer(_ column: Int) -> Int { Int(sqlite3_column_int64(handle, Int32(column))) }
    func real(_ column: Int) -> Double { sqlite3_column_double(handle, Int32(column)) }

    /// Returns a string, which is empty for NULL.
    func text(_ column: Int) -> String {
      sqlite3_column_text(handle, Int32(column)).map { String(cString: $0) } ?? ""
    }

    /// Returns whether a column equals a string, without a copy.
    func text(_ column: Int, is expected: String) -> Bool {
      guard let text = sqlite3_column_text(handle, Int32(column)) else { return false }
      var offset = 0
      for byte in expected.utf8 {
        // The terminating zero differs from every byte of `expected`.
        if text[offset] != byte { return false }
        offset &+= 1
      }
      return text[offset] == 0
    }

    /// Returns a value with its storage type.
    func value(_ column: Int) -> TrialValue {
      switch sqlite3_column_type(handle, Int32(column)) {
      case SQLITE_INTEGER: return .integer(sqlite3_column_int64(handle, Int32(column)))
      case SQLITE_FLOAT: return .real(real(column))
      case SQLITE_TEXT: return .text(text(column))
      default: return .missing
      }
    }
  }
#endif
