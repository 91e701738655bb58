package import PeachMIDIEvents
package import PeachSynthesis

/// Lets a song's events happen to a synthesizer: messages, and what System Exclusive asks for.
///
/// Making one allocates; ``apply(_:bytes:to:)`` does not. One thread at a time.
package struct SongInterpreter: ~Copyable {
  private var assembler = SystemExclusiveAssembler()
  /// The track whose message is being put together; others' parts are left out meanwhile.
  private var assembledTrack: Int32?
  private var parser = MIDIParser(systemExclusiveCapacity: 65_536)
  var parts = SongParts()

  /// An interpreter of nothing yet. Allocates.
  package init() {}

  /// Lets an event happen at the present frame. `bytes` are those of its System Exclusive part or
  /// escape, empty for messages.
  mutating func apply(
    _ event: SequencedEvent, bytes: UnsafeRawBufferPointer, to synthesizer: inout Synthesizer
  ) {
    switch event.content {
    case .message(let message): apply(message, to: &synthesizer)
    case .systemExclusive(let part):
      take(part.position, of: event.track, bytes, &synthesizer)
    case .escape:
      for byte in bytes {
        switch parser.step(byte) {
        case .message(let message): apply(message, to: &synthesizer)
        case .systemExclusive: apply(parser.systemExclusive, to: &synthesizer)
        case nil: break
        }
      }
    }
  }

  private mutating func take(
    _ position: MIDIFile.SystemExclusivePart.Position, of track: Int32?,
    _ bytes: UnsafeRawBufferPointer, _ synthesizer: inout Synthesizer
  ) {
    if position == .whole { return apply(bytes, to: &synthesizer) }
    if position == .first { assembledTrack = track }
    guard track == assembledTrack else { return }
    if assembler.take(bytes, position: position) {
      apply(assembler.message, to: &synthesizer)
    }
  }

  /// Lets a message happen at the present frame.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  package mutating func apply(_ message: MIDIMessage, to synthesizer: inout Synthesizer) {
    if message.status == 0xFF {
      // System Reset: as when switched on (MIDI 1.0, table V).
      parts.reset()
      synthesizer.handle(.reset(.gs))
    } else if let event = SynthesizerEvent(message) {
      synthesizer.handle(event)
    }
  }

  /// Lets a System Exclusive message happen, given without its first and last byte (F0, F7).
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  package mutating func apply(_ bytes: UnsafeRawBufferPointer, to synthesizer: inout Synthesizer) {
    var decoder = SystemExclusiveDecoder(bytes)
    while let setting = decoder.next() { parts.apply(setting, to: &synthesizer) }
  }
}
