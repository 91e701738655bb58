import Foundation
import PeachMIDIInput
import Testing

@testable import PeachMIDIInput

#if ALSA
  import CALSA
#endif

@Suite("ALSA sequencer input")
struct SequencerInputTests {
  #if ALSA
    private static let hasSequencer = FileManager.default.isReadableFile(atPath: "/dev/snd/seq")

    private func decoded(_ event: snd_seq_event_t) throws -> [UInt8] {
      let decoder = try SequencerDecoder()
      defer { decoder.free() }
      var result: [UInt8] = []
      withUnsafePointer(to: event) { event in decoder.decode(event) { result += Array($0) } }
      return result
    }

    // MIDI 1.0, Detailed Specification, table I: status bytes.
    @Test("Sequencer events become the bytes of their messages")
    func decoding() throws {
      var note = snd_seq_event_t()
      note.type = UInt8(SND_SEQ_EVENT_NOTEON.rawValue)
      note.data.note.channel = 3
      note.data.note.note = 60
      note.data.note.velocity = 100
      #expect(try decoded(note) == [0x93, 60, 100])
      var wheel = snd_seq_event_t()
      wheel.type = UInt8(SND_SEQ_EVENT_PITCHBEND.rawValue)
      wheel.data.control.channel = 15
      // ALSA's pitch bend is signed: 8,192 and 1.
      wheel.data.control.value = 1
      #expect(try decoded(wheel) == [0xEF, 1, 64])
      var program = snd_seq_event_t()
      program.type = UInt8(SND_SEQ_EVENT_PGMCHANGE.rawValue)
      program.data.control.value = 42
      #expect(try decoded(program) == [0xC0, 42])
    }

    @Test("A segment of a long message is passed on unchanged")
    func longMessage() throws {
      var bytes: [UInt8] = [0xF0, 0x7E, 0x7F, 9, 1, 0xF7]
      let count = bytes.count
      let result = try bytes.withUnsafeMutableBytes { bytes in
        var event = snd_seq_event_t()
        event.type = UInt8(SND_SEQ_EVENT_SYSEX.rawValue)
        event.data.ext.len = UInt32(count)
        event.data.ext.ptr = bytes.baseAddress
        return try decoded(event)
      }
      #expect(result == bytes)
    }

    @Test("If ALSA cannot create the decoder, the error has the name and the reason of that call")
    func noDecoder() {
      let error = #expect(throws: MIDIInputError.self) {
        try SequencerDecoder { _, _ in -ENOMEM }
      }
      #expect(error.map { "\($0)" }?.hasSuffix("(snd_midi_event_new).") == true)
      // POSIX: ENOMEM.
      #expect(error.map { "\($0)" }?.contains("Cannot allocate memory") == true)
    }

    @Test("Without a sequencer, the error names the failed call", .enabled(if: !hasSequencer))
    func noSequencer() {
      let error = #expect(throws: MIDIInputError.self) {
        try SequencerInput(name: "Peach") { _, _ in }
      }
      let message = error.map { "\($0)" } ?? ""
      #expect(message.hasPrefix("MIDI input from ALSA's sequencer failed: "))
      #expect(message.hasSuffix("(snd_seq_open)."))
    }

    @Test(
      "Ports are listed and connected",
      .enabled(if: hasSequencer, "Requires /dev/snd/seq."))
    func listing() throws {
      let input = try SequencerInput(name: "Peach test") { _, _ in }
      let source = try #require(input.sources().first)
      #expect(
        MIDISource(address: source.address, name: source.name, isPhysical: source.isPhysical)
          == source)
      try input.connect(source)
      try input.connect(source)
      try input.disconnect(source)
      try input.disconnect(source)
    }
  #endif

  @Test("Builds without ALSA name a remedy", .enabled(if: !SequencerInput.isAvailable))
  func notBuilt() {
    #expect(throws: MIDIInputError.notBuilt) { try SequencerInput(name: "Peach") { _, _ in } }
    #expect("\(MIDIInputError.notBuilt)".contains("traits: [\"ALSA\"]"))
  }
}
