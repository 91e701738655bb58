public import PeachInstrumentModel
public import PeachMIDIEvents

/// Something that happens to a unit at a frame of the block that it renders.
public struct UnitEvent: BitwiseCopyable, @unchecked Sendable {
  // Sound: bytes are read while the block is rendered, and only then.

  /// What happens.
  public enum Content: BitwiseCopyable {
    /// A MIDI message.
    case message(MIDIMessage)
    /// MIDI bytes, any number of messages or a part of one, valid while the block is rendered.
    case bytes(UnsafePointer<UInt8>, count: Int)
    /// A parameter moves to a value within so many frames; 0 for at once.
    case parameter(address: UInt64, value: Float, rampFrames: Int)
    /// What is added to a generator moves to so much within so many frames. It stays when another
    /// preset is chosen.
    case offset(Generator, value: Float, rampFrames: Int)
    /// A packet of MIDI 2.0.
    case packet(UniversalPacket)
  }

  /// Frames from the block's beginning.
  public var frame: Int
  /// What happens.
  public var content: Content

  /// Something at a frame.
  public init(frame: Int, _ content: Content) {
    self.frame = frame
    self.content = content
  }
}
