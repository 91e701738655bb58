/// Receives a segment of a MIDI byte stream, which may start and end within a message, and its time
/// of arrival by ``MIDIClock``. Called on the input's thread. The bytes are valid during the call.
public typealias MIDIReceiver =
  @Sendable (
    _ bytes: UnsafeRawBufferPointer, _ nanoseconds: UInt64
  ) -> Void
