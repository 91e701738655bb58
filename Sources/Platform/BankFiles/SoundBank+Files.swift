import PeachFileIO
public import PeachInstrumentFiles
public import PeachInstrumentModel
import PeachSampleCodec

extension SoundBank {
  /// Opens a bank file of any supported format, which is detected by the file's contents. The file
  /// is memory-mapped: listing the presets of a 148 MB bank takes milliseconds. Call on any thread
  /// but the audio thread.
  ///
  /// ```swift
  /// for preset in try SoundBank(contentsOf: path).presets {
  ///   print(preset.bank, preset.program, preset.name)  // 0 42 Cello
  /// }
  /// ```
  /// Separate sample files are searched in the file's folder, its subfolders and `sampleFolders`.
  /// If `path` is a folder, its audio files become one instrument.
  ///
  /// - Throws: `FileAccessError` or ``BankFileError``.
  public init(contentsOf path: String, sampleFolders: [String] = []) throws {
    try self.init(contentsOf: path, sampleFolders: sampleFolders, reading: SoundFontReading())
  }

  /// Opens a bank file of any supported format, SoundFonts as `reading` says.
  ///
  /// - Throws: `FileAccessError` or ``BankFileError``.
  public init(
    contentsOf path: String, sampleFolders: [String] = [], reading: SoundFontReading
  ) throws {
    if FileAccess.isFolder(path) {
      self = try LoadSentinel().watch(path) { try SoundBank(audioFilesIn: path) }
      return
    }
    let storage = try FileAccess.mapOrRead(path: path)
    let folders = SampleFolders(ofInstrumentAt: path, adding: sampleFolders)
    self = try LoadSentinel().watch(path) {
      try BankFileError.of(path) { () throws(InstrumentFileError) in
        try InstrumentFile.read(storage, folders: folders, reading: reading)
      }
    }
  }
}

extension SoundFont {
  /// Reads the structure of a SoundFont file. Throws as `SoundBank(contentsOf:)` does.
  package init(contentsOf path: String) throws {
    let storage = try FileAccess.map(path: path)
    self = try LoadSentinel().watch(path) {
      try BankFileError.of(path) { () throws(InstrumentFileError) in try SoundFont.read(storage) }
    }
  }
}

extension SoundFontLibrary {
  /// Creates a library of the banks in `folders`, and of the instruments in the user's folder.
  /// Skips the user's banks whose last load crashed: see ``SuspectBankError``, ``LoadSentinel``.
  public init(folders: [BankFolder], sentinel: LoadSentinel = LoadSentinel()) {
    let suspects = Set(sentinel.interruptedLoads.map(\.path))
    let userFolders = Set(folders.filter { $0.origin == .user }.map(\.path))
    self.init(
      folders: folders, extensions: nil,
      list: { folder in
        if userFolders.contains(folder) { return try UserInstruments.files(in: folder) }
        return try Self.files(in: folder)?.filter {
          UserInstruments.hasExtension($0.name, in: UserInstruments.bankExtensions)
        }
      },
      open: { path in
        for path in [path, FileAccess.folder(of: path)] where suspects.contains(path) {
          throw SuspectBankError(path: path)
        }
        return try SoundBank(contentsOf: path)
      })
  }

  /// Returns a folder's files; `nil` if the folder does not exist.
  static func files(in folder: String) throws(FileAccessError) -> [File]? {
    do throws(FileAccessError) {
      return try FileAccess.files(in: folder).map {
        File(path: $0.path, name: $0.name, identity: FileAccess.resolved($0.path) ?? $0.path)
      }
    } catch {
      if error.reason == .missing { return nil }
      throw error
    }
  }

  /// Creates a library of a single bank. Throws as `SoundBank(contentsOf:)` does.
  public init(file path: String, sampleFolders: [String] = []) throws {
    self.init(of: try SoundBank(contentsOf: path, sampleFolders: sampleFolders), path: path)
  }

  /// Creates a library of a single bank that is open.
  package init(of bank: SoundBank, path: String = "") {
    self.init(
      folders: [BankFolder(path: path, origin: .given)], extensions: nil,
      list: { _ in [File(path: path, name: FileAccess.fileName(of: path), identity: path)] },
      open: { _ in bank })
  }
}

/// The decoder of compressed samples.
public enum DefaultSampleDecoder {
  /// The decoders of the traits that are on, for an ``InstrumentLoader``.
  public static var decoder: SampleDecoder {
    { bytes, limit throws(SampleCodecError) in try SoundFileDecoder.decode(bytes, limit) }
  }
}
