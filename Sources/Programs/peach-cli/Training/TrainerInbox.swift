import Peach
import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Where what happens elsewhere waits for the trainer's loop; a byte in a pipe wakes it.
final class TrainerInbox: Sendable {
  private let events = Mutex<[TrainerEvent]>([])
  /// The pipe's ends.
  let (wakeReading, wakeWriting): (Int32, Int32)

  init() throws {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else {
      throw CommandFailure(reason: "no pipe: \(String(cString: strerror(errno))).")
    }
    for end in ends {
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
    (wakeReading, wakeWriting) = (ends[0], ends[1])
  }

  /// Puts an event in; from any thread.
  func post(_ event: TrainerEvent) {
    events.withLock { $0.append(event) }
    var byte: UInt8 = 0
    _ = write(wakeWriting, &byte, 1)
  }

  /// Takes all events out.
  func take() -> [TrainerEvent] {
    events.withLock { events in
      defer { events = [] }
      return events
    }
  }

  /// What woke the loop, a byte each: 0 for an event, 1 for the terminal.
  func drain() -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = read(wakeReading, &bytes, bytes.count)
    return count > 0 ? Array(bytes[..<count]) : []
  }
}
