import PeachServices

/// The intonation of a preset as it is played by default, as `--intonation` prints it.
struct IntonationLine: Encodable {
  var badge: String
  /// Whether the pitch contour of the recordings is removed.
  var isStraight: Bool
  /// Why the contour is not removed: `several players`, `decaying` or `no common contour`.
  var reason: String?
  /// The largest error of a note's mean pitch over 0.1 to 1 s without correction, in cents.
  var worstErrorCents: Double
  /// The largest error of the mean that may remain after correction, in cents. This and the next
  /// two are `nil` for straight tones that have not been verified.
  var worstRemainderCents: Double?
  /// The largest distance of a window of 100 ms from the mean of its note, in cents.
  var worstVariationCents: Double?
  /// The largest error after the first second of a note, after correction, in cents.
  var worstLaterCents: Double?
  /// The median extent of the recorded vibrato, ± cents; `nil` without vibrato.
  var vibratoExtentCents: Double?
  /// The median rate of the recorded vibrato, in hertz.
  var vibratoHertz: Double?

  init(_ intonation: PlayedIntonation) {
    badge = intonation.badge.phrase
    isStraight = intonation.tone == .straight
    if case .varying(_, _, _, let reason) = intonation.badge { self.reason = reason?.phrase }
    let played = intonation.played
    worstErrorCents = intonation.recorded.worstCents(after: false)
    worstRemainderCents = played?.worstRemainderCents
    worstVariationCents = played?.worstVariationCents
    worstLaterCents = played?.worstLaterCents
    vibratoExtentCents = intonation.vibratoExtentCents
    vibratoHertz = intonation.vibratoHertz
  }

  /// The explanation of the badges in help texts.
  static let note = """
    --intonation rates the presets as `play` and `train` play them by default. "straight, within 0.5
    cents": the vibrato and the drift of the recordings are removed; each 100 ms of a note, from
    50 ms after its onset, is within 0.5 cents, and notes that have been played count as they sound.
    "several players", "decaying" and "no common contour": presets that keep their pitch contour.
    Their mean is corrected in notes of which measurements agree; "decaying" ones lose the glide
    after the onset. "exact": within 1 cent without being straightened. New presets are measured,
    which takes a few seconds each, and known from then on; Ctrl-C keeps the finished ones.
    """

  /// The quantities that are known, by name:
  /// `mean within 0.3 cents; largest 100 ms deviation 0.5 cents; vibrato extent ±13.0 cents at 5.6
  /// Hz`.
  var details: String {
    var parts: [String] = []
    if let mean = worstRemainderCents { parts.append("mean within \(mean.decimals(1)) cents") }
    if let window = worstVariationCents {
      parts.append("largest 100 ms deviation \(window.decimals(1)) cents")
    }
    if let extent = vibratoExtentCents, let hertz = vibratoHertz {
      parts.append(
        (isStraight ? "recorded " : "")
          + "vibrato extent ±\(extent.decimals(1)) cents at \(hertz.decimals(1)) Hz")
    }
    return parts.joined(separator: "; ")
  }

  /// Returns the intonation of all pitched presets. Measures and classifies presets that are not in
  /// the cache. Ctrl-C keeps the measurements made so far.
  static func all(
    _ entries: [LibraryEntry], of library: SoundFontLibrary
  ) throws -> [LibraryEntry: IntonationLine] {
    var lines: [LibraryEntry: IntonationLine] = [:]
    let (cache, straightTones) = (IntonationCache(), StraightToneCache())
    try Progress.track("measuring") { report in
      for (index, entry) in entries.enumerated() {
        try report(Double(index) / Double(entries.count))
        guard entry.isPitched, let preset = library.preset(at: entry) else { continue }
        var intonation = try preset.playedIntonation(cache, straightTones: straightTones)
        if case .straight(nil)? = intonation?.badge {
          // Straightens the recordings, and so finds their deviation.
          _ = try preset.prepared(
            intonation: cache, tone: .straight, straightTones: straightTones)
          intonation = try preset.playedIntonation(cache, straightTones: straightTones)
        }
        lines[entry] = intonation.map { IntonationLine($0) }
      }
    }
    return lines
  }
}

extension SoundFontLibrary {
  func preset(at entry: LibraryEntry) -> BankPreset? {
    banks.first { $0.file.path == entry.path }.map {
      BankPreset(bank: $0.bank, index: entry.index)
    }
  }
}
