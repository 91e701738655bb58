import PeachPOSIX

extension FileAccess {
  /// Reads standard input, which may be a pipe, to its end: at most `limit` bytes.
  package static func readStandardInput(limit: Int) throws(FileError) -> [UInt8] {
    try read(FileDescriptor(duplicating: STDIN_FILENO, path: "standard input"), limit: limit)
  }

  /// Writes all bytes to standard output.
  package static func writeToStandardOutput(_ bytes: UnsafeRawBufferPointer) throws(FileError) {
    try FileDescriptor(duplicating: STDOUT_FILENO, path: "standard output").write(bytes)
  }
}
