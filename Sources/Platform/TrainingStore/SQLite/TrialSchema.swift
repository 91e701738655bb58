#if SQLite
  /// The schema of the database. `PRAGMA user_version` is the number of migration steps applied.
  struct TrialSchema {
    /// The migration steps, in order. Released steps are never changed; new ones are appended.
    var steps = [createTable, renameResponse, correctLevels, addStudies, addOrigins, addChords]

    private static let createTable = """
      CREATE TABLE trials (milliseconds INTEGER NOT NULL, identifier TEXT NOT NULL,
        day INTEGER NOT NULL, kind TEXT NOT NULL, sound TEXT NOT NULL, noteNumber REAL NOT NULL,
        semitones INTEGER NOT NULL, tuning TEXT NOT NULL, referenceHertz REAL NOT NULL,
        referenceDecibels REAL NOT NULL, referenceSeconds REAL, targetHertz REAL,
        targetDecibels REAL, targetSeconds REAL, gapSeconds REAL, startCents REAL,
        offsetCents REAL NOT NULL, heard TEXT, replays INTEGER NOT NULL,
        responseSeconds REAL NOT NULL,
        PRIMARY KEY (milliseconds, identifier)) WITHOUT ROWID, STRICT
      """
    private static let renameResponse = "ALTER TABLE trials RENAME COLUMN heard TO response"

    /// Level differences were played through the velocity curve, 40 dB per decade, which doubles
    /// them up to velocity 127: 11.9 dB above the reference's 64.
    private static let correctLevels = """
      UPDATE trials SET targetDecibels = min(2 * targetDecibels, 11.9) WHERE targetDecibels <> 0
      """

    private static let addStudies = """
      ALTER TABLE trials ADD COLUMN withdrawn INTEGER;
      ALTER TABLE trials ADD COLUMN participant TEXT;
      ALTER TABLE trials ADD COLUMN study TEXT;
      ALTER TABLE trials ADD COLUMN seed INTEGER;
      ALTER TABLE trials ADD COLUMN block TEXT;
      ALTER TABLE trials ADD COLUMN blockNumber INTEGER;
      ALTER TABLE trials ADD COLUMN trialNumber INTEGER;
      ALTER TABLE trials ADD COLUMN condition TEXT
      """

    private static let addOrigins = """
      ALTER TABLE trials ADD COLUMN session TEXT;
      ALTER TABLE trials ADD COLUMN run TEXT;
      ALTER TABLE trials ADD COLUMN silent INTEGER
      """

    private static let addChords = """
      ALTER TABLE trials ADD COLUMN pure TEXT;
      ALTER TABLE trials ADD COLUMN tappedHertz REAL;
      ALTER TABLE trials ADD COLUMN taps INTEGER
      """

    /// Migrates a database to the current version in one transaction.
    func migrate(_ connection: SQLiteConnection) throws(TrialStoreError) {
      if try connection.integer("PRAGMA user_version") == steps.count { return }
      try connection.transaction { () throws(TrialStoreError) in
        // Read again, because another process may have migrated the database.
        let version = try connection.integer("PRAGMA user_version")
        guard version <= steps.count else {
          throw .laterVersion(path: connection.path, version: version, known: steps.count)
        }
        for step in steps[version...] { try connection.execute(step) }
        try connection.execute("PRAGMA user_version = \(steps.count)")
      }
    }
  }
#endif
