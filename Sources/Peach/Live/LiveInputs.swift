import PeachMIDIEvents
public import PeachMIDIInput
import PeachSequencing
import Synchronization

/// Brings MIDI from any number of inputs, each on a thread of its own, to one audio thread.
///
/// Messages arrive whole and in the order in which they came, however the inputs cut their streams;
/// each has the time at which its last byte came. No input waits for the audio thread, nor that for
/// them.
public final class LiveInputs: @unchecked Sendable {
  // Sound: inputs push one at a time, under a lock that the audio thread never takes.

  /// Up to eight bytes of a message: all of it, unless it is a long one of the system.
  struct Piece: BitwiseCopyable, Sendable {
    var nanoseconds: UInt64
    var count: UInt8 = 0
    var bytes: (UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8) = (0, 0, 0, 0, 0, 0, 0, 0)
  }

  /// How many pieces may wait for the audio thread.
  static let capacity = 8192

  /// What the audio thread takes from; valid while this object lives.
  let queue: UnsafeMutablePointer<CommandQueue<Piece>>
  private let producer = Mutex(())
  private let lost = Atomic(0)

  /// Inputs that nothing has come from.
  public init() {
    queue = .allocate(capacity: 1)
    queue.initialize(to: CommandQueue(capacity: Self.capacity))
  }

  deinit {
    queue.deinitialize(count: 1)
    queue.deallocate()
  }

  /// How many messages were lost because more came than were played.
  public var lostCount: Int { lost.load(ordering: .relaxed) }

  /// Takes what one more input receives.
  public func receiver() -> MIDIReceiver {
    let stream = Mutex(Stream())
    return { bytes, nanoseconds in
      stream.withLock { stream in
        for byte in bytes {
          if let message = stream.message(endingWith: byte) { self.push(message, nanoseconds) }
        }
      }
    }
  }

  /// Sends whole messages, as an input would at this moment.
  public func send(_ bytes: [UInt8]) {
    let receive = receiver()
    bytes.withUnsafeBytes { receive($0, MIDIClock.nanoseconds) }
  }

  private func push(_ message: [UInt8], _ nanoseconds: UInt64) {
    producer.withLock { _ in
      // A long message is there as a whole, or not at all.
      guard queue.pointee.room >= (message.count + 7) / 8 else {
        lost.wrappingAdd(1, ordering: .relaxed)
        return
      }
      var place = 0
      while place < message.count {
        var piece = Piece(nanoseconds: nanoseconds)
        piece.count = UInt8(min(message.count - place, 8))
        withUnsafeMutableBytes(of: &piece.bytes) { room in
          for index in 0..<Int(piece.count) { room[index] = message[place + index] }
        }
        queue.pointee.push(piece)
        place += 8
      }
    }
  }

  /// One input's stream of bytes.
  private struct Stream: ~Copyable {
    private var parser = MIDIParser(systemExclusiveCapacity: 32_768)

    mutating func message(endingWith byte: UInt8) -> [UInt8]? {
      switch parser.step(byte) {
      case .message(let message):
        return Array([message.status, message.data1, message.data2].prefix(message.byteCount))
      case .systemExclusive: return [0xF0] + Array(parser.systemExclusive) + [0xF7]
      case nil: return nil
      }
    }
  }
}
