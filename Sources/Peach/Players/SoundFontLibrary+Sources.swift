public import PeachBankFiles
import PeachInstrumentModel
import PeachMusicUnits

extension SoundFontLibrary {
  /// Returns the preset of a source. Names compare with Unicode case folding. An exact match takes
  /// precedence over a prefix, and a prefix over any other match: "cello" is `Cello` and not `Cello
  /// Section`. Drum kits never match.
  ///
  /// - Parameter cache: If several banks have an equally good match, the one whose preset has the
  ///   best intonation is used; presets are measured if they have not been, in up to a third of a
  ///   second each. `nil` for the first bank.
  public func preset(
    for source: SoundSource, ratedBy cache: IntonationCache? = nil
  ) throws(SoundSourceError) -> BankPreset {
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
      let requested = name.caseFolded
      let matches: [(String) -> Bool] = [
        { $0 == requested }, { $0.hasPrefix(requested) }, { $0.contains(requested) },
      ]
      for isMatch in matches {
        let found = banks.compactMap { found in
          found.bank.presets.firstIndex { $0.bank != 128 && isMatch($0.name.caseFolded) }
            .map { BankPreset(bank: found.bank, index: $0) }
        }
        if let best = Self.best(of: found, ratedBy: cache) { return best }
      }
      let names = banks.flatMap { found in
        found.bank.presets.filter { $0.bank != 128 }.map(\.name)
      }
      throw .notFound(
        name, bankCount: banks.count,
        nearest: EditDistance.nearest(to: name, in: names + ["sine"]))
    }
  }
}

extension SoundFontLibrary {
  /// Returns the preset with the smallest error and variation, of equal ones the first.
  private static func best(of presets: [BankPreset], ratedBy cache: IntonationCache?) -> BankPreset?
  {
    guard let cache, presets.count > 1 else { return presets.first }
    let errors = presets.map { preset -> Double in
      switch try? cache.intonation(of: preset)?.badge {
      case .exact: 0
      case .varying(let mean, let variation, _): mean + variation
      case .unpitched, nil: .infinity
      }
    }
    let least = errors.min()
    return errors.firstIndex { $0 == least }.map { presets[$0] }
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
