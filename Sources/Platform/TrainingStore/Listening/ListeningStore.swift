package import PeachFileIO
package import PeachTrialRecords

/// The user's answers in listening tests: a text file of JSON Lines to which each answer is
/// appended.
///
/// An answer survives a crash of the program and a power failure once ``append(_:)`` returns. A
/// line that is incomplete nevertheless damages no other. Several processes may use the same store.
package struct ListeningStore: Sendable {
  private let file: LineFile

  package init(path: String) { file = LineFile(path: path) }

  /// Creates the store in the user's data folder, by the rule of ``TrialStore/path(environment:)``.
  ///
  /// - Throws: ``TrialStoreError/noFolder``.
  package init(environment: [String: String]) throws(TrialStoreError) {
    file = try LineFile(named: "listening.jsonl", environment: environment)
  }

  /// The path of the file.
  package var path: String { file.path }

  /// Stores an answer. Creates the file and its folder if needed.
  package func append(_ record: ListeningRecord) throws(FileAccessError) {
    try file.append(Array(ListeningFormat.json.line(record).utf8.dropLast()))
  }

  /// Reads all answers. There are none if the file does not exist.
  package func read() throws(FileAccessError) -> ListeningFormat.Contents {
    ListeningFormat.read(try file.read())
  }
}
