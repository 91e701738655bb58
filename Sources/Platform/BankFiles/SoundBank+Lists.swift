import PeachFileIO
import PeachInstrumentFiles
public import PeachInstrumentModel

extension SoundBank {
  /// Opens the bank of the app SoundBankPlayer whose sample list is at `path`.
  ///
  /// - Parameters:
  ///   - sampleFolders: Folders of samples, in addition to the list's folder.
  ///   - loopNotes: Whether entire samples loop.
  /// - Throws: `FileAccessError` or ``BankFileError``.
  public init(
    soundBankListAt path: String, sampleFolders: [String] = [], loopNotes: Bool = false
  ) throws {
    let storage = try FileAccess.map(path: path)
    self = try BankFileError.of(path) { () throws(InstrumentFileError) in
      try SoundBankList.read(storage).soundBank(
        of: storage, folders: SampleFolders(ofInstrumentAt: path, adding: sampleFolders),
        loopNotes: loopNotes)
    }
  }

  /// Creates an instrument from audio files; see ``AudioFileInstrument``.
  ///
  /// - Throws: `FileAccessError` if a file cannot be opened; ``BankFileError`` if none is an audio
  ///   file.
  ///
  /// ```swift
  /// try SoundBank(named: "Vibes", audioFiles: ["vibes C3.wav", "vibes C4.wav"])
  /// ```
  public init(named name: String, audioFiles paths: [String]) throws {
    try self.init(named: name, audioFiles: paths, source: paths.first ?? name)
  }

  /// Errors are about `source`.
  private init(named name: String, audioFiles paths: [String], source: String) throws {
    let files = try paths.map {
      AudioFileInstrument.File(
        name: FileAccess.fileName(of: $0), storage: try FileAccess.map(path: $0))
    }
    self = try BankFileError.of(source) { () throws(InstrumentFileError) in
      try AudioFileInstrument.bank(named: name, of: files)
    }
  }

  private static var maxFilesPerFolder: Int { 4096 }

  /// Creates an instrument from the audio files of a folder. Ignores other files. Throws as
  /// ``init(named:audioFiles:)`` does.
  init(audioFilesIn folder: String) throws {
    guard let names = FileAccess.names(in: folder, limit: Self.maxFilesPerFolder) else {
      throw FileAccessError(path: folder, operation: .list, reason: .notPermitted)
    }
    let paths = names.filter { !$0.isFolder }.map { "\(folder)/\($0.name)" }
    let audioFiles = paths.filter {
      (try? FileAccess.map(path: $0))
        .map { AudioFileInformation.format(of: $0.bytes) != nil } ?? false
    }
    try self.init(
      named: FileAccess.fileName(of: folder), audioFiles: audioFiles,
      source: audioFiles.first ?? folder)
  }
}
