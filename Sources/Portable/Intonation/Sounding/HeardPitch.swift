import PeachMusicUnits

/// The pitch of the first second of a note as it sounds, in cents above its key.
package struct HeardPitch: Hashable, Sendable {
  /// The mean from 0.1 s after the onset on.
  package var meanCents: Double
  /// The largest distance of 100 ms from the mean, from 50 ms after the onset on.
  package var variationCents: Double

  package init(meanCents: Double, variationCents: Double) {
    self.meanCents = meanCents
    self.variationCents = variationCents
  }

  /// Creates the pitch of a note from a reading after a shift.
  ///
  /// The windows of a reading weight their middle. What a listener hears in 100 ms, all of which
  /// count alike, is the mean of three of them, 25 ms apart.
  init(_ reading: NoteReading, shiftedBy shift: Double) {
    meanCents = reading.mean + shift
    variationCents = reading.variation
    let windows = reading.windows
    for index in Self.firstIndex..<max(windows.count - 1, Self.firstIndex) {
      guard let before = windows[index - 1], let own = windows[index],
        let after = windows[index + 1]
      else { continue }
      variationCents = max(variationCents, abs((before + own + after) / 3 - reading.mean))
    }
  }

  /// Returns the larger of both means, by magnitude, and of both variations.
  func maximum(_ other: HeardPitch) -> HeardPitch {
    HeardPitch(
      meanCents: abs(other.meanCents) > abs(meanCents) ? other.meanCents : meanCents,
      variationCents: max(variationCents, other.variationCents))
  }

  /// The window from 50 ms on.
  private static let firstIndex = 2
}
