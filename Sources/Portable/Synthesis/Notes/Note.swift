/// A note at any pitch, with its own name and its own beginning and end.
public struct Note: BitwiseCopyable, Sendable {
  /// The caller's number for it, not 0, by which it is retuned and ended.
  public var id: UInt64
  /// The channel whose preset and controllers it uses.
  public var channel: UInt8
  /// The pitch as a place on the keyboard, 69 for A4; fractions are cents. The nearest key chooses
  /// the recording, unless ``regionKey`` does.
  public var noteNumber: Double
  /// 1 through 127.
  public var velocity: UInt8
  /// The key that chooses the recording, or nil for the nearest to the pitch: two notes with the
  /// same one sound from the same recording whatever key boundary lies between their pitches.
  public var regionKey: UInt8?
  /// The velocity that chooses the recording, or nil for ``velocity``: how loud the note is stays.
  public var regionVelocity: UInt8?
  /// How long it sounds, fades included, after which it is silent to the frame; nil until ended.
  public var durationFrames: Int?
  /// The length of a raised-cosine fade at the beginning; 0 leaves the recording's own.
  public var fadeInFrames: Int
  /// The length of the raised-cosine fade at the end of `durationFrames`.
  public var fadeOutFrames: Int

  /// A note of these properties.
  public init(
    id: UInt64, channel: UInt8 = 0, noteNumber: Double, velocity: UInt8 = 127,
    regionKey: UInt8? = nil, regionVelocity: UInt8? = nil, durationFrames: Int? = nil,
    fadeInFrames: Int = 0,
    fadeOutFrames: Int = 0
  ) {
    self.id = id
    self.channel = channel
    self.noteNumber = noteNumber
    self.velocity = velocity
    self.regionKey = regionKey
    self.regionVelocity = regionVelocity
    self.durationFrames = durationFrames
    self.fadeInFrames = fadeInFrames
    self.fadeOutFrames = fadeOutFrames
  }
}
