public import PeachMIDIEvents

/// The options for adaptive just intonation: chords of a song sound in pure intervals, while the
/// pitch center stays within a few cents. See `SongTuning`.
public struct AdaptiveTuning: Hashable, BitwiseCopyable, Sendable {
  /// The tuning of dominant sevenths.
  public enum Sevenths: String, BitwiseCopyable, CaseIterable, Hashable, Sendable {
    /// 16/9 above the root, as the fourth degree of the key.
    case five
    /// 7/4: a dominant seventh chord is 4 : 5 : 6 : 7.
    case seven
  }

  /// The tuning of dominant sevenths.
  public var sevenths = Sevenths.five
  /// The amount of correction: 0 is the temperament, 1 is pure.
  public var purity = 1.0 {
    didSet { purity = purity >= 0 ? min(purity, 1) : 0 }
  }
  /// Channels that are analyzed with the others and keep the temperament.
  public var fixedChannels = SongChannels()
  /// Channels that are neither analyzed nor tuned, like percussion.
  public var untunedChannels = SongChannels()

  /// The rate at which held notes follow the chords, in cents per second; 0 to keep their pitch.
  public var glideRate = 0.0 {
    didSet { glideRate = glideRate >= 0 ? min(glideRate, 1_000) : 0 }
  }

  /// Creates the default options.
  public init() {}
}
