import PeachServices

/// The options for the way in which recordings are played, which `play`, `render`, `practice` and
/// `live` share.
extension Syntax.Option {
  static let tone = value(
    "tone", "TONE",
    "bank, corrected, or straight with ,smooth and ,vibrato=PERCENT, such as\n"
      + "straight,vibrato=50 (default: the setting tone, or that of the command)")
}

extension Arguments {
  /// The older names of tones, which `--tone` replaces.
  private static let olderToneNames = [
    "straight", "in-tune", "uncorrected", "as-recorded", "vibrato", "smooth",
  ]

  /// Returns how recordings are played: as `--tone` or its older names say, or else the setting,
  /// or else straight and smooth with pure chords, or else `standard`. Stretched octaves need
  /// corrected recordings.
  func recordingTone(
    _ settings: PeachSettings, standard: RecordingTone
  ) throws(UsageError) -> RecordingTone {
    let isStretched = isStretched(settings)
    let tone = try givenTone(settings, standard)
    if isStretched, has("stretch"), let tone, !tone.isCorrected {
      let name = has("tone") ? "--tone bank" : "--uncorrected"
      throw UsageError(
        reason: "--stretch and \(name) exclude each other: it requires corrected recordings.")
    }
    if let tone { return tone }
    let chosen =
      settings.tone
      ?? (isAdaptive(settings)
        ? RecordingTone(isCorrected: true, .straight(smoothsLevels: true)) : standard)
    return isStretched && chosen == .bank ? .corrected : chosen
  }

  /// Returns the tone of the options; `nil` if there are none.
  private func givenTone(
    _ settings: PeachSettings, _ standard: RecordingTone
  ) throws(UsageError) -> RecordingTone? {
    let older = Self.olderToneNames.filter { has($0) }
    if let text = value("tone") {
      if let name = older.first {
        throw UsageError(reason: "--tone and --\(name) exclude each other: both choose the tone.")
      }
      guard let tone = RecordingTone(text) else {
        throw .invalid(
          text, "--tone", use: "bank, corrected, or straight with ,smooth and ,vibrato=0 to 200")
      }
      return tone
    }
    if older.isEmpty { return nil }
    if standard == .straight { return try noteTone() }
    if has("straight"), has("uncorrected") {
      throw UsageError(reason: "--straight and --uncorrected exclude each other.")
    }
    let percent = try number("vibrato", in: 0...200)
    if has("straight") {
      return RecordingTone(
        isCorrected: true,
        .straight(vibrato: (percent ?? 0) / 100, smoothsLevels: has("smooth")))
    }
    // Pure chords are straight and smooth, with any vibrato.
    if isAdaptive(settings), !has("in-tune"), !has("uncorrected") {
      return RecordingTone(
        isCorrected: true, .straight(vibrato: (percent ?? 0) / 100, smoothsLevels: true))
    }
    for name in ["vibrato", "smooth"] where has(name) {
      throw UsageError(reason: "--\(name) requires --straight.")
    }
    return has("in-tune") ? .corrected : has("uncorrected") ? .bank : standard
  }

  /// Returns the tone of a note by the older names. The mean pitch is corrected unless
  /// `--uncorrected` is given, even if the recorded vibrato remains.
  private func noteTone() throws(UsageError) -> RecordingTone {
    let percent = try number("vibrato", in: 0...200)
    guard has("as-recorded") else {
      return RecordingTone(
        isCorrected: !has("uncorrected"),
        .straight(vibrato: (percent ?? 0) / 100, smoothsLevels: has("smooth")))
    }
    for name in ["vibrato", "smooth"] where has(name) {
      throw UsageError(reason: "--\(name) and --as-recorded exclude each other.")
    }
    return RecordingTone(isCorrected: !has("uncorrected"), .recorded)
  }
}
