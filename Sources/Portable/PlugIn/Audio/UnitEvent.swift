public import PeachInstrumentModel
public import PeachMIDIEvents

/// An event of a unit, with its frame within the block.
public struct UnitEvent: BitwiseCopyable, @unchecked Sendable {
  // Safe: bytes are read only while the block is rendered.

  /// The content of an event.
  public enum Content: BitwiseCopyable {
    /// A MIDI message.
    case message(MIDIMessage)
    /// MIDI bytes, any number of messages or a fragment of one, valid while the block is rendered.
    case bytes(UnsafePointer<UInt8>, count: Int)
    /// Ramps a parameter to a value; 0 frames set it immediately.
    case parameter(address: UInt64, value: Float, rampFrames: Int)
    /// Ramps a generator's offset to a value. Offsets persist when another preset is selected.
    case offset(Generator, value: Float, rampFrames: Int)
    /// A Universal MIDI Packet (MIDI 2.0).
    case packet(UniversalMIDIPacket)
  }

  /// The offset from the start of the block, in frames.
  public var frame: Int
  /// The content.
  public var content: Content

  /// Creates an event.
  public init(frame: Int, _ content: Content) {
    self.frame = frame
    self.content = content
  }
}
