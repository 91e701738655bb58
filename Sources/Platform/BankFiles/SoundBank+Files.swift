public import PeachBankLibrary
import PeachFileBytes
public import PeachInstrumentFiles
public import PeachInstrumentModel
import PeachSampleDecoding

extension SoundBank {
  /// The bank in a file, whatever its format: its bytes say which.
  ///
  /// The file is mapped, not read: listing the presets of a bank of 148 MB takes milliseconds.
  /// Throws `FileError` or `InstrumentFileError`, each a sentence with file, place and reason; the
  /// latter inside ``BankFileError``. Not for the audio thread.
  ///
  /// ```swift
  /// for preset in try SoundBank(contentsOf: path).presets {
  ///   print(preset.bank, preset.program, preset.name)  // 0 42 Cello
  /// }
  /// ```
  /// Samples in files of their own are looked for in the file's folder and below, and in
  /// `sampleFolders`; see ``SampleResolver``. A folder is taken for one instrument made of the audio
  /// files in it.
  public init(contentsOf path: String, sampleFolders: [String] = []) throws {
    if let bank = try Self.ofFolder(at: path) {
      self = bank
      return
    }
    let storage = try FileAccess.map(path: path)
    let folders = SampleFolders(ofInstrumentAt: path, adding: sampleFolders)
    do {
      self = try LoadSentinel().watch(path) { () throws(InstrumentFileError) -> SoundBank in
        try InstrumentFile.read(storage, folders: folders)
      }
    } catch {
      throw BankFileError(path: path, reason: error)
    }
  }
}

extension SoundFont {
  /// The file's own structure, every zone of it. Throws as `SoundBank(contentsOf:)` does.
  public init(contentsOf path: String) throws {
    let storage = try FileAccess.map(path: path)
    do {
      self = try LoadSentinel().watch(path) { () throws(InstrumentFileError) -> SoundFont in
        try SoundFont.read(storage)
      }
    } catch {
      throw BankFileError(path: path, reason: error)
    }
  }
}

extension SoundFontLibrary {
  /// The banks in `folders`, read from this machine's files.
  ///
  /// Banks of the user's own folder whose last load a process did not outlive are left out, with a
  /// ``SuspectBankError`` among ``problems``, until somebody decides about them: see
  /// ``LoadSentinel``.
  public init(folders: [BankFolder], sentinel: LoadSentinel = LoadSentinel()) {
    let suspects = Set(sentinel.interruptedLoads.map(\.path))
    self.init(
      folders: folders,
      list: { folder in try Self.files(in: folder) },
      open: { path in
        if suspects.contains(path) { throw SuspectBankError(path: path) }
        return try SoundBank(contentsOf: path)
      })
  }
}

extension SoundFontLibrary {
  /// A folder's files; nil where there is no such folder.
  private static func files(in folder: String) throws(FileError) -> [File]? {
    do throws(FileError) {
      return try FileAccess.files(in: folder).map {
        File(path: $0.path, name: $0.name, identity: FileAccess.resolved($0.path) ?? $0.path)
      }
    } catch {
      if error.reason == .missing { return nil }
      throw error
    }
  }

  /// The one bank in a file, as a library. Throws what `SoundBank(contentsOf:)` throws.
  public init(file path: String, sampleFolders: [String] = []) throws {
    let bank = try SoundBank(contentsOf: path, sampleFolders: sampleFolders)
    let name = path.split(separator: "/").last.map { String($0) } ?? path
    self.init(
      folders: [BankFolder(path: path, origin: .given)], extensions: nil,
      list: { _ in [File(path: path, name: name, identity: path)] }, open: { _ in bank })
  }
}

/// The decoder for compressed samples that this build has; nil where it has none.
package enum StandardDecoder {
  package static var decoder: SampleDecoder? {
    guard SoundFileDecoder.isAvailable else { return nil }
    return { bytes, limit throws(SampleDecodingError) in
      try SoundFileDecoder.decode(bytes, limit)
    }
  }
}
