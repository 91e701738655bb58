import PeachInstrumentFiles
import PeachInstrumentModel
import PeachMusicUnits
import PeachTuning

/// The formats of untrusted files, each with its reader.
public enum HostileFormat: String, CaseIterable, Sendable {
  case soundfont, dls, sfz, exs24, aupreset, list, audio, wavpack, decentsampler, patch
  case song, messages
  case scala, mapping, anamark

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
    case .wavpack: "wv"
    case .decentsampler: "dspreset"
    case .patch: "pat"
    case .song: "mid"
    case .messages: "syx"
    case .scala: "scl"
    case .mapping: "kbm"
    case .anamark: "tun"
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
    case .scala, .mapping, .anamark: tune(bytes)
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

  /// Reads a tuning of keys. Its pitches must be finite.
  private func tune(_ bytes: [UInt8]) {
    let tuning: KeyboardTuning?
    switch self {
    case .scala:
      tuning = (try? ScalaScale(scl: bytes)).map {
        KeyboardTuning(scale: $0, mapping: ScalaKeyboardMapping())
      }
    case .mapping:
      let scale = try? ScalaScale(scl: Array("\n 2\n3/2\n2/1\n".utf8))
      let mapping = try? ScalaKeyboardMapping(kbm: bytes)
      tuning = scale.flatMap { scale in
        mapping.map { KeyboardTuning(scale: scale, mapping: $0) }
      }
    default: tuning = try? KeyboardTuning(tun: bytes)
    }
    for number in tuning?.noteNumbers ?? [] {
      if let number { precondition(abs(number) < 10_000, "A pitch is out of range.") }
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
    case .patch: try GravisPatch.read(storage)
    case .list: try SoundBankList.read(storage).soundBank(of: storage, folders: folders)
    default: try AudioFileInstrument.read(storage)
    }
  }
}
