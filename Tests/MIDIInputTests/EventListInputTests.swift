import PeachMIDIEvents
import Synchronization
import Testing

@testable import PeachMIDIInput

/// Lists in the layout of CoreMIDI's `MIDIEventList`.
@Suite("MIDI event lists")
struct EventListInputTests {
  private struct Received: Equatable {
    var packet: UniversalMIDIPacket
    var nanoseconds: UInt64
  }

  /// Returns what is received from packets with these stamps and words, at 2,000 ticks of 125/3 ns.
  private func receive(
    _ packets: [(stamp: UInt64, words: [UInt32])], count: Int? = nil, declared: UInt32? = nil
  ) -> [Received] {
    var bytes: [UInt8] = []
    for packet in packets {
      withUnsafeBytes(of: packet.stamp) { bytes += $0 }
      for word in [declared ?? UInt32(packet.words.count)] + packet.words {
        withUnsafeBytes(of: word) { bytes += $0 }
      }
    }
    let received = Mutex<[Received]>([])
    let input = EventListInput(ticks: HostTicks(numerator: 125, denominator: 3)) { packet, time in
      received.withLock { $0.append(Received(packet: packet, nanoseconds: time)) }
    }
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count + 4, alignment: 4)
    defer { memory.deallocate() }
    memory.copyBytes(from: bytes)
    // Aligned to four bytes, not to eight, as in a list.
    memory.baseAddress.map {
      input.receive($0, count: count ?? packets.count, nowTicks: 2_000, now: 1_000_000)
    }
    return received.withLock { $0 }
  }

  @Test("Packets of 1 to 4 words, several per list and per packet, with their times")
  func packets() {
    let note = UniversalMIDIPacket(0x2090_3C64)
    let precise = UniversalMIDIPacket(0x4090_3C00, 0x8000_0000)
    let long = UniversalMIDIPacket(0x5000_0001, 2, 3, 4)
    let three = UniversalMIDIPacket(0xB000_0001, 2, 3)
    let received = receive([
      (1_400, [note.word1, precise.word1, precise.word2]),
      (0, [long.word1, 2, 3, 4, three.word1, 2, 3]), (3_000, [note.word1]),
    ])
    // 600 ticks of 125/3 ns are 25,000 ns; no stamp, and one in the future, are now.
    #expect(
      received == [
        Received(packet: note, nanoseconds: 975_000),
        Received(packet: precise, nanoseconds: 975_000),
        Received(packet: long, nanoseconds: 1_000_000),
        Received(packet: three, nanoseconds: 1_000_000),
        Received(packet: note, nanoseconds: 1_000_000),
      ])
  }

  @Test("Incomplete packets are dropped, and lists end at an impossible count")
  func malformed() {
    #expect(receive([(0, [0x2090_3C64, 0x4090_3C00])]).count == 1)
    #expect(receive([(0, []), (0, [0x2090_3C64])]).count == 1)
    #expect(receive([(0, [0x2090_3C64])], count: 0).isEmpty)
    #expect(receive([(0, [0x2090_3C64])], declared: .max).isEmpty)
    let words = [UInt32](repeating: 0x2090_3C64, count: 65)
    #expect(receive([(0, words), (0, [0x2090_3C64])]).isEmpty)
    #expect(receive([(0, Array(words.dropLast())), (0, [0x2090_3C64])]).count == 65)
  }

  @Test("Times do not overflow")
  func times() {
    let ticks = HostTicks(numerator: .max, denominator: 1)
    #expect(ticks.nanoseconds(of: 1, nowTicks: .max, now: 77) == 0)
    #expect(HostTicks(numerator: 1, denominator: 0).nanoseconds(of: 1, nowTicks: 9, now: 77) == 77)
    #expect(HostTicks(numerator: 1, denominator: 1).nanoseconds(of: 4, nowTicks: 9, now: 77) == 72)
  }
}
