import PeachMIDIEvents
package import PeachSynthesis

extension Sequencer {
  /// Applies an event of the sequencer.
  package func apply(
    _ event: SequencedEvent, by interpreter: inout MIDIEventInterpreter,
    to synthesizer: inout Synthesizer
  ) {
    interpreter.apply(event, bytes: bytes(of: event), to: &synthesizer)
  }
}

extension Sequencer {
  /// Tunes the note of the event that ``next(atOrBefore:)`` has returned last, if it is a note-on
  /// or a glide, as the settings transpose it.
  func tune(
    _ event: SequencedEvent, with settings: SongSettings, _ synthesizer: inout Synthesizer
  ) {
    #if !hasFeature(Embedded)
      if case .glide(let channel, let key, let cents) = event.content {
        let key = Int(key) &+ settings.transposition
        guard key >= 0 && key <= 127 else { return }
        return synthesizer.tuneLatestNote(
          channel: channel, key: UInt8(truncatingIfNeeded: key), cents: Double(cents))
      }
    #endif
    guard case .message(let message) = event.content, message.startsNote,
      let channel = message.channel, let cents = centsOfLastEvent
    else { return }
    let key = Int(message.data1) &+ settings.transposition
    guard key >= 0 && key <= 127 else { return }
    synthesizer.handle(
      .tuneNote(
        channel: channel, key: UInt8(truncatingIfNeeded: key), cents: Double(cents)))
  }
}
