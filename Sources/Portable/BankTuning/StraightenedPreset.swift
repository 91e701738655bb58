package import PeachInstrumentModel
package import PeachIntonation
package import PeachMusicUnits

/// A preset of a ``StraightenedBank``, with the pitch of its recordings before and after.
package struct StraightenedPreset: Sendable {
  /// A recording of a preset: a sample, or both samples of a stereo pair.
  package struct Recording: Sendable {
    /// The name of its first sample.
    package var sampleName: String
    package var verdict: ToneVerdict
    /// Whether the written bank has a straight tone instead of it.
    package var isReplaced: Bool
    /// The standard deviation of its pitch contour, in cents.
    package var deviationCents: Double
    /// The disagreement of its partials, in cents.
    package var disagreementCents: Double
    /// The vibrato of the recording; `nil` if its contour has none.
    package var vibrato: RecordedVibrato?
    /// The largest deviation of the pitch in 100 ms before, in cents; `nil` if it was not measured.
    package var largestBeforeCents: Double?
    /// The largest deviation as written; `nil` if the recording is unchanged.
    package var largestAfterCents: Double?
    /// The pitch in windows of 100 ms.
    package var before: ToneWindows?
    package var after: ToneWindows?
  }

  /// The preset's name and numbers.
  package let preset: Preset
  /// Whether recordings of the preset are straight tones in the written bank.
  package let isStraightened: Bool
  /// Whether recordings of the preset lost their common glide.
  package let losesGlides: Bool
  /// The recordings of its regions.
  package private(set) var recordings: [Recording] = []

  init(_ plan: StraightPresetPlan, _ tones: StraightTones) {
    preset = plan.preset
    isStraightened = plan.isStraightened(tones)
    let replacesRecordings = plan.replacesRecordings(tones)
    losesGlides = replacesRecordings && plan.isPlucked
    for number in plan.recordings {
      let entry = tones.entries[number]
      // Another preset may use the zones of a recording as recorded.
      let isReplaced = replacesRecordings && entry.tone.replacesRecording && entry.after != nil
      let isStraight = entry.tone.verdict == .straight || entry.tone.verdict == .alreadyStraight
      let largest = entry.tone.largestWindowCents
      recordings.append(
        Recording(
          sampleName: plan.sampleName(entry.sample), verdict: entry.tone.verdict,
          isReplaced: isReplaced, deviationCents: entry.tone.deviationCents,
          disagreementCents: entry.tone.disagreementCents, vibrato: entry.tone.recordedVibrato,
          largestBeforeCents: entry.before?.largestCents ?? (largest > 0 ? largest : nil),
          largestAfterCents: isReplaced ? entry.after?.largestCents : nil,
          before: isReplaced || isStraight ? entry.before : nil,
          after: isReplaced ? entry.after : nil))
    }
  }

  /// The verdict of most recordings that are not straight; `alreadyStraight` if all are.
  package var reason: ToneVerdict {
    ToneVerdict.reason(in: recordings.map { $0.verdict }) ?? .alreadyStraight
  }

  /// The median of the deviations of the contours, in cents; `nil` if none was followed.
  package var medianDeviationCents: Double? {
    Self.median(
      recordings.filter { [.straight, .alreadyStraight, .severalPlayers].contains($0.verdict) }
        .map { $0.deviationCents })
  }

  /// The median vibrato of the recordings; `nil` if most of them have none.
  package var medianVibrato: RecordedVibrato? {
    RecordedVibrato(medianOf: recordings.map { $0.vibrato })
  }

  /// The largest deviation in 100 ms of all recordings, in cents; `nil` if none was measured.
  package func largestCents(after: Bool) -> Double? {
    recordings.compactMap {
      after ? $0.largestAfterCents ?? $0.largestBeforeCents : $0.largestBeforeCents
    }.max()
  }

  /// The median over the recordings of the largest deviation in 100 ms, in cents.
  package func medianCents(after: Bool) -> Double? {
    Self.median(
      recordings.compactMap {
        after ? $0.largestAfterCents ?? $0.largestBeforeCents : $0.largestBeforeCents
      })
  }

  private static func median(_ values: [Double]) -> Double? {
    values.isEmpty ? nil : values.sorted()[values.count / 2]
  }
}
