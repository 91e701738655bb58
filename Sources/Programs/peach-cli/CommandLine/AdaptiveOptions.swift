import PeachServices

/// The options for adaptive tuning, which `play`, `render`, `live` and `tuning` share.
extension Syntax.Option {
  static let adaptive = optionalValue(
    "adaptive", ["five", "seven", "off"],
    "play chords in pure intervals, with sevenths of 16:9, or of 7:4 for \"seven\"; tones\n"
      + "are straight and smooth unless another option says how they are played")
  static let purity = value(
    "purity", "PERCENT", "amount of the correction by --adaptive, 0 to 100 (default: 100)")
  static let fixed = value(
    "fixed", "CHANNELS", "channels that keep the tuning, as for --mute; others adapt to them")
  static let untuned = value(
    "untuned", "CHANNELS", "channels that --adaptive ignores, as for --mute; drums are ignored")

  static let glide = value(
    "glide", "CENTS", "let held notes follow the chords, by at most so many cents per second")

  static let adaptiveOptions = [adaptive, purity, fixed, untuned, glide]
}

extension Arguments {
  /// Returns the options of `--adaptive`, or of the settings; `nil` if it is off.
  func adaptiveTuning(_ settings: PeachSettings) throws(UsageError) -> AdaptiveTuning? {
    guard isAdaptive(settings) else {
      for name in ["purity", "fixed", "untuned", "glide"] where has(name) {
        throw UsageError(reason: "--\(name) requires --adaptive.")
      }
      return nil
    }
    var options = AdaptiveTuning()
    let words: KeyValuePairs<String, AdaptiveTuning.Sevenths> = ["five": .five, "seven": .seven]
    options.sevenths = has("adaptive") ? .five : settings.adaptive ?? .five
    if let sevenths = try choice("adaptive", of: words) { options.sevenths = sevenths }
    if let percent = try number("purity", in: 0...100) { options.purity = percent / 100 }
    if let rate = try number("glide", in: 0...100) { options.glideRate = rate }
    if let text = value("fixed") {
      options.fixedChannels = try Self.channels(text, "--fixed")
    }
    if let text = value("untuned") {
      options.untunedChannels = try Self.channels(text, "--untuned")
    }
    return options
  }

  /// Whether the option, or else the setting, tunes chords to pure intervals.
  func isAdaptive(_ settings: PeachSettings) -> Bool {
    has("adaptive") ? value("adaptive") != "off" : settings.adaptive != nil
  }
}
