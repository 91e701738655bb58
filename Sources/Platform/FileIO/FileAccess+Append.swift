import PeachPOSIX

extension FileAccess {
  /// Appends a line to a text file, and creates the file if needed. The line survives a power
  /// failure once this function returns. If an earlier program ended within a line, starts a new
  /// line. Waits for other writers.
  ///
  /// - Parameter line: The bytes of the line without a line feed.
  package static func appendLine(_ line: [UInt8], to path: String) throws(FileAccessError) {
    let file = try FileDescriptor(
      path, flags: O_RDWR | O_APPEND | O_CREAT | O_NONBLOCK, operation: .create)
    guard try file.status().st_mode & S_IFMT == S_IFREG else {
      throw FileAccessError(path: path, operation: .write, reason: .notRegular)
    }
    // Released with the descriptor, even if the process is killed.
    while flock(file.number, LOCK_EX) != 0 {
      if errno != EINTR { throw FileAccessError(path: path, operation: .write, code: errno) }
    }
    let lineFeed = UInt8(ascii: "\n")
    let size = try file.status().st_size
    var last: UInt8 = lineFeed
    if size > 0 {
      guard pread(file.number, &last, 1, size - 1) == 1 else {
        throw FileAccessError(path: path, operation: .read, code: errno)
      }
    }
    let bytes = (last == lineFeed ? [] : [lineFeed]) + line + [lineFeed]
    try file.write(bytes, count: bytes.count)
    try FileAccessError.check(file.synchronize(), .write, path)
  }
}
