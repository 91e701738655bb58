import PeachMIDIEvents
import Testing

@Suite("System Exclusive assembler")
struct SystemExclusiveAssemblerTests {
  private typealias Position = MIDIFile.SystemExclusivePacket.Position

  /// Returns for each packet the message that it completes, or `nil`.
  private func assemble(_ parts: [([UInt8], Position)], capacity: Int = 8) -> [[UInt8]?] {
    var assembler = SystemExclusiveAssembler(capacity: capacity)
    var found: [[UInt8]?] = []
    for (bytes, position) in parts {
      let isComplete = bytes.withUnsafeBytes { assembler.append($0, position: position) }
      if !isComplete && !assembler.message.isEmpty { Issue.record("Half a message is given") }
      found.append(isComplete ? Array(assembler.message) : nil)
    }
    return found
  }

  @Test("Complete messages pass through; packets are complete with the last")
  func joining() {
    #expect(
      assemble([
        ([1, 2], .whole), ([3], .first), ([], .middle), ([4, 5], .middle), ([6], .last),
        ([], .whole), ([7], .whole),
      ]) == [[1, 2], nil, nil, nil, [3, 4, 5, 6], [], [7]])
  }

  @Test("A new start drops an incomplete message; packets without a start are ignored")
  func interrupted() {
    #expect(
      assemble([
        ([1], .first), ([2], .first), ([3], .last), ([4], .last), ([5], .middle), ([6], .last),
        ([7], .first), ([8], .whole), ([9], .last),
      ]) == [nil, nil, [2, 3], nil, nil, nil, nil, [8], nil])
  }

  @Test("Messages beyond the capacity are dropped")
  func capacity() {
    let parts: [([UInt8], Position)] = [([1, 2, 3], .first), ([4], .middle), ([5], .last)]
    #expect(assemble(parts, capacity: 5).last == [1, 2, 3, 4, 5])
    #expect(assemble(parts + [([6], .whole)], capacity: 4) == [nil, nil, nil, [6]])
    #expect(assemble(parts + [([6], .whole)], capacity: 3) == [nil, nil, nil, [6]])
    #expect(assemble([([], .whole), ([1], .whole)], capacity: 0) == [[], nil])
  }

  @Test("The capacity is 64 KiB, and a reset drops incomplete messages")
  func limits() {
    var assembler = SystemExclusiveAssembler()
    let bytes = [UInt8](repeating: 1, count: 65_537)
    let results = bytes.withUnsafeBytes { bytes in
      let fits = assembler.append(.init(rebasing: bytes[..<65_536]), position: .whole)
      let count = assembler.message.count
      let isTooLong = !assembler.append(bytes, position: .whole)
      _ = assembler.append(.init(rebasing: bytes[..<1]), position: .first)
      assembler.reset()
      let isForgotten = !assembler.append(.init(rebasing: bytes[..<1]), position: .last)
      return [fits, count == 65_536, isTooLong, isForgotten]
    }
    #expect(results == [true, true, true, true])
  }

  @Test("Three packets of a MIDI file form one message")
  func fromFile() throws {
    // GS Reset: F0 with four bytes, F7 with three, F7 with the rest and the end.
    let track: [UInt8] = [
      0, 0xF0, 4, 0x41, 0x10, 0x42, 0x12, 10, 0xF7, 3, 0x40, 0x00, 0x7F,
      10, 0xF7, 3, 0x00, 0x41, 0xF7, 0, 0xFF, 0x2F, 0,
    ]
    let bytes = MIDIFileBuilder(tracks: [track]).bytes
    let file = try MIDIFile(bytes: bytes)
    var parts: [([UInt8], Position)] = []
    for event in file.tracks[0].events {
      if case .systemExclusive(let part) = event.content {
        parts.append((Array(bytes[part.range.range]), part.position))
      }
    }
    let messages = assemble(parts, capacity: 64)
    #expect(messages.count == 3)
    #expect(messages.last == [0x41, 0x10, 0x42, 0x12, 0x40, 0x00, 0x7F, 0x00, 0x41])
    let message = try #require(messages.last.flatMap { $0 })
    #expect(SystemExclusiveMessage(message).settings == [.reset(.gs)])
  }
}
