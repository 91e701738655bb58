import PeachFileIO
import PeachInstrumentModel

/// Downloads pinned banks to the user's cache with the program `curl`, and resumes interrupted
/// downloads. Only a file with the pinned hash gets the bank's name. Call on any thread but the
/// audio thread.
public struct BankDownload: Sendable {
  /// The folder of downloads.
  public let folder: String
  private let environment: [String: String]

  /// Creates a downloader to the user's cache folder.
  ///
  /// - Throws: ``BankFetchError/noFolder``.
  public init() throws(BankFetchError) { try self.init(environment: ProcessEnvironment.variables) }

  package init(environment: [String: String]) throws(BankFetchError) {
    guard let cache = UserFolders.cache(environment: environment) else { throw .noFolder }
    folder = cache + "/banks"
    self.environment = environment
  }

  /// Returns the path of a bank's file in the cache. Downloads it if necessary.
  ///
  /// - Parameter progress: Called with the completed fraction, 0…1, about 20 times a second.
  ///   Cancels the download by throwing; the partial file is kept.
  /// - Throws: ``BankFetchError`` or `FileAccessError`.
  public func path(
    of bank: PinnedBank, progress: (Double) throws -> Void = { _ in }
  ) throws -> String {
    if let problem = bank.problem { throw BankFetchError.unusableList(reason: problem) }
    // Each hash has a folder, so that the file can have the bank's name.
    let folder = "\(folder)/\(bank.sha256)"
    let finished = "\(folder)/\(bank.file)"
    try FileAccess.makeFolder(folder)
    let lock = try FileLock(path: "\(folder)/lock")
    if Self.byteCount(finished) == bank.byteCount {
      if try hash(finished, progress) == bank.sha256 { return finished }
      try FileAccess.remove(finished)
    }
    let part = "\(folder)/part"
    // A longer file cannot be a partial download.
    if Self.byteCount(part) > bank.byteCount { try FileAccess.remove(part) }
    if Self.byteCount(part) < bank.byteCount { try download(bank, to: part, lock: lock, progress) }
    let found = try hash(part, progress)
    guard found == bank.sha256 else {
      try FileAccess.remove(part)
      throw BankFetchError.wrongHash(address: bank.address, expected: bank.sha256, found: found)
    }
    try FileAccess.rename(part, to: finished)
    return finished
  }

  private func download(
    _ bank: PinnedBank, to part: String, lock: borrowing FileLock,
    _ progress: (Double) throws -> Void
  ) throws {
    guard let curl = InstalledPrograms.path(of: "curl", environment: environment) else {
      throw BankFetchError.noCurl
    }
    var status = try run(curl, bank, part, lock, progress)
    if status == .exited(Status.cannotResume) {
      // The server does not support ranges: restart the download.
      try? FileAccess.remove(part)
      status = try run(curl, bank, part, lock, progress)
    }
    let kept = Self.byteCount(part)
    switch status {
    case .exited(0) where kept == bank.byteCount: return
    case .exited(0):
      // A complete response of another length is another file.
      try FileAccess.remove(part)
      throw BankFetchError.failed(
        address: bank.address, reason: "received \(kept) bytes instead of \(bank.byteCount)",
        keptBytes: 0)
    case .exited(let code) where Status.unreachable.contains(code):
      throw BankFetchError.offline(address: bank.address, keptBytes: kept)
    case .exited(Status.tooLong):
      try? FileAccess.remove(part)
      throw BankFetchError.tooLong(address: bank.address, expected: bank.byteCount)
    case .exited(let code):
      throw BankFetchError.failed(
        address: bank.address, reason: Self.message(part + ".errors", code), keptBytes: kept)
    case .killed(let signal):
      throw BankFetchError.failed(
        address: bank.address, reason: "curl was terminated by signal \(signal)", keptBytes: kept)
    }
  }

  /// The exit codes of curl that are handled specially (curl's manual, EXIT CODES).
  private enum Status {
    static let unreachable: Set<Int32> = [5, 6, 7]
    static let cannotResume: Int32 = 33
    static let tooLong: Int32 = 63
  }

  private func run(
    _ curl: String, _ bank: PinnedBank, _ part: String, _ lock: borrowing FileLock,
    _ progress: (Double) throws -> Void
  ) throws -> ChildProcess.Ending {
    // Unencrypted only on the local machine, and never after a redirection.
    let scheme = bank.isOnThisMachine ? "=http" : "=https"
    try? FileAccess.remove(part + ".errors")
    var process = try ChildProcess(
      program: curl,
      arguments: [
        "--disable", "--fail", "--silent", "--show-error", "--location", "--max-redirs", "5",
        "--proto", scheme, "--proto-redir", scheme, "--connect-timeout", "20",
        "--speed-limit", "100", "--speed-time", "60", "--max-filesize", "\(bank.byteCount)",
        "--continue-at", "-", "--stderr", part + ".errors", "--output", part, "--", bank.address,
      ], inheriting: lock.descriptor)
    while true {
      if let ending = process.poll() { return ending }
      let arrived = Self.byteCount(part)
      do {
        if arrived > bank.byteCount {
          process.end()
          return .exited(Status.tooLong)
        }
        try progress(Double(arrived) / Double(bank.byteCount))
      } catch {
        process.end()
        throw error
      }
      Pause.milliseconds(50)
    }
  }

  private static func byteCount(_ path: String) -> Int { FileAccess.byteCount(path) ?? 0 }

  private func hash(_ path: String, _ progress: (Double) throws -> Void) throws -> String {
    try FileHash.sha256(ofFileAt: path, environment: environment) { try progress(1) }
  }

  /// Returns the last line of curl's error output.
  private static func message(_ path: String, _ code: Int32) -> String {
    let bytes = (try? FileAccess.read(path: path, limit: 4096)) ?? []
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    return lines.last.map { String($0) } ?? "curl failed with status \(code)"
  }
}
