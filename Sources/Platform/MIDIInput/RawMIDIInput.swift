import PeachPOSIX

/// An input of raw MIDI bytes from a device file, a named pipe or standard input.
public final class RawMIDIInput: Sendable {
  package let path: String
  private let descriptor: Int32
  private let thread: InputThread

  /// Opens an input; `-` is standard input.
  public init(path: String, receiver: @escaping MIDIReceiver) throws(MIDIInputError) {
    // Child processes, such as that of a download, must not inherit the device.
    let descriptor =
      path == "-"
      ? fcntl(0, F_DUPFD_CLOEXEC, 0) : open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
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

  /// Whether the input has ended or the device is lost.
  package var isOver: Bool { thread.isOver }

  /// Reads for at most 0.1 s. Returns `false` at the end of the input.
  private static func read(_ descriptor: Int32, _ receiver: MIDIReceiver) -> Bool {
    var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    let ready = poll(&wait, 1, 100)
    if ready == 0 || (ready < 0 && errno == EINTR) { return true }
    guard ready > 0 else { return false }
    return withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 1) { buffer in
      let count = systemRead(descriptor, buffer)
      if count < 0 { return errno == EAGAIN || errno == EINTR }
      if count == 0 { return false }
      receiver(UnsafeRawBufferPointer(rebasing: buffer[..<count]), MIDIClock.nanoseconds)
      return true
    }
  }
}

// Outside the type, where `read` is the C function.
private func systemRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawBufferPointer) -> Int {
  read(descriptor, bytes.baseAddress, bytes.count)
}
