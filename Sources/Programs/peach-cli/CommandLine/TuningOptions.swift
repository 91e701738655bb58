import PeachServices

/// The options for the tuning of keys, which `play`, `render` and `live` share.
extension Syntax.Option {
  static let tuning = value(
    "tuning", "NAME|FILE",
    "temperament such as vallotti (see `peach tuning --list`), or Scala .scl or AnaMark\n"
      + ".tun file (default: equal temperament)")
  static let tuningRoot = value(
    "tuning-root", "NOTE", "root of a temperament, such as D or Bb (default: C)")
  static let scale = value("scale", "FILE.scl", "the same as --tuning")
  static let keyboardMapping = value(
    "keyboard-mapping", "FILE.kbm", "Scala keyboard mapping; requires a Scala file as --tuning")

  static let tunings = [tuning, tuningRoot, scale, keyboardMapping]
}

extension Arguments {
  /// Returns the tuning of keys: that of the options, or of the settings; `nil` for equal
  /// temperament.
  func tuning(_ settings: PeachSettings) throws -> KeyboardTuning? {
    if has("tuning"), has("scale") {
      throw UsageError(reason: "--tuning and --scale exclude each other: they mean the same.")
    }
    let mapping = keyboardMapping(settings)
    guard let text = value("tuning") ?? value("scale") ?? settings.tuning else {
      for name in ["keyboard-mapping", "tuning-root"] where has(name) {
        throw UsageError(reason: "--\(name) requires --tuning.")
      }
      return nil
    }
    let temperament = Temperament(rawValue: text.lowercased())
    if temperament == nil, has("tuning-root") {
      throw UsageError(reason: "--tuning-root requires the name of a temperament as --tuning.")
    }
    let isAnaMark = text.lowercased().hasSuffix(".tun")
    if mapping != nil, temperament != nil || isAnaMark {
      let name = has("keyboard-mapping") ? "--keyboard-mapping" : "The setting keyboardMapping"
      throw UsageError(reason: "\(name) requires a Scala file as --tuning.")
    }
    if let temperament {
      let isSetting = !has("tuning") && !has("scale")
      let root = isSetting && !has("tuning-root") ? settings.tuningRoot : value("tuning-root")
      return KeyboardTuning(temperament, root: try Self.tuningRoot(root))
    }
    return try Self.keyboardTuning(text, mapping: mapping)
  }

  /// Returns the path of the keyboard mapping: that of the options, or of the settings for the
  /// tuning of the settings.
  private func keyboardMapping(_ settings: PeachSettings) -> String? {
    let isSetting = !has("tuning") && !has("scale") && settings.tuning != nil
    return value("keyboard-mapping") ?? (isSetting ? settings.keyboardMapping : nil)
  }

  /// Reads a tuning file.
  static func keyboardTuning(_ text: String, mapping: String? = nil) throws -> KeyboardTuning {
    if FileAccess.resolved(text) == nil, !text.contains("."), !text.contains("/") {
      let names = Temperament.allCases.map(\.rawValue)
      throw UsageError(
        reason: "Unknown temperament \"\(text)\".\(UsageError.suggestion(for: text, in: names)) "
          + "`peach tuning --list` lists them.")
    }
    return text.lowercased().hasSuffix(".tun")
      ? try KeyboardTuning(tunAt: text) : try KeyboardTuning(scaleAt: text, mappingAt: mapping)
  }

  /// Returns the frequency of A4; 440 Hz if a keyboard mapping has its own frequency.
  func tunedReferencePitch(_ settings: PeachSettings) throws(UsageError) -> Frequency {
    guard keyboardMapping(settings) != nil else { return try referencePitch(settings) }
    if has("a4") {
      let name = has("keyboard-mapping") ? "--keyboard-mapping" : "the setting keyboardMapping"
      throw UsageError(
        reason: "--a4 and \(name) exclude each other: the mapping has a frequency.")
    }
    return FrequencyCalculation.concertPitch
  }

  /// Parses `--tuning-root`: a letter with accidentals.
  private static func tuningRoot(_ text: String?) throws(UsageError) -> Int {
    guard let text else { return 0 }
    guard let root = Temperament.root(named: text) else {
      throw .invalid(text, "--tuning-root", use: "a note without octave, such as D or Bb")
    }
    return root
  }
}
