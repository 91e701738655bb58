import PeachFileBytes
import PeachInstrumentFiles
public import PeachInstrumentModel

extension SoundBank {
  /// The bank of SoundBankPlayer whose list is at `path`, with its samples beside it or in
  /// `sampleFolders`. With `loopNotes` every sample repeats as a whole. Throws `FileError` or
  /// ``BankFileError``.
  public init(
    soundBankListAt path: String, sampleFolders: [String] = [], loopNotes: Bool = false
  ) throws {
    let storage = try FileAccess.map(path: path)
    do throws(InstrumentFileError) {
      self = try SoundBankList.read(storage).soundBank(
        of: storage, folders: SampleFolders(ofInstrumentAt: path, adding: sampleFolders),
        loopNotes: loopNotes)
    } catch {
      throw BankFileError(path: path, reason: error)
    }
  }

  /// One instrument of audio files, see ``AudioFileInstrument``. Throws `FileError` where one cannot
  /// be opened, ``BankFileError`` where none is an audio file.
  ///
  /// ```swift
  /// try SoundBank(named: "Vibes", audioFiles: ["vibes C3.wav", "vibes C4.wav"])
  /// ```
  public init(named name: String, audioFiles paths: [String]) throws {
    let files = try paths.map {
      AudioFileInstrument.File(
        name: $0.split(separator: "/").last.map { String($0) } ?? $0,
        storage: try FileAccess.map(path: $0))
    }
    do throws(InstrumentFileError) {
      self = try AudioFileInstrument.bank(named: name, of: files)
    } catch {
      throw BankFileError(path: paths.first ?? name, reason: error)
    }
  }

  /// More files than this in a folder are not taken for recordings of one instrument.
  private static var filesPerFolder: Int { 4096 }

  /// The audio files of a folder as one instrument; nil where `path` is no folder. What else is in it
  /// does not matter. Throws as ``init(named:audioFiles:)`` does.
  static func ofFolder(at path: String) throws -> SoundBank? {
    guard let names = FileAccess.names(in: path, limit: filesPerFolder) else { return nil }
    let paths = names.filter { !$0.isFolder }.map { "\(path)/\($0.name)" }
    let recordings = paths.filter {
      (try? FileAccess.map(path: $0))
        .map { AudioFileInformation.format(of: $0.bytes) != nil } ?? false
    }
    let name = path.split(separator: "/").last.map { String($0) } ?? path
    return try SoundBank(named: name, audioFiles: recordings)
  }
}
