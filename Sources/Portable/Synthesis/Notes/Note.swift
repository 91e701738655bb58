/// A note of any pitch, identified by an ID.
public struct Note: BitwiseCopyable, Sendable {
  /// The caller's ID of the note, not 0, for events that change or end it.
  public var id: UInt64
  /// The channel whose preset and controllers the note uses.
  public var channel: UInt8
  /// The pitch as a fractional MIDI note number; 69 is A4. The nearest key selects the regions
  /// unless ``regionKey`` is set.
  public var noteNumber: Double
  /// The velocity, 1 through 127, which selects the regions and is the input of their modulators.
  public var velocity: UInt8
  /// The amplitude relative to the level at velocity 127: positive, at most 1; 0.5 is −6.02 dB.
  /// `nil` for the level of ``velocity``. A note of any other amplitude does not start.
  public var amplitude: Double?
  /// The key that selects the regions; `nil` for the nearest to the pitch. Notes with the same key
  /// play the same samples, regardless of their pitches.
  public var regionKey: UInt8?
  /// The duration including fades, after which the note is silent; `nil` to play until released.
  public var durationFrames: Int?
  /// The length of a raised-cosine fade-in; 0 for none.
  public var fadeInFrames: Int
  /// The length of the raised-cosine fade-out at the end of ``durationFrames``.
  public var fadeOutFrames: Int

  /// Creates a note.
  public init(
    id: UInt64, channel: UInt8 = 0, noteNumber: Double, velocity: UInt8 = 127,
    amplitude: Double? = nil, regionKey: UInt8? = nil, durationFrames: Int? = nil,
    fadeInFrames: Int = 0, fadeOutFrames: Int = 0
  ) {
    self.id = id
    self.channel = channel
    self.noteNumber = noteNumber
    self.velocity = velocity
    self.amplitude = amplitude
    self.regionKey = regionKey
    self.durationFrames = durationFrames
    self.fadeInFrames = fadeInFrames
    self.fadeOutFrames = fadeOutFrames
  }
}
