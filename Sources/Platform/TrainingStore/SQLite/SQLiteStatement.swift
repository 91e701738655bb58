#if SQLite
  import CSQLite

  /// A statement of a ``SQLiteConnection``.
  final class SQLiteStatement {
    private let handle: OpaquePointer
    private let connection: SQLiteConnection

    init(_ handle: OpaquePointer, of connection: SQLiteConnection) {
      self.handle = handle
      self.connection = connection
    }

    deinit { sqlite3_finalize(handle) }

    /// Makes it ready to run with these values in place of its question marks.
    func bind(_ values: [TrialValue]) throws(TrialStoreError) {
      sqlite3_reset(handle)
      for (index, value) in values.enumerated() {
        let place = Int32(index + 1)
        let code =
          switch value {
          case .missing: sqlite3_bind_null(handle, place)
          case .integer(let number): sqlite3_bind_int64(handle, place, Int64(number))
          case .real(let number): sqlite3_bind_double(handle, place, number)
          // −1 is SQLITE_TRANSIENT: SQLite copies the text.
          case .text(let text):
            sqlite3_bind_text(
              handle, place, text, -1, unsafeBitCast(-1, to: sqlite3_destructor_type.self))
          }
        guard code == SQLITE_OK else { throw connection.error(code) }
      }
    }

    /// Goes on to the next row; false when there is none.
    func step() throws(TrialStoreError) -> Bool {
      let code = sqlite3_step(handle)
      if code == SQLITE_ROW { return true }
      defer { sqlite3_reset(handle) }
      guard code == SQLITE_DONE else { throw connection.error(code) }
      return false
    }

    func integer(_ column: Int) -> Int { Int(sqlite3_column_int64(handle, Int32(column))) }

    func real(_ column: Int) -> Double { sqlite3_column_double(handle, Int32(column)) }

    /// A text; empty where there is none.
    func text(_ column: Int) -> String {
      sqlite3_column_text(handle, Int32(column)).map { String(cString: $0) } ?? ""
    }

    /// Whether a column has this text; no copy of it is made.
    func text(_ column: Int, is expected: String) -> Bool {
      guard let text = sqlite3_column_text(handle, Int32(column)) else { return false }
      var place = 0
      for byte in expected.utf8 {
        // A byte 0 ends the text, and no text that is expected has one.
        if text[place] != byte { return false }
        place &+= 1
      }
      return text[place] == 0
    }

    /// A value as it is stored.
    func value(_ column: Int) -> TrialValue {
      let place = Int32(column)
      switch sqlite3_column_type(handle, place) {
      case SQLITE_INTEGER: return .integer(integer(column))
      case SQLITE_FLOAT: return .real(sqlite3_column_double(handle, place))
      case SQLITE_TEXT: return .text(String(cString: sqlite3_column_text(handle, place)))
      default: return .missing
      }
    }
  }
#endif
