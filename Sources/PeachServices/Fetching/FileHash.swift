import PeachPOSIX

#if canImport(CryptoKit)
  import CryptoKit
  import PeachFileIO
#endif

/// The SHA-256 hash of a file, computed by CryptoKit on Apple's systems, otherwise by the programs
/// `sha256sum` or `shasum`.
package enum FileHash {
  /// Returns the hash as 64 lowercase hexadecimal digits.
  ///
  /// - Parameter progress: Called about 50 times a second. Cancels by throwing.
  /// - Throws: ``BankFetchError/cannotHash(path:)``, an error of the program that computes the
  ///   hash, or one of `progress`.
  package static func sha256(
    ofFileAt path: String, environment: [String: String], progress: () throws -> Void = {}
  ) throws -> String {
    #if canImport(CryptoKit)
      return try digest(ofFileAt: path, progress: progress)
    #else
      return try output(ofFileAt: path, environment: environment, progress: progress)
    #endif
  }

  #if canImport(CryptoKit)
    /// The number of bytes between two calls of `progress`.
    private static let chunkBytes = 1 << 22

    private static func digest(
      ofFileAt path: String, progress: () throws -> Void
    ) throws -> String {
      guard let storage = try? FileAccess.map(path: path) else {
        throw BankFetchError.cannotHash(path: path)
      }
      defer { withExtendedLifetime(storage) {} }
      var hash = SHA256()
      var rest = storage.bytes[...]
      while !rest.isEmpty {
        try progress()
        hash.update(bufferPointer: UnsafeRawBufferPointer(rebasing: rest.prefix(chunkBytes)))
        rest = rest.dropFirst(chunkBytes)
      }
      let digits = Array("0123456789abcdef".utf8)
      return String(
        decoding: hash.finalize().flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] },
        as: UTF8.self)
    }
  #endif

  /// Returns the hash that a program prints.
  private static func output(
    ofFileAt path: String, environment: [String: String], progress: () throws -> Void
  ) throws -> String {
    let commands = [("sha256sum", []), ("shasum", ["-a", "256"])]
    var ends: [Int32] = [0, 0]
    for (name, options) in commands {
      guard let program = InstalledPrograms.path(of: name, environment: environment),
        pipe(&ends) == 0
      else { continue }
      defer { close(ends[0]) }
      var process: ChildProcess
      do {
        defer { close(ends[1]) }
        process = try ChildProcess(
          program: program, arguments: options + ["--", path], output: ends[1])
      }
      var ending = process.poll()
      while ending == nil {
        try progress()
        Pause.milliseconds(20)
        ending = process.poll()
      }
      // A line of less than a pipe's capacity; unusual file names are preceded by a backslash.
      var line = [UInt8](repeating: 0, count: 65)
      let count = read(ends[0], &line, line.count)
      let digits = line.prefix(max(count, 0)).drop { $0 == UInt8(ascii: "\\") }.prefix(64)
      if ending == .exited(0), digits.count == 64 { return String(decoding: digits, as: UTF8.self) }
    }
    throw BankFetchError.cannotHash(path: path)
  }
}
