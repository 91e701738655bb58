public import PeachBankFiles
import PeachInstrumentModel
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
        if let index = found.bank.index(of: identifier) {
          return BankPreset(bank: found.bank, index: index)
        }
      }
      throw .notFound("\(source)", bankCount: banks.count)
    case .named(let name):
      for isMatch in SoundBank.nameMatches(name) {
        for found in banks {
          if let preset = found.bank.pitchedPreset(where: isMatch) { return preset }
        }
      }
      if let english = GermanInstrumentName.english(for: name),
        english.caseFolded != name.caseFolded, let preset = try? preset(for: .named(english))
      {
        return preset
      }
      let names = banks.flatMap(\.bank.pitchedNames)
      throw .notFound(
        name, bankCount: banks.count,
        nearest: EditDistance.nearest(to: name, in: names + ["sine"]))
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
