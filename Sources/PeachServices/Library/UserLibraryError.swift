public import PeachBankValidation

/// A failure of an operation on the user's library. `\(error)` is a message.
public enum UserLibraryError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The user has no data folder: neither `XDG_DATA_HOME` nor `HOME` is set.
  case noFolder
  /// The file is not a playable bank, with all errors found, or with all findings if every sample
  /// is missing.
  case refused(path: String, findings: [BankFinding])
  /// The references of the instrument do not lead to the copies of its files.
  case needsOtherFiles(path: String)
  /// Another bank has this name.
  case nameTaken(path: String)
  /// The library has no bank with this name.
  case notThere(name: String, available: [String])

  /// The message.
  public var description: String {
    switch self {
    case .noFolder:
      return "The user has no folder for banks: neither XDG_DATA_HOME nor HOME is set."
    case .refused(let path, let findings):
      let shown = findings.prefix(3).map {
        ($0.subject.isEmpty ? "" : $0.subject + ": ") + $0.message
      }
      let more = findings.count > 3 ? "; and \(findings.count - 3) more errors" : ""
      return "Cannot import \(path): \(shown.joined(separator: "; "))\(more)"
    case .needsOtherFiles(let path):
      return "Cannot import \(path): in a copy, its references would not lead to the same files."
    case .nameTaken(let path): return "Another bank is already stored as \(path)."
    case .notThere(let name, let available):
      let names = available.isEmpty ? "is empty" : "contains \(available.joined(separator: ", "))"
      return "Your library does not contain \(name). It \(names)."
    }
  }
}
