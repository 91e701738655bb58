import PeachBankEditing
import PeachFileIO
import PeachInstrumentFiles
package import PeachInstrumentModel
package import PeachMIDIEvents
package import PeachSequencing
import PeachSynthesis

/// A song and the bank that it plays, written to an RMID file.
package struct SongBundle: Sendable {
  package var byteCount: Int
  package var songByteCount: Int
  package var bankByteCount: Int
  package var sampleCount: Int
  /// The names of the presets.
  package var presetNames: [String]
  /// The presets that the song selects and no bank has. They are silent in the file if nothing
  /// substitutes them.
  package var missingPresets: [PresetIdentifier]
  /// Messages about samples of the song that are missing or cannot be decoded: the file lacks them.
  package var missingSamples: [String]
  package var warnings: [String]
}

/// A bank of a song that is not a SoundFont.
package struct BundledFormatError: Error, CustomStringConvertible {
  /// The path of the bank, if it has one.
  package let path: String?

  /// `strings.sfz is not a SoundFont. …`
  package var description: String {
    let name = path ?? "The bank of the song"
    return "\(name) is not a SoundFont. `peach convert \(path ?? "BANK") FILE.sf2` writes one."
  }
}

extension MIDIFile {
  /// Writes the song and what it plays of banks to an RMID file: presets, zones of its keys and
  /// velocities, and their samples. The file renders bit-identically.
  ///
  /// - Throws: ``BundledFormatError`` if a bank that plays is no SoundFont, or `FileAccessError`.
  package func bundle(with given: BankStack, to path: String) throws -> SongBundle {
    let banks = SongBanks(given, interpolation: .cubic).adding(self)
    let stack = banks.stack
    let usages = presetUsages(in: stack)
    let played = Set(usages.compactMap { $0.entry?.layer }).sorted()
    var sources: [SoundFontContents] = []
    var indexOfLayer: [Int: Int] = [:]
    for layer in played {
      let storage = stack.layers[layer].bank.storage
      guard let font = try? SoundFont.read(storage) else {
        throw BundledFormatError(path: storage.path)
      }
      indexOfLayer[layer] = sources.count
      sources.append(font.contents())
    }
    let uses = usages.map { usage in
      let keys = usage.usedKeys
      return BundledBank.Use(
        source: usage.entry.flatMap { entry in
          indexOfLayer[entry.layer].map { index in
            let own = stack[entry].identifier
            return (index, own.bank, UInt16(own.program))
          }
        }, number: usage.identifier.bank, program: UInt16(usage.identifier.program),
        missing: usage.identifier.bank < 128
          ? []
          : usage.entry.map { entry in
            stack.layers[entry.layer].bank.missingRegions(ofPresetAt: entry.preset)
          } ?? []
      ) { keys.keys.overlaps($0) && keys.velocities.overlaps($1) }
    }
    let bank = BundledBank(sources, uses, name: title ?? "Bundled bank")
    return try write(
      SoundFontWriter(bank.contents), bank, to: path,
      missing: usages.filter { $0.entry?.identifier != $0.identifier }.map { $0.identifier },
      missingSamples: missingSamples(of: usages, in: stack), warnings: banks.warnings)
  }

  /// Returns messages about samples that the song needs and that are unavailable.
  private func missingSamples(of usages: [PresetUsage], in stack: BankStack) -> [String] {
    let instruments = stack.layers.map {
      SharedInstruments(readingOnDemand: $0.bank, interpolation: .cubic)
    }
    var silent: [SilentRegion] = []
    for usage in usages {
      guard let entry = usage.entry else { continue }
      // Without a decoder, compressed samples are copied unseen.
      let preset = try? instruments[entry.layer].prepare(
        presetAt: entry.preset, usedKeys: usage.usedKeys)
      silent += preset?.silentRegions ?? []
    }
    return SilentRegion.warnings(silent)
  }

  private func write(
    _ writer: SoundFontWriter, _ bank: BundledBank, to path: String,
    missing: [PresetIdentifier], missingSamples: [String], warnings: [String]
  ) throws -> SongBundle {
    let song = bytes[songRange]
    let information = [
      ("INAM", title ?? ""), ("IART", artist ?? ""), ("ISFT", "Peach \(PeachVersion.current)"),
    ]
    let head = RMIDWriter.head(
      song: song, information: information, bankByteCount: writer.byteCount)
    guard let head else { throw SoundFontWritingError.tooLarge(byteCount: writer.byteCount) }
    var file = try FileWriter(path: path)
    try head.withUnsafeBytes { try file.write($0) }
    for piece in writer.pieces { try file.write(piece.bytes) }
    try file.finish()
    return SongBundle(
      byteCount: head.count + writer.byteCount, songByteCount: song.count,
      bankByteCount: writer.byteCount, sampleCount: bank.contents.samples.count,
      presetNames: bank.presetNames, missingPresets: missing,
      missingSamples: missingSamples,
      warnings: writer.warnings + warnings)
  }
}
