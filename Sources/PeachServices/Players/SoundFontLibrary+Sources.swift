public import PeachBankFiles
import PeachInstrumentModel
import PeachMusicUnits

extension SoundFontLibrary {
  /// Returns the preset of a source. Names compare with Unicode case folding. An exact match takes
  /// precedence over a prefix, and a prefix over any other match: "cello" is `Cello` and not `Cello
  /// Section`. Drum kits never match.
  ///
  /// - Parameters:
  ///   - cache: If several banks have an equally good match, the first whose preset is played
  ///     straight is used, or else the one with the smallest errors. Unknown presets are measured
  ///     and classified, which takes up to a second each. `nil` for the first bank.
  ///   - straightTones: The cache of the verdicts.
  public func preset(
    for source: SoundSource, ratedBy cache: IntonationCache? = nil,
    straightTones: StraightToneCache = StraightToneCache()
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
      for isMatch in SoundBank.nameMatches(name) {
        let found = banks.compactMap { $0.bank.pitchedPreset(where: isMatch) }
        if let best = Self.best(of: found, ratedBy: cache, straightTones) { return best }
      }
      let names = banks.flatMap(\.bank.pitchedNames)
      throw .notFound(
        name, bankCount: banks.count,
        nearest: EditDistance.nearest(to: name, in: names + ["sine"]))
    }
  }
}

extension SoundFontLibrary {
  /// Returns the first preset of constant pitch, exact or straight, or else the one with the
  /// smallest error and variation. The deviation of straight tones does not count: it is unknown
  /// until they have been played.
  private static func best(
    of presets: [BankPreset], ratedBy cache: IntonationCache?, _ straightTones: StraightToneCache
  ) -> BankPreset? {
    guard let cache, presets.count > 1 else { return presets.first }
    var best: (preset: BankPreset, error: Double)?
    for preset in presets {
      let error: Double
      switch try? preset.playedIntonation(cache, straightTones: straightTones)?.badge {
      case .exact, .straight: return preset
      case .varying(let mean, let variation, _, _): error = mean + variation
      case .unpitched, nil: error = .infinity
      }
      if best.map({ error < $0.error }) ?? true { best = (preset, error) }
    }
    return best?.preset
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
