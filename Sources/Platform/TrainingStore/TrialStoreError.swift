/// Why trials are not stored, or not read. `\(error)` is a sentence for a person.
public enum TrialStoreError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The user has no folder for data: neither `XDG_DATA_HOME` nor `HOME` is set.
  case noFolder
  /// This build has no database; it was made without the trait `SQLite`.
  case notBuilt
  /// The folder cannot be made.
  case folder(path: String, reason: String)
  /// The database refuses something: SQLite's code and its words.
  case database(path: String, code: Int32, reason: String)
  /// The file was written by a later version of this program.
  case laterVersion(path: String, version: Int, known: Int)
  /// A line of a file to import is no trial; nothing of the file was imported.
  case line(number: Int, reason: String)

  /// What is wrong, and what to do.
  public var description: String {
    switch self {
    case .noFolder: "There is no folder for data: neither XDG_DATA_HOME nor HOME is set."
    case .notBuilt:
      "This build has no database: it was made without the trait SQLite (libsqlite3-dev)."
    case .folder(let path, let reason): "\(path): the folder cannot be made: \(reason)."
    case .database(let path, let code, let reason): "\(path): \(reason) (SQLite \(code))."
    case .laterVersion(let path, let version, let known):
      "\(path) has version \(version), and this program knows \(known): get a later program."
    case .line(let number, let reason):
      "Line \(number): \(reason). Nothing was imported."
    }
  }
}
