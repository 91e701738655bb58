/// Why a bank could not be fetched. `\(error)` is a sentence for a person.
public enum BankFetchError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The list is not what it should be.
  case unusableList(reason: String)
  /// No bank of this name is in the list.
  case notListed(name: String, available: [String])
  /// The user has no folder for downloads: neither `XDG_CACHE_HOME` nor `HOME` is set.
  case noFolder
  /// The program `curl`, which does the downloading, is not installed.
  case noCurl
  /// The server cannot be reached; so many bytes are kept for the next time.
  case offline(address: String, keptBytes: Int)
  /// The server answered, and not with the file: curl's words.
  case failed(address: String, reason: String, keptBytes: Int)
  /// What arrived is another file than the one that is pinned; it was thrown away.
  case wrongHash(address: String, expected: String, found: String)
  /// What arrives is longer than the file that is pinned; it was thrown away.
  case tooLong(address: String, expected: Int)

  /// What is wrong, and what to do.
  public var description: String {
    switch self {
    case .unusableList(let reason): return "The list of banks cannot be used: \(reason)"
    case .notListed(let name, let available):
      let names =
        available.isEmpty ? "which is empty" : "which has \(available.joined(separator: ", "))"
      return "There is no \(name) in the list of banks, \(names); `peach fetch --list` says more."
    case .noFolder:
      return "There is no folder for downloads: neither XDG_CACHE_HOME nor HOME is set."
    case .noCurl:
      return
        "Downloads need the program curl, and it is not here. Install curl, or download the bank "
        + "yourself and `peach import` it."
    case .offline(let address, let kept):
      return "\(address) cannot be reached: there is no connection, or the server is gone."
        + Self.kept(kept)
    case .failed(let address, let reason, let kept):
      return "\(address) could not be fetched: \(reason)." + Self.kept(kept)
    case .wrongHash(let address, let expected, let found):
      return
        "What \(address) sent is not the file that is pinned, and was thrown away: its SHA-256 is "
        + "\(found), not \(expected)."
    case .tooLong(let address, let expected):
      return
        "What \(address) sends is longer than the \(expected) bytes that are pinned; it was thrown "
        + "away."
    }
  }

  private static func kept(_ bytes: Int) -> String {
    bytes > 0 ? " The \(bytes) bytes that arrived are kept; the next fetch goes on from there." : ""
  }
}
