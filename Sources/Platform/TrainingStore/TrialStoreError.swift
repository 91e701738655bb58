/// An error of the trial store. `description` is a message for the user.
public enum TrialStoreError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Neither `XDG_DATA_HOME` nor `HOME` is set.
  case noFolder
  /// Peach was built without the trait `SQLite`.
  case notBuilt
  /// The folder cannot be created.
  case folder(path: String, reason: String)
  /// A database error, with SQLite's result code and message.
  case database(path: String, code: Int32, reason: String)
  /// The database was written by a later version of Peach.
  case laterVersion(path: String, version: Int, known: Int)

  /// The message.
  public var description: String {
    switch self {
    case .noFolder: "Cannot locate the data folder: neither XDG_DATA_HOME nor HOME is set."
    case .notBuilt:
      "Peach was built without the trait SQLite. Install libsqlite3-dev and build again."
    case .folder(let path, let reason): "Cannot create the folder \(path): \(reason)."
    case .database(let path, let code, let reason): "\(path): \(reason) (SQLite \(code))."
    case .laterVersion(let path, let version, let known):
      "\(path) has version \(version); this Peach supports \(known). Update Peach."
    }
  }
}
