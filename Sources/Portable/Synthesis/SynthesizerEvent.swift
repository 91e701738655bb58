/// Something that happens to a synthesizer at a frame.
public enum SynthesizerEvent: BitwiseCopyable, Sendable {
  /// A key goes down; velocity 0 means that it goes up.
  case noteOn(channel: UInt8, key: UInt8, velocity: UInt8)
  /// A key goes up.
  case noteOff(channel: UInt8, key: UInt8)
  /// A controller moves, 0 through 127.
  case controlChange(channel: UInt8, controller: UInt8, value: UInt8)
  /// A preset is chosen from those installed.
  case programChange(channel: UInt8, program: UInt8)
  /// A key is pressed down harder after it was struck.
  case keyPressure(channel: UInt8, key: UInt8, value: UInt8)
  /// The keyboard is pressed.
  case channelPressure(channel: UInt8, value: UInt8)
  /// The wheel moves: 0 through 16383, 8192 in the middle.
  case pitchBend(channel: UInt8, value: UInt16)
  /// A preset is put on a channel; what sounds there goes on.
  case usePreset(channel: UInt8, preset: PresetHandle)
  /// A note begins, at any pitch.
  case startNote(Note)
  /// A sounding note moves to another pitch.
  case retune(note: UInt64, noteNumber: Double)
  /// A note is let go, and fades as its preset says.
  case release(note: UInt64)
  /// A note fades out over so many frames and is gone.
  case fade(note: UInt64, frames: Int)
  /// Everything on a channel fades out over so many frames and is gone.
  case fadeChannel(UInt8, frames: Int)
  /// Everything on all channels fades out over so many frames and is gone.
  case fadeAll(frames: Int)
  /// The reverb changes; what sounds of it goes on.
  case reverb(ReverbSettings)
  /// The chorus changes; what sounds of it goes on.
  case chorus(ChorusSettings)
}

/// An event and the frame of a block at which it happens.
public struct TimedEvent: BitwiseCopyable, Sendable {
  /// Frames from the block's beginning.
  public var frame: Int
  /// What happens.
  public var event: SynthesizerEvent

  /// An event at a frame.
  public init(frame: Int, event: SynthesizerEvent) {
    self.frame = frame
    self.event = event
  }
}
