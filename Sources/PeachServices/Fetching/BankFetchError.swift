/// A failure to download a bank. `\(error)` is a message.
public enum BankFetchError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The list of banks is invalid.
  case unusableList(reason: String)
  /// The list has no bank with this name.
  case notListed(name: String, available: [String])
  /// The user has no cache folder: neither `XDG_CACHE_HOME` nor `HOME` is an absolute path.
  case noFolder
  /// The program `curl` is not installed. Not on Apple's systems.
  case noCurl
  /// The server cannot be reached. `keptBytes` bytes are kept for the next attempt.
  case offline(address: String, keptBytes: Int)
  /// The download failed, with a message of curl or of `URLSession`.
  case failed(address: String, reason: String, keptBytes: Int)
  /// Neither `sha256sum` nor `shasum` can hash the file.
  case cannotHash(path: String)
  /// The downloaded file has another hash than the pinned one, and was deleted.
  case wrongHash(address: String, expected: String, found: String)
  /// The file is longer than the pinned one, and was deleted.
  case tooLong(address: String, expected: Int)

  /// The message.
  public var description: String {
    switch self {
    case .unusableList(let reason): return "The list of banks is invalid: \(reason)"
    case .notListed(let name, let available):
      let names = available.isEmpty ? "is empty" : "contains \(available.joined(separator: ", "))"
      return "The list of banks does not contain \(name). It \(names)."
    case .noFolder:
      return
        "There is no cache folder: neither XDG_CACHE_HOME nor HOME is an absolute path. Set HOME."
    case .noCurl:
      return "Downloading requires the program curl. Install curl, or download the bank manually."
    case .cannotHash(let path):
      return "Cannot compute the SHA-256 of \(path). Install sha256sum or shasum."
    case .offline(let address, let keptBytes):
      return "Cannot reach \(address). Check the network connection." + Self.resumption(keptBytes)
    case .failed(let address, let reason, let keptBytes):
      return "Cannot download \(address): \(reason)." + Self.resumption(keptBytes)
    case .wrongHash(let address, let expected, let found):
      return "The file at \(address) is not the pinned file: its SHA-256 is \(found), not "
        + "\(expected). It was deleted."
    case .tooLong(let address, let expected):
      return "The file at \(address) is longer than the pinned \(expected) bytes. It was deleted."
    }
  }

  private static func resumption(_ bytes: Int) -> String {
    bytes > 0 ? " The next attempt continues after the first \(bytes) bytes." : ""
  }
}
