package import PeachFileIO
package import PeachTrialRecords

/// The runs of studies: a text file of JSON Lines beside the trials, to which each run is appended.
package struct StudyLog: Sendable {
  private let file: LineFile

  package init(path: String) { file = LineFile(path: path) }

  /// Creates the log in the user's data folder, by the rule of ``TrialStore/path(environment:)``.
  ///
  /// - Throws: ``TrialStoreError/noFolder``.
  package init(environment: [String: String]) throws(TrialStoreError) {
    file = try LineFile(named: "studies.jsonl", environment: environment)
  }

  /// The path of the file.
  package var path: String { file.path }

  /// Stores a run. Creates the file and its folder if needed.
  package func append(_ record: StudyRunRecord) throws(FileAccessError) {
    try file.append(Array(record.line.utf8))
  }

  /// Returns the lines of all runs. There are none if the file does not exist.
  package func read() throws(FileAccessError) -> [UInt8] { try file.read() }
}
