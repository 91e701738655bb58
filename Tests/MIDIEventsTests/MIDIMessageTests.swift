import PeachMIDIEvents
import PeachMusicUnits
import Testing

@Suite("MIDI messages")
struct MIDIMessageTests {
  private let note = MIDINote(clamping: 60)
  private let velocity = Velocity(100)

  @Test("Constructors make the bytes of MIDI 1.0, tables II and III")
  func bytes() throws {
    let velocity = try #require(velocity)
    let expected: [(MIDIMessage, [UInt8])] = [
      (.noteOff(channel: 3, note: note, velocity: 7), [0x83, 60, 7]),
      (.noteOn(channel: 15, note: note, velocity: velocity), [0x9F, 60, 100]),
      (.polyphonicPressure(channel: 0, note: note, pressure: 9), [0xA0, 60, 9]),
      (.controlChange(channel: 1, controller: 64, value: 127), [0xB1, 64, 127]),
      (.programChange(channel: 2, program: 42), [0xC2, 42, 0]),
      (.channelPressure(channel: 2, pressure: 5), [0xD2, 5, 0]),
      (.pitchBend(channel: 0, value: 10_240), [0xE0, 0, 80]),
      (.pitchBend(channel: 0, value: 8_193), [0xE0, 1, 64]),
    ]
    for (message, bytes) in expected {
      #expect([message.status, message.data1, message.data2] == bytes)
      #expect(message.channel == bytes[0] & 15)
      #expect(MIDIMessage(status: bytes[0], data1: bytes[1], data2: bytes[2]) == message)
    }
  }

  @Test("Messages round-trip for every channel and every bend")
  func kinds() throws {
    let velocity = try #require(velocity)
    for channel in UInt8(0)..<16 {
      #expect(
        MIDIMessage.noteOn(channel: channel, note: note, velocity: velocity).kind
          == .noteOn(note: note, velocity: velocity))
      #expect(
        MIDIMessage.controlChange(channel: channel, controller: 7, value: 3).kind
          == .controlChange(controller: 7, value: 3))
    }
    for value in UInt16(0)..<16_384 {
      #expect(MIDIMessage.pitchBend(channel: 4, value: value).kind == .pitchBend(value: value))
    }
  }

  @Test("A note-on with velocity 0 is a note-off with velocity 64")
  func silentNoteOn() throws {
    let message = try #require(MIDIMessage(status: 0x90, data1: 60, data2: 0))
    #expect(message.kind == .noteOff(note: note, velocity: 64))
    #expect(message.endsNote && !message.startsNote)
  }

  @Test("Invalid bytes return nil")
  func wrongBytes() {
    #expect(MIDIMessage(status: 0x7F) == nil)
    #expect(MIDIMessage(status: 0xF0) == nil)
    #expect(MIDIMessage(status: 0xF7) == nil)
    #expect(MIDIMessage(status: 0x90, data1: 128, data2: 0) == nil)
    #expect(MIDIMessage(status: 0x90, data1: 0, data2: 128) == nil)
    #expect(MIDIMessage(status: 0xC0, data1: 1, data2: 200)?.data2 == 0)
  }

  @Test("System messages are decoded (MIDI 1.0, tables V and VI)")
  func system() {
    let expected: [(UInt8, SystemMessage, Int)] = [
      (0xF1, .timeCodeQuarterFrame(1), 2), (0xF2, .songPosition(257), 3), (0xF3, .songSelect(1), 2),
      (0xF6, .tuneRequest, 1), (0xF8, .timingClock, 1), (0xFA, .start, 1), (0xFB, .continue, 1),
      (0xFC, .stop, 1), (0xFE, .activeSensing, 1), (0xFF, .reset, 1),
      (0xF4, .undefined(status: 0xF4), 1),
    ]
    for (status, kind, count) in expected {
      let message = MIDIMessage(status: status, data1: 1, data2: 2)
      #expect(message?.kind == .system(kind))
      #expect(message?.byteCount == count)
      #expect(message?.channel == nil)
    }
  }
}
