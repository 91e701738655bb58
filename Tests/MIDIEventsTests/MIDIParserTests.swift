import PeachMIDIEvents
import Testing

@Suite("MIDI byte streams")
struct MIDIParserTests {
  /// Parses a stream and returns the bytes of its messages, System Exclusive with F0 and F7.
  private func parse(_ bytes: [UInt8], capacity: Int = 16) -> [[UInt8]] {
    var parser = MIDIParser(systemExclusiveCapacity: capacity)
    var found: [[UInt8]] = []
    for byte in bytes {
      switch parser.step(byte) {
      case nil: break
      case .message(let message):
        found.append(
          Array([message.status, message.data1, message.data2].prefix(message.byteCount)))
      case .systemExclusive: found.append([0xF0] + parser.systemExclusive + [0xF7])
      }
    }
    return found
  }

  // Proves message running-status: MIDI 1.0, Running Status; exact
  @Test("Running status continues for channel messages of one and two data bytes")
  func runningStatus() {
    #expect(
      parse([0x90, 60, 100, 62, 100, 60, 0, 0xC1, 5, 6])
        == [[0x90, 60, 100], [0x90, 62, 100], [0x90, 60, 0], [0xC1, 5], [0xC1, 6]])
  }

  // Proves message real-time: MIDI 1.0, System Real Time; exact
  @Test("Real-time messages are returned immediately and do not interrupt others")
  func realTime() {
    #expect(
      parse([0x90, 0xF8, 60, 0xFE, 100, 0xF0, 1, 0xFA, 2, 0xF7])
        == [[0xF8], [0xFE], [0x90, 60, 100], [0xFA], [0xF0, 1, 2, 0xF7]])
    #expect(parse([0xF9, 0xFD]).isEmpty)
  }

  @Test("System common and System Exclusive messages cancel running status")
  func commonEndsRunningStatus() {
    #expect(parse([0x90, 60, 100, 0xF6, 61, 100]) == [[0x90, 60, 100], [0xF6]])
    #expect(
      parse([0x90, 60, 100, 0xF0, 1, 0xF7, 61, 100]) == [[0x90, 60, 100], [0xF0, 1, 0xF7]])
    #expect(
      parse([0xF2, 1, 2, 3, 4, 0xF3, 5, 6, 0xF1, 7]) == [[0xF2, 1, 2], [0xF3, 5], [0xF1, 7]])
    #expect(parse([0x90, 60, 100, 0xF5, 61, 100]) == [[0x90, 60, 100]])
  }

  @Test("Data bytes without status and a stray F7 are ignored")
  func stray() {
    #expect(parse([1, 2, 3, 0xF7, 4, 0xB0, 7, 100]) == [[0xB0, 7, 100]])
  }

  @Test("An interrupted System Exclusive message is dropped, the interrupting message is parsed")
  func interrupted() {
    #expect(parse([0xF0, 1, 2, 0x90, 60, 100, 0xF7]) == [[0x90, 60, 100]])
    #expect(parse([0xF0, 1, 0xF0, 2, 0xF7]) == [[0xF0, 2, 0xF7]])
  }

  @Test("System Exclusive messages beyond the capacity are dropped")
  func capacity() {
    #expect(parse([0xF0, 1, 2, 3, 0xF7], capacity: 3) == [[0xF0, 1, 2, 3, 0xF7]])
    #expect(parse([0xF0, 1, 2, 3, 4, 0xF7, 0xF0, 5, 0xF7], capacity: 3) == [[0xF0, 5, 0xF7]])
    #expect(parse([0xF0, 0xF7], capacity: 0) == [[0xF0, 0xF7]])
  }

  @Test("A reset drops incomplete messages")
  func reset() {
    var parser = MIDIParser()
    _ = parser.step(0x90)
    _ = parser.step(60)
    parser.reset()
    let outputs = [parser.step(100), parser.step(100)]
    #expect(outputs == [nil, nil])
  }
}
