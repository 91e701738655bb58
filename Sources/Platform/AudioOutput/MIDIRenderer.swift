/// The render callback of a client with MIDI input, and its context. A trivial value, so that the
/// audio thread never retains or releases an object.
package struct MIDIRenderer: @unchecked Sendable {
  // Safe: only the client's thread calls the function; its creator synchronizes the context.

  /// A received MIDI message, valid during the call.
  package struct Event: BitwiseCopyable {
    /// The frame offset within the call's buffer.
    package var frame: Int
    /// A complete message, starting with its status byte.
    package var bytes: UnsafePointer<UInt8>
    /// The number of bytes, at least 1.
    package var byteCount: Int
  }

  /// Renders `frameCount` frames of both channels. `events` points to `eventCount` values of
  /// ``Event``, sorted by frame. Called on the audio thread: must not allocate, lock, make system
  /// calls or count references.
  package typealias Render =
    @convention(c) (
      _ context: UnsafeMutableRawPointer, _ left: UnsafeMutablePointer<Float>,
      _ right: UnsafeMutablePointer<Float>, _ frameCount: Int, _ events: UnsafeRawPointer,
      _ eventCount: Int
    ) -> Void

  /// The first argument of every call; must be valid until the client's `stop` has returned.
  package let context: UnsafeMutableRawPointer
  package let render: Render

  package init(context: UnsafeMutableRawPointer, render: @escaping Render) {
    self.context = context
    self.render = render
  }
}
