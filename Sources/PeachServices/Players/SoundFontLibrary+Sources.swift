public import PeachBankFiles
package import PeachInstrumentModel
import PeachMusicUnits

extension SoundFontLibrary {
  /// Returns the preset of a source. Names compare with Unicode case folding. An exact match takes
  /// precedence over a prefix, and a prefix over any other match: "cello" is `Cello` and not `Cello
  /// Section`. Of equally good matches, the first bank's is used, and in a bank the one with the
  /// lowest bank and program. Drum kits never match. German names of instruments find the English
  /// ones if nothing else matches. Reads no samples.
  public func preset(for source: SoundSource) throws(SoundSourceError) -> BankPreset {
    switch source {
    case .sine: throw .isNotSampled
    case .preset(let file, let identifier):
      for found in banks where file == nil || found.file.name == file || found.file.path == file {
        if let index = found.index(of: identifier) {
          return BankPreset(bank: found.bank, index: index)
        }
      }
      throw .notFound("\(source)", bankCount: banks.count)
    case .named(let name):
      for isMatch in SoundBank.nameMatches(name) {
        for found in banks {
          if let preset = found.pitchedPreset(where: isMatch) { return preset }
        }
      }
      if let english = GermanInstrumentName.english(for: name),
        english.caseFolded != name.caseFolded, let preset = try? preset(for: .named(english))
      {
        return preset
      }
      let names = banks.flatMap { $0.pitchedNames }
      throw .notFound(
        name, bankCount: banks.count,
        nearest: EditDistance.nearest(to: name, in: names + ["sine"]))
    }
  }
}

extension SoundFontLibrary {
  /// Returns the source with the bank's file name and the numbers that select a preset of the
  /// library; `nil` if it has no such preset.
  package func source(of preset: BankPreset) -> SoundSource? {
    for found in banks where found.bank.storage === preset.bank.storage {
      if let identifier = found.identifier(ofPresetAt: preset.index) {
        return .preset(file: found.file.name, identifier)
      }
    }
    return nil
  }
}

extension SoundFontLibrary.Bank {
  /// Returns the index of the preset that numbers select; `nil` for none.
  package func index(of identifier: PresetIdentifier) -> Int? {
    guard let identifiers else { return bank.index(of: identifier) }
    return identifiers.firstIndex(of: identifier)
  }

  /// Returns the preset with a matching case-folded name that has the lowest bank and program. Drum
  /// kits never match.
  fileprivate func pitchedPreset(where isMatch: (String) -> Bool) -> BankPreset? {
    bank.pitchedPreset(identifier: { identifier(ofPresetAt: $0) }, where: isMatch)
  }

  /// The names of all presets but drum kits.
  fileprivate var pitchedNames: [String] {
    bank.presets.indices.compactMap { index in
      let number = identifier(ofPresetAt: index)?.bank
      return number == nil || number == 128 ? nil : bank.presets[index].name
    }
  }
}

/// The reason why a sound source has no preset. `\(error)` is a message.
public enum SoundSourceError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The sine is not part of a bank.
  case isNotSampled
  /// None of the installed banks has the preset. `nearest` are presets with a similar name.
  case notFound(String, bankCount: Int, nearest: [String] = [])

  /// The message.
  public var description: String {
    switch self {
    case .isNotSampled: "The sine wave is not a preset of a sound bank."
    case .notFound(let name, 0, _):
      "Cannot find \"\(name)\": no sound bank is installed. "
        + "Install a package such as fluidr3mono-gm-soundfont."
    case .notFound(let name, let count, let nearest):
      "Cannot find \"\(name)\" in \(count == 1 ? "the sound bank" : "\(count) sound banks")."
        + (nearest.isEmpty
          ? "" : " Did you mean \(nearest.map { "\"\($0)\"" }.joined(separator: " or "))?")
    }
  }
}
