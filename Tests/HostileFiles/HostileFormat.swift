import PeachInstrumentFiles
import PeachInstrumentModel

/// The formats of untrusted files, each with its reader.
public enum HostileFormat: String, CaseIterable, Sendable {
  case soundfont, dls, sfz, exs24, aupreset, list, audio, decentsampler, song, messages

  /// The file extension.
  public var fileExtension: String {
    switch self {
    case .soundfont: "sf2"
    case .dls: "dls"
    case .sfz: "sfz"
    case .exs24: "exs"
    case .aupreset: "aupreset"
    case .list: "plist"
    case .audio: "wav"
    case .decentsampler: "dspreset"
    case .song: "mid"
    case .messages: "syx"
    }
  }

  /// Processes a file like a user's: reads it, loads its samples from a ``HostileFolder``, prepares
  /// its presets, and plays some notes.
  ///
  /// Ends the process if an invariant is violated, as a sanitizer does.
  public func play(_ bytes: [UInt8]) {
    switch self {
    case .song: HostileSong.play(bytes)
    case .messages: HostileSong.parse(bytes)
    default:
      let folder = HostileFolder(bytes)
      let storage = ByteStorage(copying: folder.root)
      if let bank = try? bank(storage, folder.folders) {
        HostileBank.play(bank)
        if self != .soundfont { HostileBank.convert(bank) }
      }
      // The reader that identifies the format by its bytes.
      if let bank = try? InstrumentFile.read(storage, folders: folder.folders) {
        _ = bank.presets.indices.prefix(1).map { bank.regions(ofPresetAt: $0) }
      }
    }
  }

  private func bank(
    _ storage: ByteStorage, _ folders: SampleFolders
  ) throws(InstrumentFileError) -> SoundBank {
    switch self {
    case .soundfont: try SoundFont.read(storage).soundBank()
    case .dls: try DLSCollection.read(storage).soundBank()
    case .sfz:
      try SFZDocument.read(storage, folders: folders).soundBank(of: storage, folders: folders)
    case .exs24: try EXS24Instrument.read(storage).soundBank(of: storage, folders: folders)
    case .aupreset: try AUPreset.read(storage, folders: folders)
    case .decentsampler: try DecentSamplerPreset.read(storage, folders: folders)
    case .list: try SoundBankList.read(storage).soundBank(of: storage, folders: folders)
    default: try AudioFileInstrument.read(storage)
    }
  }
}
