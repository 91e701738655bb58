#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// MIDI from a device file, a named pipe or the standard input, as bare bytes.
///
/// ```swift
/// let input = try RawMIDIInput(path: "/dev/snd/midiC1D0") { bytes, nanoseconds in … }
/// ```
/// Any thread but the audio thread.
public final class RawMIDIInput: Sendable {
  /// What it reads.
  public let path: String
  private let descriptor: Int32
  private let thread: InputThread

  /// Begins to read; `-` is the standard input. Throws ``MIDIInputError``.
  public init(path: String, receiver: @escaping MIDIReceiver) throws(MIDIInputError) {
    let descriptor = path == "-" ? dup(0) : open(path, O_RDONLY | O_NONBLOCK)
    guard descriptor >= 0 else {
      throw .call("open", about: path, reason: String(cString: strerror(errno)))
    }
    self.path = path
    self.descriptor = descriptor
    thread = InputThread { Self.read(descriptor, receiver) }
  }

  deinit {
    thread.stop()
    close(descriptor)
  }

  /// True once the file is at its end, or the device is gone.
  public var isOver: Bool { thread.isOver }

  /// Waits for bytes a tenth of a second; false at the end.
  private static func read(_ descriptor: Int32, _ receiver: MIDIReceiver) -> Bool {
    var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    let ready = poll(&wait, 1, 100)
    if ready == 0 || (ready < 0 && errno == EINTR) { return true }
    guard ready > 0 else { return false }
    return withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 1) { room in
      #if canImport(Darwin)
        let count = Darwin.read(descriptor, room.baseAddress, room.count)
      #elseif canImport(Musl)
        let count = Musl.read(descriptor, room.baseAddress, room.count)
      #else
        let count = Glibc.read(descriptor, room.baseAddress, room.count)
      #endif
      if count < 0 { return errno == EAGAIN || errno == EINTR }
      if count == 0 { return false }
      receiver(UnsafeRawBufferPointer(rebasing: room[..<count]), InputThread.nanoseconds)
      return true
    }
  }
}
