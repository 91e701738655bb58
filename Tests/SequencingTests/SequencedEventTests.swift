import PeachMIDIEvents
import PeachMusicUnits
import Testing

@testable import PeachSequencing

@Suite("Sequenced events")
struct SequencedEventTests {
  @Test("Events have their track; generated events have none")
  func tracks() throws {
    let file = try Song.file(
      [(0, [0xC0, 5]), (300, [0x90, 60, 9])], [(200, [0x91, 61, 9]), (400, [0x81, 61, 0])])
    var sequencer = Sequencer(file, sampleRate: 1_000)
    var events: [SequencedEvent] = []
    while let event = sequencer.next(atOrBefore: 1_000) { events.append(event) }
    #expect(events.map(\.track) == [0, 1, 0, 1])
    #expect(events.map(\.frame) == [0, 200, 300, 400])
    sequencer.seek(to: 250, at: 2_000)
    events = []
    while let event = sequencer.next(atOrBefore: 3_000) { events.append(event) }
    // Key 60 is still down; program 5 is in effect at the new position and comes from the file.
    let own = events.filter { $0.track == nil }
    #expect(own.map(\.frame) == [2_000])
    #expect(own.first?.content == .message(.noteOff(channel: 0, note: MIDINote(clamping: 60))))
    let others = events.filter { $0.track != nil }
    #expect(others.map(\.frame) == [2_000, 2_050, 2_150])
    #expect(others.map(\.track) == [0, 0, 1])
    #expect(others.first?.content == .message(.programChange(channel: 0, program: 5)))
  }

  @Test("Of a file's bytes, the range of its System Exclusive messages and escapes is copied")
  func bytes() throws {
    let notes = try Song.file([(0, [0x90, 60, 9]), (100, [0x80, 60, 0])])
    #expect(SongBytes(notes).range.isEmpty)
    let file = try Song.file(
      [(0, [0x90, 60, 9]), (50, [0xF0, 3, 7, 8, 0xF7]), (100, [0x80, 60, 0])],
      [(10, [0x91, 61, 9]), (20, [0xF7, 2, 0xF8, 0xFE]), (30, [0x81, 61, 0])])
    let copy = SongBytes(file)
    let bytes = Array(UnsafeBufferPointer(start: copy.elements, count: copy.range.count))
    #expect(bytes.starts(with: [7, 8, 0xF7]) && bytes.suffix(3) == [2, 0xF8, 0xFE])
    #expect(bytes == Array(file.bytes[copy.range]))
  }
}
