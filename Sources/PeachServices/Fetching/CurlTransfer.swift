import PeachFileIO

/// Downloads with the program `curl`.
enum CurlTransfer {
  /// The exit codes of curl that are handled specially (curl's manual, EXIT CODES).
  private enum Status {
    static let unreachable: Set<Int32> = [5, 6, 7]
    static let cannotResume: Int32 = 33
    static let tooLong: Int32 = 63
  }

  /// Continues the download of a bank to the file `part`, and waits for its end.
  ///
  /// - Parameters:
  ///   - lock: The lock of the bank's folder, which lasts as long as the program.
  ///   - progress: Called with the completed fraction, 0…1, about 20 times a second. Ends the
  ///     program by throwing.
  /// - Throws: ``BankFetchError/noCurl``, an error of the program's start, or one of `progress`.
  static func run(
    _ bank: PinnedBank, to part: String, lock: borrowing FileLock, environment: [String: String],
    progress: (Double) throws -> Void
  ) throws -> TransferEnding {
    guard let curl = InstalledPrograms.path(of: "curl", environment: environment) else {
      throw BankFetchError.noCurl
    }
    // Unencrypted only on the local machine, and never after a redirection.
    let scheme = bank.isOnThisMachine ? "=http" : "=https"
    let errors = part + ".errors"
    try? FileAccess.remove(errors)
    var process = try ChildProcess(
      program: curl,
      arguments: [
        "--disable", "--fail", "--silent", "--show-error", "--location", "--max-redirs", "5",
        "--proto", scheme, "--proto-redir", scheme, "--connect-timeout", "20",
        "--speed-limit", "100", "--speed-time", "60", "--max-filesize", "\(bank.byteCount)",
        "--continue-at", "-", "--stderr", errors, "--output", part, "--", bank.address,
      ], inheriting: lock.descriptor)
    while true {
      if let ending = process.poll() { return self.ending(ending, errors) }
      let arrived = FileAccess.byteCount(part) ?? 0
      do {
        if arrived > bank.byteCount {
          process.end()
          return .tooLong
        }
        try progress(Double(arrived) / Double(bank.byteCount))
      } catch {
        process.end()
        throw error
      }
      Pause.milliseconds(50)
    }
  }

  private static func ending(_ ending: ChildProcess.Ending, _ errors: String) -> TransferEnding {
    switch ending {
    case .exited(0): .complete
    case .exited(Status.cannotResume): .cannotResume
    case .exited(Status.tooLong): .tooLong
    case .exited(let code) where Status.unreachable.contains(code): .unreachable
    case .exited(let code): .failed(reason: message(errors, code))
    case .killed(let signal): .failed(reason: "curl was terminated by signal \(signal)")
    }
  }

  /// Returns the last line of curl's error output.
  private static func message(_ path: String, _ code: Int32) -> String {
    let bytes = (try? FileAccess.read(path: path, limit: 4096)) ?? []
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    return lines.last.map { String($0) } ?? "curl failed with status \(code)"
  }
}
