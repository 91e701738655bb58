/// The measured class of a recorded tone, which determines whether its pitch contour (vibrato,
/// scoop, drift) can be removed. A preset has the verdict of most of its recordings.
public enum ToneVerdict: UInt8, Hashable, Sendable, CaseIterable {
  /// The pitch is constant already: only the attack is corrected.
  case alreadyStraight = 0
  /// One player: the contour can be removed.
  case straight = 1
  /// Several players, whose pitches differ and have no common contour.
  case severalPlayers = 2
  /// The tone decays while its key is held, such as a plucked string.
  case decaying = 3
  /// There is no pitch.
  case unpitched = 4
  /// The partials have no common contour: the result would not be straighter.
  case unverified = 5

  /// Returns the most frequent reason for which recordings with these verdicts are not straight;
  /// `nil` if all of them are.
  package static func reason(in verdicts: [ToneVerdict]) -> ToneVerdict? {
    var best: (count: Int, verdict: ToneVerdict)?
    for verdict in [ToneVerdict.severalPlayers, .decaying, .unpitched, .unverified] {
      let count = verdicts.count { $0 == verdict }
      if count > best?.count ?? 0 { best = (count, verdict) }
    }
    return best?.verdict
  }
}
