import PeachServices

/// The options for the stretch of octaves, which `play`, `render`, `practice` and `live` share.
extension Syntax.Option {
  static let stretch = optionalValue(
    "stretch", OctaveStretch.Octave.words,
    "stretch the octaves of pianos and other strings, so that partials of both notes\n"
      + "coincide; corrects the pitches of recordings")
  static let stretchAmount = value(
    "stretch-amount", "PERCENT", "amount of the stretch, 0 to 200 (default: 100)")

  static let stretches = [stretch, stretchAmount]
}

extension OctaveStretch.Octave {
  /// The words of the option, the default first.
  fileprivate static var words: [String] {
    [mixed, twoToOne, fourToTwo, sixToThree].map(\.rawValue) + ["off"]
  }
}

extension Arguments {
  /// Returns the stretch of octaves of the options, or of the settings; `nil` if it is off.
  func octaveStretch(_ settings: PeachSettings) throws(UsageError) -> OctaveStretch? {
    guard isStretched(settings) else {
      if has("stretch-amount") {
        throw UsageError(reason: "--stretch-amount requires --stretch.")
      }
      return nil
    }
    let words = OctaveStretch.Octave.allCases
    let octave =
      has("stretch") ? words.first { $0.rawValue == value("stretch") } : settings.stretch
    guard let octave else {
      throw .invalid(
        value("stretch") ?? "", "--stretch",
        use: OctaveStretch.Octave.words.joined(separator: ", "))
    }
    let percent = try number("stretch-amount", in: 0...200)
    return OctaveStretch(octave, amount: (percent ?? 100) / 100)
  }

  /// Whether the option, or else the setting, stretches octaves.
  func isStretched(_ settings: PeachSettings) -> Bool {
    has("stretch") ? value("stretch") != "off" : settings.stretch != nil
  }
}
