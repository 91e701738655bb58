import PeachMIDIEvents
public import PeachMIDIInput
import PeachSequencing
import Synchronization

/// Merges MIDI from any number of inputs, each on its own thread, for one audio thread, which
/// receives complete messages in order of arrival, with the arrival times of their last bytes.
/// Inputs and audio thread never wait for each other.
public final class LiveInputs: @unchecked Sendable {
  // Safe: inputs push under a lock that the audio thread never takes.

  /// A segment of up to eight bytes of a message, or a Universal MIDI Packet of up to two words.
  /// Only system exclusive messages have several.
  struct Segment: BitwiseCopyable, Sendable {
    /// The ``count`` of a packet.
    static let packet: UInt8 = 0xFF

    var nanoseconds: UInt64
    var count: UInt8 = 0
    var bytes: (UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8) = (0, 0, 0, 0, 0, 0, 0, 0)
  }

  /// In segments.
  static let capacity = 8192

  /// The queue to the audio thread; valid for the lifetime of this object.
  let queue: UnsafeMutablePointer<CommandQueue<Segment>>
  private let producer = Mutex(())
  private let lost = Atomic(0)

  /// Creates an empty queue.
  public init() {
    queue = .allocate(capacity: 1)
    queue.initialize(to: CommandQueue(capacity: Self.capacity))
  }

  deinit {
    queue.deinitialize(count: 1)
    queue.deallocate()
  }

  /// The number of messages lost because the queue was full.
  public var lostCount: Int { lost.load(ordering: .relaxed) }

  /// Returns the receiver of a further input.
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

  /// Returns the receiver of Universal MIDI Packets. It ignores packets of more than 64 bits, which
  /// the unit does not read.
  public func packetReceiver() -> MIDIPacketReceiver {
    { packet, nanoseconds in
      guard UniversalMIDIPacket.wordCount(of: packet.word1) <= 2 else { return }
      var segment = Segment(nanoseconds: nanoseconds, count: Segment.packet)
      withUnsafeMutableBytes(of: &segment.bytes) {
        $0.storeBytes(of: packet.word1, as: UInt32.self)
        $0.storeBytes(of: packet.word2, toByteOffset: 4, as: UInt32.self)
      }
      self.producer.withLock { _ in
        if !self.queue.pointee.push(segment) { self.lost.wrappingAdd(1, ordering: .relaxed) }
      }
    }
  }

  /// Sends complete messages, with the current time.
  public func send(_ bytes: [UInt8]) {
    let receive = receiver()
    bytes.withUnsafeBytes { receive($0, MIDIClock.nanoseconds) }
  }

  private func push(_ message: [UInt8], _ nanoseconds: UInt64) {
    producer.withLock { _ in
      // A message is queued entirely or not at all.
      guard queue.pointee.room >= (message.count + 7) / 8 else {
        lost.wrappingAdd(1, ordering: .relaxed)
        return
      }
      for offset in stride(from: 0, to: message.count, by: 8) {
        var segment = Segment(nanoseconds: nanoseconds)
        segment.count = UInt8(min(message.count - offset, 8))
        withUnsafeMutableBytes(of: &segment.bytes) {
          $0.copyBytes(from: message[offset..<(offset + Int(segment.count))])
        }
        // There is room, as only the holder of the lock pushes.
        _ = queue.pointee.push(segment)
      }
    }
  }

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
