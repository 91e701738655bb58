import PeachInstrumentModel
import PeachSynthesis
import Testing

/// MIDI 1.0 channel voice messages that start and end notes.
@Suite("Note-on and note-off")
struct MessageTests {
  static var probe: Probe { Probe(.level, [.volumeEnvelopeRelease: timecents(0.1)]) }

  // Proves message note-on: MIDI 1.0 table II; exact to the frame
  @Test("A note starts on its frame, at any block offset", arguments: [0, 1, 63, 64, 777, 1000])
  func noteOn(frame: Int) throws {
    let audio = try Self.probe.play(
      [TimedEvent(frame: frame, event: .noteOn(channel: 0, key: 60, velocity: 127))],
      seconds: 0.03)
    #expect(audio.left.firstIndex { $0 != 0 } == frame)
  }

  // Proves message note-off: MIDI 1.0 table II; 1 ms
  // Proves message velocity-0: MIDI 1.0 table II; 1 ms
  @Test("Note-off ends its key on its channel; so does velocity 0", arguments: [960, 1001])
  func noteOff(frame: Int) throws {
    for (event, ends) in [
      (.noteOff(channel: 0, key: 60), true), (.noteOn(channel: 0, key: 60, velocity: 0), true),
      (.noteOff(channel: 0, key: 61), false), (.noteOff(channel: 1, key: 60), false),
    ] as [(SynthesizerEvent, Bool)] {
      let audio = try Self.probe.play(
        [
          TimedEvent(frame: 0, event: .noteOn(channel: 0, key: 60, velocity: 127)),
          TimedEvent(frame: frame, event: event),
        ], seconds: 0.06)
      let second = Double(frame) / 48_000
      #expect(abs(audio.level(at: second)) < 0.1)
      // 100 dB in 0.1 s from that frame: 1 ms is 1 dB.
      let passed = 0.03
      let expected = ends ? -100 * passed / seconds(timecents(0.1)) : 0
      #expect(abs(audio.level(at: second + passed) - expected) < (ends ? 1 : 0.1))
    }
  }
}
