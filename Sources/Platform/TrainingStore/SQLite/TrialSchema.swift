#if SQLite
  /// The database's versions: `PRAGMA user_version` says how many of the steps a file has been through.
  struct TrialSchema {
    /// What leads from each version to the next. Steps are never changed, only added.
    var steps = [first]

    /// A row for each trial, in the order in which they are read.
    private static var first: String {
      let columns = TrialColumn.allCases.map { column in
        let type =
          switch column.kind {
          case .integer: "INTEGER"
          case .real: "REAL"
          case .text: "TEXT"
          }
        return "\(column.name) \(type)" + (column.isAlwaysThere ? " NOT NULL" : "")
      }
      return """
        CREATE TABLE trials (\(columns.joined(separator: ", ")),
          PRIMARY KEY (milliseconds, identifier)) WITHOUT ROWID, STRICT
        """
    }

    /// Brings a database to the last version, whole or not at all.
    func migrate(_ connection: SQLiteConnection) throws(TrialStoreError) {
      if try connection.number("PRAGMA user_version") == steps.count { return }
      try connection.transaction { () throws(TrialStoreError) in
        // Asked again: another program may have done it meanwhile.
        let version = try connection.number("PRAGMA user_version")
        guard version <= steps.count else {
          throw .laterVersion(path: connection.path, version: version, known: steps.count)
        }
        for step in steps[version...] { try connection.execute(step) }
        try connection.execute("PRAGMA user_version = \(steps.count)")
      }
    }
  }
#endif
