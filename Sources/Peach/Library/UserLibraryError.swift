public import PeachBankChecks

/// Why something could not be done with the user's library. `\(error)` is a sentence for a person.
public enum UserLibraryError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The user has no folder for data: neither `XDG_DATA_HOME` nor `HOME` is set.
  case noFolder
  /// The file is no bank that can be played; every error there is in it.
  case refused(path: String, findings: [BankFinding])
  /// The file's samples are in other files, which would stay behind.
  case needsOtherFiles(path: String)
  /// Another bank has this name.
  case nameTaken(path: String)
  /// The library has no bank of this name.
  case notThere(name: String, available: [String])

  /// What is wrong, where, and what to do.
  public var description: String {
    switch self {
    case .noFolder:
      return "There is no folder for banks: neither XDG_DATA_HOME nor HOME is set."
    case .refused(let path, let findings):
      let shown = findings.prefix(3).map {
        ($0.subject.isEmpty ? "" : $0.subject + ": ") + $0.message
      }
      let more = findings.count > 3 ? "; and \(findings.count - 3) more errors" : ""
      return "\(path) is not imported: \(shown.joined(separator: "; "))\(more)"
    case .needsOtherFiles(let path):
      return
        "\(path) is not imported: its samples are files of their own. `peach convert` makes one file of all."
    case .nameTaken(let path):
      return "Another bank is called \(path) already. --replace puts this one in its place."
    case .notThere(let name, let available):
      let names = available.isEmpty ? "it is empty" : "it has \(available.joined(separator: ", "))"
      return "There is no \(name) in your library; \(names)."
    }
  }
}
