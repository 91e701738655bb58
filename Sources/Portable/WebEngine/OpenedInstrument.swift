package import PeachInstrumentFiles
package import PeachInstrumentModel
import PeachMusicUnits

/// An instrument of files that were added together: a bank, or one of a folder.
package final class OpenedInstrument {
  /// The name in tags of sounds: that of the bank, and the path of the instrument in a folder.
  package let name: String
  package let bank: SoundBank
  /// The bank as a SoundFont; `nil` for other formats.
  package let font: SoundFont?

  private init(name: String, bank: SoundBank, font: SoundFont?) {
    (self.name, self.bank, self.font) = (name, bank, font)
  }

  /// Opens a bank of one file, or the instruments of a folder: each file that refers to others, or
  /// else one instrument of all audio files. Instruments that cannot be read are skipped.
  ///
  /// - Throws: The first error if no instrument can be read.
  package static func open(
    named name: String, _ files: [AddedFile]
  ) throws(InstrumentFileError) -> [OpenedInstrument] {
    if let file = files.first, files.count == 1 {
      return [try open(file, name: name, folders: nil)]
    }
    let definitions = files.filter { isDefinition($0) }
    guard !definitions.isEmpty else {
      let audio = files.map { AudioFileInstrument.File(name: $0.path, storage: $0.storage) }
      let bank = try AudioFileInstrument.bank(named: name, of: audio)
      return [OpenedInstrument(name: name, bank: bank, font: nil)]
    }
    let access = FolderAccess.memory(files)
    var opened: [OpenedInstrument] = []
    var failure: InstrumentFileError?
    for file in definitions {
      let parts = FilePath.parts(file.path)
      let folders = SampleFolders(
        own: FilePath.join("/", parts.dropLast()), added: [FilePath.join("/", parts.prefix(1))],
        access: access)
      do throws(InstrumentFileError) {
        opened.append(try open(file, name: "\(name)/\(parts.last ?? "")", folders: folders))
      } catch { failure = failure ?? error }
    }
    if opened.isEmpty, let failure { throw failure }
    return opened
  }

  private static func open(
    _ file: AddedFile, name: String, folders: SampleFolders?
  ) throws(InstrumentFileError) -> OpenedInstrument {
    guard InstrumentFormat(recognizing: file.storage) == .soundFont else {
      return OpenedInstrument(
        name: name, bank: try InstrumentFile.read(file.storage, folders: folders), font: nil)
    }
    let font = try SoundFont.read(file.storage)
    return OpenedInstrument(name: name, bank: font.soundBank(), font: font)
  }

  /// Whether a file of a folder is an instrument. Included parts of SFZ files have other
  /// extensions.
  private static func isDefinition(_ file: AddedFile) -> Bool {
    switch InstrumentFormat(recognizing: file.storage) {
    case nil, .audioFile: false
    case .sfz: FilePath.folded(file.path).hasSuffix(".sfz")
    case .soundFont, .downloadableSounds, .exs24, .samplerPreset, .soundBankList, .decentSampler,
      .gravisPatch:
      true
    }
  }

  /// The presets with a pitch, by their tag (`TrainerSound`). Of several with one tag, the first.
  package var presets: [(index: Int, tag: String)] {
    var tags = KeyedArray<String, Bool>()
    return bank.presets.indices.compactMap { index in
      guard bank.isPitched(presetAt: index) else { return nil }
      let tag = Self.tag(of: bank.presets[index], in: name)
      return tags.insert(tag) ? (index, tag) : nil
    }
  }

  /// Returns the tag of a preset.
  static func tag(of preset: Preset, in name: String) -> String {
    "sf2:\(name):\(preset.bank):\(preset.program)"
  }
}
