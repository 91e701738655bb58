/// A note of any pitch, identified by an ID.
public struct Note: BitwiseCopyable, Sendable {
  /// The caller's ID of the note, not 0, for events that change or end it.
  public var id: UInt64
  /// The channel whose preset and controllers the note uses.
  public var channel: UInt8
  /// The pitch as a fractional MIDI note number; 69 is A4. The nearest key selects the regions
  /// unless ``regionKey`` is set.
  public var noteNumber: Double
  /// The velocity, 1 through 127.
  public var velocity: UInt8
  /// The key that selects the regions; `nil` for the nearest to the pitch. Notes with the same key
  /// play the same samples, regardless of their pitches.
  public var regionKey: UInt8?
  /// The velocity that selects the regions, without effect on the level; `nil` for ``velocity``.
  public var regionVelocity: UInt8?
  /// The duration including fades, after which the note is silent; `nil` to play until released.
  public var durationFrames: Int?
  /// The length of a raised-cosine fade-in; 0 for none.
  public var fadeInFrames: Int
  /// The length of the raised-cosine fade-out at the end of ``durationFrames``.
  public var fadeOutFrames: Int

  /// Creates a note.
  public init(
    id: UInt64, channel: UInt8 = 0, noteNumber: Double, velocity: UInt8 = 127,
    regionKey: UInt8? = nil, regionVelocity: UInt8? = nil, durationFrames: Int? = nil,
    fadeInFrames: Int = 0, fadeOutFrames: Int = 0
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
