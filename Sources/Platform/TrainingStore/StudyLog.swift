package import PeachFileIO
package import PeachTrialRecords

/// The runs of studies: a text file of JSON Lines beside the trials, to which each run is appended.
package struct StudyLog: Sendable {
  /// The path of the file.
  package let path: String
  /// The maximum size of the file: about 50,000 runs.
  private static let byteLimit = 1 << 26

  package init(path: String) { self.path = path }

  /// Creates the log in the user's data folder, by the rule of ``TrialStore/path(environment:)``.
  ///
  /// - Throws: ``TrialStoreError/noFolder``.
  package init(environment: [String: String]) throws(TrialStoreError) {
    guard let path = UserFolders.dataFile("studies.jsonl", environment: environment) else {
      throw .noFolder
    }
    self.init(path: path)
  }

  /// Stores a run. Creates the file and its folder if needed.
  package func append(_ record: StudyRunRecord) throws(FileAccessError) {
    try FileAccess.makeFolder(ofFileAt: path)
    try FileAccess.appendLine(Array(record.line.utf8), to: path)
  }

  /// Returns the lines of all runs. There are none if the file does not exist.
  package func read() throws(FileAccessError) -> [UInt8] {
    do throws(FileAccessError) {
      return try FileAccess.read(path: path, limit: Self.byteLimit)
    } catch {
      if error.reason == .missing { return [] }
      throw error
    }
  }
}
