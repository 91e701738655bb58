import PeachPOSIX

/// A failed file operation. `\(error)` is a message.
public struct FileAccessError: Error, Hashable, Sendable, CustomStringConvertible {
  package enum Operation: String, Hashable, Sendable {
    case open, examine, map, read, create, write, rename, remove, list
  }

  /// The reason for a failure.
  public enum Reason: Hashable, Sendable {
    /// The path does not exist (ENOENT).
    case missing
    /// The user has no permission (EACCES, EPERM).
    case notPermitted
    /// The path is a folder.
    case folder
    /// The path, or one of its parents, is not a folder (ENOTDIR).
    case notFolder
    /// The path is a device, a pipe or a socket.
    case notRegular
    /// The file is empty.
    case empty
    /// The file has more than `limit` bytes.
    case tooLarge(limit: Int)
    /// The path already exists (EEXIST).
    case exists
    /// The file was modified while it was read.
    case changed
    /// Another program is writing the file.
    case inUse
    /// The disk or the user's quota is full (ENOSPC, EDQUOT).
    case full
    /// The path is empty or contains a zero byte.
    case invalidPath
    /// The URL is not that of a file.
    case notFileURL
    /// Any other error number of the system.
    case system(code: Int32)
  }

  /// The path that was passed; for a file being written, that of the partial file.
  public var path: String
  package var operation: Operation
  /// The reason.
  public var reason: Reason

  package init(path: String, operation: Operation, reason: Reason) {
    self.path = path
    self.operation = operation
    self.reason = reason
  }

  package init(path: String, operation: Operation, code: Int32) {
    self.init(path: path, operation: operation, reason: Reason(code: code))
  }

  /// Throws the error `errno` unless `result` is 0.
  static func check(_ result: Int32, _ operation: Operation, _ path: String) throws(FileAccessError)
  {
    if result != 0 { throw FileAccessError(path: path, operation: operation, code: errno) }
  }

  /// Throws if a path is empty or contains a zero byte, at which C would truncate it.
  static func checkPath(_ path: String, _ operation: Operation) throws(FileAccessError) {
    if FileAccess.isValid(path) { return }
    throw FileAccessError(path: path, operation: operation, reason: .invalidPath)
  }

  /// The message. It names the file that was requested, not the partial one that is written first.
  public var description: String {
    let ending = ".partial"
    let isPartial = path.hasSuffix(ending) && reason != .inUse && reason != .notRegular
    let name = isPartial ? String(path.dropLast(ending.count)) : path
    return "Cannot \(operation.rawValue) \(PathBytes.readable(name)): \(reason.text)."
  }
}

extension FileAccessError.Reason {
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

  /// The system's error message, if the reason is an error number.
  package var text: String {
    switch self {
    case .missing: String(cString: strerror(ENOENT))
    case .notPermitted: String(cString: strerror(EACCES))
    case .folder: String(cString: strerror(EISDIR))
    case .notFolder: String(cString: strerror(ENOTDIR))
    case .notRegular: "The path is not a regular file"
    case .empty: "The file is empty"
    case .tooLarge(let limit): "The file has more than \(limit) bytes"
    case .exists: String(cString: strerror(EEXIST))
    case .changed: "The file was modified while it was read"
    case .inUse: "Another program is writing the file"
    case .full: String(cString: strerror(ENOSPC))
    case .invalidPath: "The path is empty or contains a zero byte"
    case .notFileURL: "The URL is not that of a file"
    case .system(let code): String(cString: strerror(code))
    }
  }
}
