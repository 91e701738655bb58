/// What a client that gets MIDI with its audio calls for sound: a function and the context it is given.
///
/// A plain value, so that calling it neither retains nor releases anything on the audio thread.
public struct MIDIRenderer: @unchecked Sendable {
  // Sound: only the client's thread calls the function, and whoever made the context answers for what
  // else touches it.

  /// A message that came in, valid during the call that has it.
  public struct Event: BitwiseCopyable {
    /// The frame of this call's audio at which it takes effect.
    public var frame: Int
    /// Its bytes, with a status byte in front; a system exclusive message is whole.
    public var bytes: UnsafePointer<UInt8>
    /// How many there are, at least 1.
    public var byteCount: Int

    /// A message of these parts.
    public init(frame: Int, bytes: UnsafePointer<UInt8>, byteCount: Int) {
      self.frame = frame
      self.bytes = bytes
      self.byteCount = byteCount
    }
  }

  /// Fills `frameCount` frames of each channel, with `eventCount` values of ``Event`` at `events`, in
  /// the order of their frames, which are within the call's.
  ///
  /// Called on the audio thread: no allocation, lock, system call or reference counting within.
  public typealias Render =
    @convention(c) (
      _ context: UnsafeMutableRawPointer, _ left: UnsafeMutablePointer<Float>,
      _ right: UnsafeMutablePointer<Float>, _ frameCount: Int, _ events: UnsafeRawPointer,
      _ eventCount: Int
    ) -> Void

  /// Handed to every call; valid until the client's `stop` has returned.
  public let context: UnsafeMutableRawPointer
  /// The function.
  public let render: Render

  /// A renderer of these parts.
  public init(context: UnsafeMutableRawPointer, render: @escaping Render) {
    self.context = context
    self.render = render
  }
}
