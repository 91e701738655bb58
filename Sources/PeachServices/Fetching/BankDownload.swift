import PeachFileIO
import PeachInstrumentModel

/// Downloads pinned banks to the user's cache, on Apple's systems with `URLSession`, otherwise with
/// the program `curl`, and resumes interrupted downloads. Only a file with the pinned hash gets the
/// bank's name. Call on any thread but the audio thread.
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
    var ending = try transfer(bank, part, lock, progress)
    if ending == .cannotResume {
      // Restarts the download.
      try? FileAccess.remove(part)
      ending = try transfer(bank, part, lock, progress)
    }
    let kept = Self.byteCount(part)
    switch ending {
    case .complete where kept == bank.byteCount: return
    case .complete:
      // A complete response of another length is another file.
      try FileAccess.remove(part)
      throw BankFetchError.failed(
        address: bank.address, reason: "received \(kept) bytes instead of \(bank.byteCount)",
        keptBytes: 0)
    case .unreachable: throw BankFetchError.offline(address: bank.address, keptBytes: kept)
    case .tooLong:
      try? FileAccess.remove(part)
      throw BankFetchError.tooLong(address: bank.address, expected: bank.byteCount)
    case .cannotResume:
      throw BankFetchError.failed(
        address: bank.address, reason: "the server refuses the range", keptBytes: kept)
    case .failed(let reason):
      throw BankFetchError.failed(address: bank.address, reason: reason, keptBytes: kept)
    }
  }

  private func transfer(
    _ bank: PinnedBank, _ part: String, _ lock: borrowing FileLock,
    _ progress: (Double) throws -> Void
  ) throws -> TransferEnding {
    #if canImport(CryptoKit)
      try URLSessionTransfer.run(bank, to: part, progress: progress)
    #else
      try CurlTransfer.run(
        bank, to: part, lock: lock, environment: environment, progress: progress)
    #endif
  }

  private static func byteCount(_ path: String) -> Int { FileAccess.byteCount(path) ?? 0 }

  private func hash(_ path: String, _ progress: (Double) throws -> Void) throws -> String {
    try FileHash.sha256(ofFileAt: path, environment: environment) { try progress(1) }
  }
}
