public import PeachMusicUnits

/// The way a preset's recordings are played after the attempt to make them straight.
public enum AppliedTone: Hashable, Sendable {
  /// The pitch contour of the recordings is removed.
  case straight
  /// The tone decays, and its pitch glides no more.
  case glideRemoved
  /// As recorded, because of the verdict on most of the recordings.
  case kept(ToneVerdict)
  /// As in the bank, because straight tones or corrections would make the note less in tune.
  case lessInTune
  /// As recorded, as requested.
  case recorded
}
