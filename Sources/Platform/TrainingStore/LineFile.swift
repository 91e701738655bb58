import PeachFileIO

/// A text file of JSON Lines in the user's data folder, to which programs append.
///
/// A line survives a crash of the program and a power failure once ``append(_:)`` returns. A line
/// that is incomplete nevertheless damages no other. Several processes may use the same file.
struct LineFile: Hashable, Sendable {
  let path: String
  /// The maximum size of the file.
  private static let byteLimit = 1 << 26

  init(path: String) { self.path = path }

  /// A file of the user's data folder, by the rule of ``TrialStore/path(environment:)``.
  ///
  /// - Throws: ``TrialStoreError/noFolder``.
  init(named name: String, environment: [String: String]) throws(TrialStoreError) {
    guard let path = UserFolders.dataFile(name, environment: environment) else { throw .noFolder }
    self.init(path: path)
  }

  /// Appends a line, without its line feed. Creates the file and its folder if needed.
  func append(_ line: [UInt8]) throws(FileAccessError) {
    try FileAccess.makeFolder(ofFileAt: path)
    try FileAccess.appendLine(line, to: path)
  }

  /// Returns the contents, which are empty if the file does not exist.
  func read() throws(FileAccessError) -> [UInt8] {
    do throws(FileAccessError) {
      return try FileAccess.read(path: path, limit: Self.byteLimit)
    } catch {
      if error.reason == .missing { return [] }
      throw error
    }
  }
}
