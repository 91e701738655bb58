public import PeachBankFiles
import PeachInstrumentModel

extension SoundFontLibrary {
  /// Returns the preset of a source. Names are case-insensitive. An exact match takes precedence
  /// over a prefix, and a prefix over any other match: "cello" is `Cello` and not `Cello Section`.
  /// Drum kits never match.
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
      let requested = name.lowercased()
      let matches: [(String) -> Bool] = [
        { $0 == requested }, { $0.hasPrefix(requested) }, { $0.contains(requested) },
      ]
      for isMatch in matches {
        for found in banks {
          let index = found.bank.presets.firstIndex {
            $0.bank != 128 && isMatch($0.name.lowercased())
          }
          if let index { return BankPreset(bank: found.bank, index: index) }
        }
      }
      throw .notFound(name, bankCount: banks.count)
    }
  }
}

/// The reason why a sound source has no preset. `\(error)` is a message.
public enum SoundSourceError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The sine is not part of a bank.
  case isNotSampled
  /// None of the installed banks has the preset.
  case notFound(String, bankCount: Int)

  /// The message.
  public var description: String {
    switch self {
    case .isNotSampled: "The sine wave is not a preset of a sound bank."
    case .notFound(let name, 0):
      "Cannot find \"\(name)\": no sound bank is installed. "
        + "Install a package such as fluidr3mono-gm-soundfont."
    case .notFound(let name, let count): "Cannot find \"\(name)\" in \(count) sound banks."
    }
  }
}
