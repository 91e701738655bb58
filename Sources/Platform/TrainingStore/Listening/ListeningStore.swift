package import PeachFileIO
package import PeachTrialRecords

/// The user's answers in listening tests: a text file of JSON Lines to which each answer is
/// appended.
///
/// An answer survives a crash of the program and a power failure once ``append(_:)`` returns. A
/// line that is incomplete nevertheless damages no other. Several processes may use the same store.
package struct ListeningStore: Sendable {
  /// The path of the file.
  package let path: String
  /// The maximum size of the file: about 100,000 answers.
  private static let byteLimit = 1 << 26

  package init(path: String) { self.path = path }

  /// Creates the store in the user's data folder, by the rule of ``TrialStore/path(environment:)``.
  ///
  /// - Throws: ``TrialStoreError/noFolder``.
  package init(environment: [String: String]) throws(TrialStoreError) {
    guard let path = UserFolders.dataFile("listening.jsonl", environment: environment) else {
      throw .noFolder
    }
    self.init(path: path)
  }

  /// Stores an answer. Creates the file and its folder if needed.
  package func append(_ record: ListeningRecord) throws(FileAccessError) {
    try FileAccess.makeFolder(ofFileAt: path)
    try FileAccess.appendLine(Array(ListeningFormat.json.line(record).utf8.dropLast()), to: path)
  }

  /// Reads all answers. There are none if the file does not exist.
  package func read() throws(FileAccessError) -> ListeningFormat.Contents {
    do throws(FileAccessError) {
      return ListeningFormat.read(try FileAccess.read(path: path, limit: Self.byteLimit))
    } catch {
      if error.reason == .missing { return ListeningFormat.Contents() }
      throw error
    }
  }
}
