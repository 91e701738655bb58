#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Why something with a file did not work: what was tried, on which path, and the reason.
///
/// `\(error)` is a sentence for a person: `cannot open /banks/a.sf2: No such file or directory`.
public struct FileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What was tried.
  public enum Operation: String, Hashable, Sendable {
    case open
    case examine
    case map
    case read
    case create
    case write
    case rename
    case remove
    case list
  }

  /// Why it failed.
  public enum Reason: Hashable, Sendable {
    /// Nothing has this path (ENOENT).
    case missing
    /// The path may not be read or written by this user (EACCES, EPERM).
    case notPermitted
    /// A file was expected, a folder found.
    case folder
    /// A folder was expected, or lies on the path, and is none (ENOTDIR).
    case notFolder
    /// A device, a pipe or a socket, which could deliver for ever.
    case notRegular
    /// The file has no bytes.
    case empty
    /// It has more bytes than allowed.
    case tooLarge(limit: Int)
    /// Something has this path already (EEXIST).
    case exists
    /// The file was changed while it was being read.
    case changed
    /// Another writer has the same file in hand.
    case inUse
    /// The disk, or this user's share of it, is full (ENOSPC, EDQUOT).
    case full
    /// The path is empty or has a zero byte within; no file has such a name.
    case invalidPath
    /// Anything else the system says, as its error number.
    case system(code: Int32)
  }

  /// The path, as it was given; for a file being written, that of its unfinished copy.
  public var path: String
  /// What was tried.
  public var operation: Operation
  /// Why it failed.
  public var reason: Reason

  /// An error of these parts.
  public init(path: String, operation: Operation, reason: Reason) {
    self.path = path
    self.operation = operation
    self.reason = reason
  }

  /// The failure that the system's error number stands for.
  init(path: String, operation: Operation, code: Int32) {
    self.init(path: path, operation: operation, reason: Reason(code: code))
  }

  /// One sentence without a full stop.
  public var description: String { "cannot \(operation.rawValue) \(path): \(reason.text)" }
}

extension FileError.Reason {
  init(code: Int32) {
    switch code {
    case ENOENT: self = .missing
    case EACCES, EPERM: self = .notPermitted
    case EEXIST: self = .exists
    case EISDIR: self = .folder
    case ENOTDIR: self = .notFolder
    case EWOULDBLOCK: self = .inUse
    case ENOSPC, EDQUOT: self = .full
    default: self = .system(code: code)
    }
  }

  /// The system's own words where the reason came from it.
  var text: String {
    switch self {
    case .missing: String(cString: strerror(ENOENT))
    case .notPermitted: String(cString: strerror(EACCES))
    case .folder: String(cString: strerror(EISDIR))
    case .notFolder: String(cString: strerror(ENOTDIR))
    case .notRegular: "It is a device, a pipe or a socket, not a file"
    case .empty: "The file is empty"
    case .tooLarge(let limit): "It has more than \(limit) bytes"
    case .exists: String(cString: strerror(EEXIST))
    case .changed: "It was changed meanwhile"
    case .inUse: "Another program is writing it"
    case .full: String(cString: strerror(ENOSPC))
    case .invalidPath: "No file has such a name"
    case .system(let code): String(cString: strerror(code))
    }
  }
}
