import PeachInstrumentModel
import PeachMusicUnits

/// The reference of an `.aupreset` to a preset of a SoundFont or DLS bank: the key `Banks` of the
/// instrument, whose members name the bank's file.
struct SamplerBankReference {
  /// The path or file URL of the bank, as written.
  private var path: String
  private var bank: Int64?
  private var program: Int64?

  /// Returns `nil` if the property list refers to no bank.
  init?(_ list: PropertyList) {
    guard let banks = list["Instrument"]?["Banks"] else { return nil }
    path = ""
    read(banks, depth: 0)
    if path.isEmpty { return nil }
    bank = bank ?? list["bank"]?.whole
    program = program ?? list["program"]?.whole
  }

  /// Reads a path from keys or values, and the numbers next to it.
  private mutating func read(_ value: PropertyList, depth: Int) {
    if depth > 3 { return }
    switch value {
    case .text(let text): if Self.isBank(text) && path.isEmpty { path = text }
    case .array(let elements): for element in elements { read(element, depth: depth + 1) }
    case .dictionary(let members):
      for name in members.keys.map({ $0.text }).sortedTexts() {
        if Self.isBank(name) && path.isEmpty { path = name }
        if let member = members[PropertyListKey(name)] { read(member, depth: depth + 1) }
      }
      bank = bank ?? value["bank"]?.whole
      program = program ?? (value["program"] ?? value["preset"])?.whole
    default: break
    }
  }

  private static func isBank(_ text: String) -> Bool {
    let end = String(decoding: text.utf8.suffix(4), as: UTF8.self)
    return [".sf2", ".sf3", ".dls"].contains(FilePath.folded(end))
  }

  /// Opens the bank, which is searched like a sample. The preset that the reference names is the
  /// only one of the result; without numbers, the result has all presets. Returns `nil`, with a
  /// warning, if the bank cannot be opened.
  func open(in folders: SampleFolders?, _ reader: inout AUPresetReader) -> SoundBank? {
    guard let folders else {
      reader.warnings.add(
        .broken, "Bank \(quoted: path) is an external file, and no folder was given.")
      return nil
    }
    var resolver = SampleResolver(folders)
    let result = resolver.find(path)
    guard case .found(let found) = result, let storage = folders.access.open(found) else {
      reader.warnings.add(.broken, "Bank \(result.problem(with: path) ?? "\(quoted: path)")")
      return nil
    }
    do {
      let all = try Self.read(storage)
      guard let program else { return all }
      let chosen = all.keeping(bank: bank ?? 0, program: program)
      if !chosen.presets.isEmpty { return chosen }
      reader.warnings.add(.broken, "Bank \(quoted: path) has no preset \(bank ?? 0):\(program).")
    } catch {
      reader.warnings.add(.broken, "Bank \(quoted: path) cannot be read: \(error.description)")
    }
    return nil
  }

  private static func read(_ storage: ByteStorage) throws(InstrumentFileError) -> SoundBank {
    switch InstrumentFormat(recognizing: storage) {
    case .soundFont: try SoundFont.read(storage).soundBank()
    case .downloadableSounds: try DLSCollection.read(storage).soundBank()
    default: throw RIFFReader.notRecognized(storage.bytes)
    }
  }
}

extension SoundBank {
  /// Returns a bank with only one of the presets, or with none if it does not exist.
  fileprivate func keeping(bank: Int64, program: Int64) -> SoundBank {
    let kept = presets.indices.filter {
      Int64(presets[$0].bank) == bank && Int64(presets[$0].program) == program
    }.prefix(1)
    var result = SoundBank(
      information: information, presets: kept.map { presets[$0] }, samples: samples,
      sampleFiles: sampleFiles, includedFiles: includedFiles, warnings: warnings, storage: storage,
      regionSource: { index, limit in regions(ofPresetAt: kept[index], limit: limit) })
    if let source = missingRegionSource {
      result.missingRegionSource = { source(kept[$0]) }
    }
    return result
  }
}
