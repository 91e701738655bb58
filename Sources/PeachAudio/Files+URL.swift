public import PeachAudioEncoding
public import PeachBankFiles
import PeachFileIO
public import PeachInstrumentModel
public import PeachMIDIEvents
public import PeachServices

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

// File URLs beside paths. A URL that is not that of a file throws
// ``FileAccessError/Reason/notFileURL``.

extension SoundBank {
  /// Opens a bank file of any supported format, or a folder of audio files; see
  /// `init(contentsOf:sampleFolders:)` of a path.
  ///
  /// ```swift
  /// let bank = try SoundBank(contentsOf: Bundle.main.bundleURL.appending(path: "Peach.sf3"))
  /// ```
  ///
  /// - Throws: ``FileAccessError`` or ``BankFileError``.
  public init(contentsOf url: URL, sampleFolders: [URL] = []) throws {
    try self.init(contentsOf: url.checkedPath(), sampleFolders: sampleFolders.checkedPaths())
  }

  /// Creates an instrument of audio files.
  ///
  /// - Throws: ``FileAccessError`` or ``BankFileError``.
  public init(named name: String, audioFiles urls: [URL]) throws {
    try self.init(named: name, audioFiles: urls.checkedPaths())
  }
}

extension SoundFontLibrary {
  /// Creates a library of a single bank.
  ///
  /// - Throws: ``FileAccessError`` or ``BankFileError``.
  public init(file url: URL, sampleFolders: [URL] = []) throws {
    try self.init(file: url.checkedPath(), sampleFolders: sampleFolders.checkedPaths())
  }
}

extension BankFolder {
  /// Creates a folder.
  ///
  /// - Throws: ``FileAccessError`` if `url` is not that of a file.
  public init(url: URL, origin: Origin) throws(FileAccessError) {
    self.init(path: try url.checkedPath(), origin: origin)
  }

  /// The folder's URL.
  public var url: URL { URL(filePath: path) }
}

extension LibraryEntry {
  /// The URL of the bank.
  public var url: URL { URL(filePath: path) }
}

extension InterruptedLoad {
  /// The URL of the bank.
  public var url: URL { URL(filePath: path) }
}

extension UserLibrary {
  /// The URL of the folder of the banks.
  public var folderURL: URL { URL(filePath: folder) }

  /// Checks the bank at `url` and copies it into the library atomically; see
  /// `importBank(at:sampleFolders:replacing:progress:)` of a path. `url` may be security-scoped, as
  /// those of the Files app are.
  ///
  /// - Throws: ``FileAccessError`` or ``UserLibraryError``.
  public func importBank(
    at url: URL, sampleFolders: [URL] = [], replacing: Bool = false,
    progress: (Double) throws -> Void = { _ in }
  ) throws -> Import {
    #if canImport(Darwin)
      let isScoped = url.startAccessingSecurityScopedResource()
      defer { if isScoped { url.stopAccessingSecurityScopedResource() } }
    #endif
    return try importBank(
      at: url.checkedPath(), sampleFolders: sampleFolders.checkedPaths(), replacing: replacing,
      progress: progress)
  }
}

extension UserLibrary.Import {
  /// The URL of the bank in the library.
  public var url: URL { URL(filePath: path) }
}

extension MIDIFile {
  /// Reads a MIDI file.
  ///
  /// - Throws: ``FileAccessError`` or ``MIDIFileProblem``.
  public init(contentsOf url: URL) throws { try self.init(contentsOf: url.checkedPath()) }

  /// Renders the song with `bank` to an audio file, which appears at `url` when it is complete; see
  /// `render(with:to:options:intonation:straightTones:processors:progress:)` of a path.
  ///
  /// - Throws: ``SongLengthError``, ``FileAccessError``, ``SampleCodecError`` or
  ///   ``AudioFileWriter/Failure``.
  @discardableResult
  public func render(
    with bank: SoundBank, to url: URL, options: RenderOptions = RenderOptions(),
    intonation: IntonationCache = IntonationCache(),
    straightTones: StraightToneCache = StraightToneCache(), processors: Int = 1,
    progress: (Double) throws -> Void = { _ in }
  ) throws -> RenderSummary {
    try render(
      with: bank, to: url.checkedPath(), options: options, intonation: intonation,
      straightTones: straightTones, processors: processors, progress: progress)
  }
}

extension AudioFileType {
  /// Returns the type of a file by its extension (case-insensitive); `nil` if it is not known.
  public init?(of url: URL) { self.init(ofPath: url.lastPathComponent) }
}

extension AudioFileWriter {
  /// Creates a file without tags. Integer samples are dithered.
  ///
  /// - Parameter quality: The quality of a lossy type, 0…1.
  /// - Throws: ``Failure`` if the type does not support the format or its trait is off;
  ///   ``FileAccessError``.
  public convenience init(
    url: URL, type: AudioFileType, sampleRate: Int, format: WAVSampleFormat, quality: Double = 0.6
  ) throws {
    try self.init(
      path: url.checkedPath(), type: type, sampleRate: sampleRate, format: format,
      quality: quality)
  }
}

extension URL {
  /// Returns the path of a file's URL.
  fileprivate func checkedPath() throws(FileAccessError) -> String {
    guard isFileURL else {
      throw FileAccessError(path: absoluteString, operation: .open, reason: .notFileURL)
    }
    var path = path(percentEncoded: false)
    // URLs of folders end in a slash.
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    return path
  }
}

extension [URL] {
  fileprivate func checkedPaths() throws(FileAccessError) -> [String] {
    var paths: [String] = []
    for url in self { paths.append(try url.checkedPath()) }
    return paths
  }
}
