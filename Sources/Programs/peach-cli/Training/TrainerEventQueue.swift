import Peach
import PeachTrainerUI
import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A queue of events for the trainer's loop. A byte in a pipe wakes the loop.
final class TrainerEventQueue: Sendable {
  private let events = Mutex<[TrainerEvent]>([])
  /// The ends of the pipe.
  let (wakeReading, wakeWriting): (Int32, Int32)

  init() throws {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else {
      throw CommandFailure(reason: "Cannot create a pipe: \(String(cString: strerror(errno))).")
    }
    for end in ends {
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
    (wakeReading, wakeWriting) = (ends[0], ends[1])
  }

  /// Appends an event. Call on any thread.
  func post(_ event: TrainerEvent) {
    events.withLock { $0.append(event) }
    var byte: UInt8 = 0
    _ = write(wakeWriting, &byte, 1)
  }

  /// Removes and returns all events.
  func removeAll() -> [TrainerEvent] {
    events.withLock { events in
      defer { events = [] }
      return events
    }
  }

  /// Returns the bytes that woke the loop: 0 for an event, 1 for a change of the terminal.
  func drainPipe() -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = read(wakeReading, &bytes, bytes.count)
    return count > 0 ? Array(bytes[..<count]) : []
  }
}
