/// Takes bytes of MIDI as they come in: pieces of a stream, cut anywhere, each with the time at which it
/// came, in nanoseconds of the system's monotonic clock. Called on the input's own thread; the bytes are
/// valid during the call.
public typealias MIDIReceiver =
  @Sendable (
    _ bytes: UnsafeRawBufferPointer, _ nanoseconds: UInt64
  ) -> Void
