import PeachBankFiles
public import PeachBankValidation
package import PeachFileIO
import PeachInstrumentFiles
public import PeachInstrumentModel

/// The user's imported banks. Call on any thread but the audio thread.
public struct UserLibrary: Sendable {
  /// The folder of the banks.
  public let folder: String
  let sentinel: LoadSentinel
  /// The program's and the system's folders, whose banks need not be imported.
  private let otherFolders: [String]

  /// Creates the library of the user.
  ///
  /// - Throws: ``UserLibraryError/noFolder`` if neither `XDG_DATA_HOME` nor `HOME` is set.
  public init() throws(UserLibraryError) { try self.init(environment: UserFolders.environment) }

  package init(environment: [String: String]) throws(UserLibraryError) {
    guard let user = BankFolder.user(environment: environment) else { throw .noFolder }
    folder = user.path
    sentinel = LoadSentinel(environment: environment)
    otherFolders = BankFolder.standard(environment: environment)
      .filter { $0.origin == .system || $0.origin == .bundled }.map(\.path)
  }

  /// The result of an import.
  public struct Import: Sendable {
    /// The path of the bank in the library.
    public let path: String
    /// Whether the bank was copied; `false` if the library already has a file with equal bytes.
    public let isNew: Bool
    /// The bank's presets.
    public let presets: [Preset]
    /// The tolerated defects of the bank.
    public let findings: [BankFinding]
  }

  /// Checks the bank at `path` and copies it into the library atomically, unless the library or the
  /// system already has it under any name. Copies an SFZ, EXS24 or AUSampler file together with its
  /// samples, and the audio files of a folder, into a folder of the library. Relative paths may
  /// lead up to three folders up, to audio files and SFZ text only.
  ///
  /// - Parameters:
  ///   - sampleFolders: Folders of external samples, in addition to the file's folder.
  ///   - replacing: Whether to replace another bank of the same name.
  ///   - progress: Called with the completed fraction, 0…1. Cancels the import by throwing, which
  ///     leaves the library unchanged.
  /// - Throws: `FileAccessError`, ``UserLibraryError/refused(path:findings:)`` for a broken bank or
  ///   one without playable samples, ``UserLibraryError/needsOtherFiles(path:)`` if a copy would
  ///   not find its files, or ``UserLibraryError/nameTaken(path:)`` if another bank has its name.
  public func importBank(
    at path: String, sampleFolders: [String] = [], replacing: Bool = false,
    progress: (Double) throws -> Void = { _ in }
  ) throws -> Import {
    FileAccess.removeAbandonedPartialFiles(in: folder)
    FileAccess.removeAbandonedPartialFolders(in: folder)
    if FileAccess.isFolder(path) {
      return try importAudioFiles(in: path, replacing: replacing, progress: progress)
    }
    let storage = try FileAccess.map(path: path)
    let name = Self.name(for: path, storage)
    if InstrumentFormat(recognizing: storage)?.refersToFiles == true {
      return try importInstrument(
        storage, at: path, named: name, sampleFolders: sampleFolders, replacing: replacing,
        progress: progress)
    }
    let check = try BankCheck(storage, depth: .sound) { try progress(0.9 * $0) }
    guard let bank = check.bank, check.worst != .error else {
      throw UserLibraryError.refused(
        path: path, findings: check.findings.filter { $0.severity == .error })
    }
    if let known = knownPath(of: storage) {
      return Import(path: known, isNew: false, presets: bank.presets, findings: check.findings)
    }
    let destination = "\(folder)/\(name)"
    try FileAccess.makeFolder(folder)
    do {
      try FileAccess.copy(storage, to: destination, replacing: replacing) {
        try progress(0.9 + 0.1 * $0)
      }
    } catch let error as FileAccessError {
      if error.reason == .exists { throw UserLibraryError.nameTaken(path: destination) }
      throw error
    }
    sentinel.clear(path: destination)
    return Import(path: destination, isNew: true, presets: bank.presets, findings: check.findings)
  }

  /// Removes the bank with the file name `name`, or the instrument with this folder name.
  ///
  /// - Throws: ``UserLibraryError/notThere(name:available:)`` or `FileAccessError`.
  public func remove(_ name: String) throws {
    let path = try self.path(of: name)
    if FileAccess.isFolder(path) {
      try FileAccess.removeTree(path)
    } else {
      try FileAccess.remove(path)
    }
    sentinel.clear(path: path)
  }

  /// Returns the path of the bank or instrument named `name`. Throws as ``remove(_:)`` does.
  public func path(of name: String) throws -> String {
    let folders = (FileAccess.names(in: folder, limit: .max) ?? []).filter {
      $0.isFolder && !$0.name.hasSuffix(".partial")
    }
    let names = (try files().map(\.name) + folders.map(\.name)).sorted()
    guard names.contains(name) else {
      throw UserLibraryError.notThere(name: name, available: names)
    }
    return "\(folder)/\(name)"
  }

  /// Returns the files in the library's folder, sorted by name; none if the folder does not exist.
  package func files() throws -> [FolderFile] { try Self.files(in: folder) }

  private static func files(in folder: String) throws -> [FolderFile] {
    do {
      return try FileAccess.files(in: folder).filter { !$0.name.hasSuffix(".partial") }
    } catch {
      if error.reason == .missing { return [] }
      throw error
    }
  }

  /// Returns the path of a known file with the same bytes, if any.
  private func knownPath(of storage: ByteStorage) -> String? {
    let files = ([folder] + otherFolders).lazy.flatMap { (try? Self.files(in: $0)) ?? [] }
    return files.first { file in
      file.byteCount == storage.bytes.count
        && (try? FileAccess.map(path: file.path)).map { FileAccess.haveEqualBytes($0, storage) }
          ?? false
    }?.path
  }

  /// Returns the file's name, with an extension that libraries recognize.
  private static func name(for path: String, _ storage: ByteStorage) -> String {
    let name = FileAccess.fileName(of: path)
    let extensions: [String]
    switch InstrumentFormat(recognizing: storage) {
    case .downloadableSounds: extensions = ["dls"]
    case .sfz: extensions = ["sfz"]
    case .exs24: extensions = ["exs"]
    case .samplerPreset: extensions = ["aupreset"]
    case .decentSampler: extensions = ["dspreset"]
    case .gravisPatch: extensions = ["pat"]
    case .soundBankList: extensions = ["plist"]
    case .audioFile:
      let format = AudioFileInformation.format(of: storage.bytes)
      let name = format == .wavPack ? "wv" : format.map { "\($0)" }
      extensions = [name ?? "wav"] + UserInstruments.audioExtensions
    case .soundFont, nil:
      let isCompressed = ((try? SoundFont.read(storage))?.version.major ?? 2) >= 3
      extensions = isCompressed ? ["sf3", "sf2"] : ["sf2", "sf3"]
    }
    return UserInstruments.hasExtension(name, in: extensions) ? name : "\(name).\(extensions[0])"
  }
}
