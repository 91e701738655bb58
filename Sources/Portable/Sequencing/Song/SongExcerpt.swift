public import PeachMIDIEvents
import PeachMusicUnits

/// The part of a song that is rendered, and changes to it. Times are those of the file.
///
/// ```swift
/// var excerpt = SongExcerpt()
/// (excerpt.startSeconds, excerpt.endSeconds, excerpt.rate) = (12, 20, 0.5)  // 16 s of audio
/// ```
public struct SongExcerpt: Hashable, Sendable {
  /// The start, in seconds of the file. Notes that began earlier are not heard.
  public var startSeconds = 0.0
  /// The end, in seconds of the file, at which notes are released; `nil` for the end of the song.
  public var endSeconds: Double?
  /// The tempo as a factor of the file's, within ``SongPlayer/rates``. The pitch is unchanged.
  public var rate = 1.0
  /// The transposition in semitones of all channels but percussion, within
  /// ``SongPlayer/transpositions``.
  public var transposition = 0
  /// The muted channels.
  public var mutedChannels = SongChannels()
  /// The exact length of the decay after the end, in seconds; `nil` until it is silent, at most
  /// ``SongRenderer/longestTailSeconds``.
  public var tailSeconds: Double?
  /// The peak of the accented clicks of a metronome, in dBFS; `nil` for none. A click is at each
  /// beat of the time signature, 6 dB louder and higher at the first beat of a bar.
  public var clickDecibels: Double?

  /// The default peak of accented clicks, in dBFS.
  public static let defaultClickDecibels = -12.0

  /// Creates an excerpt of the whole song, unchanged.
  public init() {}

  /// Whether all of the song is rendered, unchanged.
  package var isWhole: Bool { self == SongExcerpt() }

  /// Creates an excerpt of the whole song, with a listener's settings.
  package init(_ settings: SongSettings) {
    (rate, transposition) = (settings.rate, settings.transposition)
    mutedChannels = settings.mutedChannels
  }

  /// The settings, within their ranges.
  package var settings: SongSettings {
    var settings = SongSettings()
    settings.rate = min(max(rate, SongPlayer.rates.lowerBound), SongPlayer.rates.upperBound)
    let range = SongPlayer.transpositions
    settings.transposition = min(max(transposition, range.lowerBound), range.upperBound)
    settings.mutedChannels = mutedChannels
    settings.clickGain = clickDecibels.map { Float(Decibels(min($0, 0)).amplitude) } ?? 0
    return settings
  }
}
