package import PeachMusicUnits

/// A recording whose own pitch contour (vibrato, scoop, drift) has been removed: its pitch is
/// constant from 50 ms after the onset.
///
/// The verdicts of its recordings decide on a preset as a whole (``isStraightened(verdicts:)``). In
/// a straightened preset, the frames of a recording are replaced if there are any, for any verdict.
package struct StraightTone: Hashable, Sendable {
  package var verdict: ToneVerdict
  /// The frames of each channel, from the first frame that a note plays; empty if the recording is
  /// unchanged.
  package var channels: [[Float]] = []
  /// The loop within ``channels``; `nil` without a loop.
  package var loop: Range<Int>?
  /// The pitch of ``channels`` at the sample rate of the recording.
  package var frequency = Frequency.hertz(0)
  /// The contour that was removed.
  package var vibrato = VibratoTable()
  /// The standard deviation of the recorded contour, in cents, from 0.1 s after the onset.
  package var deviationCents = 0.0
  /// The disagreement of the partials about the contour, in cents (rms).
  package var disagreementCents = 0.0
  /// The vibrato of the recording; `nil` if its contour has none.
  package var recordedVibrato: RecordedVibrato?
  /// The largest deviation of the pitch in 100 ms from 50 ms after the onset, in cents, as measured
  /// by ``CombEstimator``: of ``channels``, or of the recording if it is unchanged.
  package var largestWindowCents = 0.0
  /// Whether the recording was only classified: the tone has no frames, and no measured windows.
  package var isClassifiedOnly = false

  package init(verdict: ToneVerdict) { self.verdict = verdict }

  /// Whether ``channels`` replace the recording.
  package var replacesRecording: Bool { !channels.isEmpty }
}

/// The vibrato of a recording: its pitch contour without drift and scoop, in cents, as a table over
/// the frames of its straight tone.
package struct VibratoTable: Hashable, Sendable {
  /// The frames between two entries; 0 for an empty table.
  package var framesPerEntry = 0
  /// The contour at the frames `0`, `framesPerEntry`, … in cents. Positions in the loop wrap with
  /// it.
  package var cents: [Float] = []

  package init() {}

  package init(framesPerEntry: Int, cents: [Float]) {
    self.framesPerEntry = framesPerEntry
    self.cents = cents
  }
}

extension StraightTone {
  /// Returns whether the recordings of a preset are straightened, by the verdicts of those that are
  /// held. If more than a third has several players or no pitch, or more than half decays, none of
  /// the preset is straightened: adjacent keys would sound different.
  package static func isStraightened(verdicts: [ToneVerdict]) -> Bool {
    let others = verdicts.count { $0 == .severalPlayers || $0 == .unpitched }
    let decaying = verdicts.count { $0 == .decaying }
    return 3 * others <= verdicts.count && 2 * decaying <= verdicts.count
  }
}
