package import PeachIntonation

/// The way a preset's recordings are played after the attempt to make them straight.
/// `\(tone)` is a phrase for users.
public enum AppliedTone: String, Hashable, Sendable, CustomStringConvertible {
  /// The pitch contour of the recordings is removed.
  case straight = "straight tone"
  /// As recorded, because several players have no common contour.
  case severalPlayers = "several players: as recorded"
  /// As recorded, because the tone decays while its key is held.
  case decaying = "decaying tone: as recorded"
  /// The tone decays, and its pitch glides no more.
  case glideRemoved = "decaying tone: glide removed"
  /// As recorded, because there is no pitch.
  case unpitched = "no pitch: as recorded"
  /// As recorded, because the result would not be straighter.
  case unverified = "no common contour: as recorded"
  /// As in the bank, because straight tones or corrections would make the note less in tune.
  case lessInTune = "less in tune when straightened: as recorded"
  /// As recorded, as requested.
  case recorded = "as recorded"

  /// The phrase.
  public var description: String { rawValue }

  /// Returns the reason why recordings with these verdicts are not straight: the verdict of
  /// most of them.
  package static func reason(_ verdicts: [StraightTone.Verdict]) -> AppliedTone {
    let reasons: [(StraightTone.Verdict, AppliedTone)] = [
      (.severalPlayers, .severalPlayers), (.decaying, .decaying), (.unpitched, .unpitched),
      (.unverified, .unverified),
    ]
    var best = (count: 0, tone: AppliedTone.unpitched)
    for (verdict, tone) in reasons {
      let count = verdicts.count { $0 == verdict }
      if count > best.count { best = (count, tone) }
    }
    return best.tone
  }
}
