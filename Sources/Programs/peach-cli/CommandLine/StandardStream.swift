import PeachServices

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Files on standard input and output, whose name on the command line is `-`.
enum StandardStream {
  static let name = "-"
  private static let chunkBytes = 1 << 20

  /// Throws if an input file is standard input, which cannot be mapped into memory.
  static func checkInput(_ path: String, _ kind: String = "A bank") throws(UsageError) {
    guard path == name else { return }
    throw UsageError(
      reason: "\(kind) cannot be read from standard input, because it is mapped into memory. "
        + "Save it to a file.")
  }

  /// Throws if standard output is a terminal, which binary data would disturb.
  static func checkOutput() throws(UsageError) {
    guard isatty(STDOUT_FILENO) == 1 else { return }
    throw UsageError(
      reason:
        "Standard output is a terminal. Redirect it to a file or a program, or pass a file to "
        + "--output.")
  }

  /// Calls `body` with the path of a temporary file, and copies it to standard output. The sizes in
  /// a file's header are known only at its end.
  static func write<Result>(_ body: (_ path: String) throws -> Result) throws -> Result {
    let parent = Console.environment["TMPDIR"] ?? "/tmp"
    var template = Array("\(parent)/peach-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw CommandFailure(
        reason: "Cannot create a folder in \(parent): \(String(cString: strerror(errno))).")
    }
    let folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let path = folder + "/audio.wav"
    var isRemoved = false
    func remove() {
      if isRemoved { return }
      isRemoved = true
      unlink(path)
      rmdir(folder)
    }
    defer { remove() }
    let result = try body(path)
    let bytes = try FileAccess.map(path: path)
    // Before the copy, because a reader that closes the pipe ends the program (SIGPIPE).
    remove()
    var rest = bytes.bytes[...]
    while !rest.isEmpty {
      try Interruption.check()
      let chunk = rest.prefix(chunkBytes)
      try FileAccess.writeToStandardOutput(UnsafeRawBufferPointer(rebasing: chunk))
      rest = rest.dropFirst(chunk.count)
    }
    return withExtendedLifetime(bytes) { result }
  }
}
