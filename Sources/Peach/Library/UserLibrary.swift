import PeachBankFiles
public import PeachBankValidation
public import PeachFileIO
import PeachInstrumentFiles
public import PeachInstrumentModel

/// The user's own banks: a folder that banks are imported into and forgotten from (L4).
///
/// Not for the audio thread.
public struct UserLibrary: Sendable {
  /// Where they are.
  public let folder: String
  /// Who watches over their loading.
  public let sentinel: LoadSentinel
  /// Folders whose banks need not be imported again: the program's and the system's.
  private let otherFolders: [String]

  /// The library of the user whose environment this is. Throws ``UserLibraryError/noFolder`` where
  /// neither `XDG_DATA_HOME` nor `HOME` is set.
  public init(environment: [String: String]) throws(UserLibraryError) {
    guard let own = BankFolder.user(environment: environment) else { throw .noFolder }
    folder = own.path
    sentinel = LoadSentinel(environment: environment)
    otherFolders = BankFolder.standard(environment: environment)
      .filter { $0.origin == .system || $0.origin == .bundled }.map(\.path)
  }

  /// What importing a bank came to.
  public struct Import: Sendable {
    /// Where the bank is now, in the library.
    public let path: String
    /// False where the library had the very same bytes, there, and nothing was copied.
    public let isNew: Bool
    /// The bank's presets.
    public let presets: [Preset]
    /// What is wrong with the bank and can be lived with.
    public let findings: [BankFinding]
  }

  /// Checks the bank at `path` and copies it into the library, whole or not at all.
  ///
  /// A bank that the library, or the system, has already under any name is not copied again. Throws
  /// ``UserLibraryError/refused(path:findings:)`` with every error where the bank is broken,
  /// ``UserLibraryError/nameTaken(path:)`` where another bank has its name, unless it is to be
  /// `replacing` that, and `FileError`. `progress` is told what part is done, 0…1, and ends it by
  /// throwing; nothing of the library is changed then.
  public func importBank(
    at path: String, replacing: Bool = false, progress: (Double) throws -> Void = { _ in }
  ) throws -> Import {
    let storage = try FileAccess.map(path: path)
    let check = try BankCheck(storage, depth: .sound) { try progress(0.9 * $0) }
    guard let bank = check.bank, check.worst != .error else {
      throw UserLibraryError.refused(
        path: path, findings: check.findings.filter { $0.severity == .error })
    }
    // What is copied must be whole.
    switch InstrumentFormat(recognizing: storage.bytes) {
    case .soundFont, .downloadableSounds, nil: break
    case .sfz, .exs24, .samplerPreset, .soundBankList, .audioFile:
      throw UserLibraryError.needsOtherFiles(path: path)
    }
    FileAccess.removeAbandonedPartialFiles(in: folder)
    if let known = try knownPath(of: storage) {
      return Import(path: known, isNew: false, presets: bank.presets, findings: check.findings)
    }
    let destination = "\(folder)/\(Self.name(for: path, storage))"
    try FileAccess.makeFolder(folder)
    do {
      try FileAccess.copy(storage, to: destination, replacing: replacing) {
        try progress(0.9 + 0.1 * $0)
      }
    } catch let error as FileError {
      if error.reason == .exists { throw UserLibraryError.nameTaken(path: destination) }
      throw error
    }
    sentinel.clear(path: destination)
    return Import(
      path: destination, isNew: true, presets: bank.presets, findings: check.findings)
  }

  /// Removes the bank called `name`, a file name without a folder, and no other file.
  ///
  /// Throws ``UserLibraryError/notThere(name:available:)``, and `FileError`.
  public func forget(_ name: String) throws {
    let path = try self.path(of: name)
    try FileAccess.remove(path)
    sentinel.clear(path: path)
  }

  /// The path of the bank called `name`. Throws as ``forget(_:)`` does.
  public func path(of name: String) throws -> String {
    let names = try files().map(\.name)
    guard names.contains(name) else {
      throw UserLibraryError.notThere(name: name, available: names)
    }
    return "\(folder)/\(name)"
  }

  /// The files in the library's folder, by name; none where there is no folder yet.
  public func files() throws -> [FolderFile] { try Self.files(in: folder) }

  private static func files(in folder: String) throws -> [FolderFile] {
    do {
      return try FileAccess.files(in: folder).filter { !$0.name.hasSuffix(".partial") }
    } catch {
      if error.reason == .missing { return [] }
      throw error
    }
  }

  /// Where a file with the same bytes is already.
  private func knownPath(of storage: ByteStorage) throws -> String? {
    for folder in [folder] + otherFolders {
      for file in (try? Self.files(in: folder)) ?? [] where file.byteCount == storage.bytes.count {
        if let known = try? FileAccess.map(path: file.path),
          FileAccess.holdSameBytes(known, storage)
        {
          return file.path
        }
      }
    }
    return nil
  }

  /// The file's own name, with an extension by which libraries find it.
  private static func name(for path: String, _ storage: ByteStorage) -> String {
    let name = path.split(separator: "/").last.map { String($0) } ?? "bank"
    let lowercased = name.lowercased()
    if InstrumentFormat(recognizing: storage.bytes) == .downloadableSounds {
      return lowercased.hasSuffix(".dls") ? name : name + ".dls"
    }
    if lowercased.hasSuffix(".sf2") || lowercased.hasSuffix(".sf3") { return name }
    let isCompressed = ((try? SoundFont.read(storage))?.version.major ?? 2) >= 3
    return name + (isCompressed ? ".sf3" : ".sf2")
  }
}
