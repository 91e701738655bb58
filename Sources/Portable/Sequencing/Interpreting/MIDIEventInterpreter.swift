package import PeachMIDIEvents
public import PeachSynthesis

/// Applies MIDI messages and System Exclusive settings to a synthesizer. `init` allocates;
/// `apply(_:bytes:to:)` does not. One thread at a time.
public struct MIDIEventInterpreter: ~Copyable {
  private var assembler = SystemExclusiveAssembler()
  /// The track whose segmented message is being assembled; segments of other tracks are ignored.
  private var assembledTrack: Int32?
  private var parser = MIDIParser(systemExclusiveCapacity: 65_536)
  var parts = PartState()

  /// Creates an interpreter in the power-on state.
  public init() {}

  /// Applies an event, with the bytes of its System Exclusive segment or escape, at the current
  /// frame.
  mutating func apply(
    _ event: SequencedEvent, bytes: UnsafeRawBufferPointer, to synthesizer: inout Synthesizer
  ) {
    switch event.content {
    case .message(let message): apply(message, to: &synthesizer)
    case .click: break
    #if !hasFeature(Embedded)
      // See `Sequencer.tune(_:with:_:)`.
      case .glide: break
    #endif
    case .systemExclusive(let packet):
      assemble(packet.position, of: event.track, bytes, &synthesizer)
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

  private mutating func assemble(
    _ position: MIDIFile.SystemExclusivePacket.Position, of track: Int32?,
    _ bytes: UnsafeRawBufferPointer, _ synthesizer: inout Synthesizer
  ) {
    // Patterns, because a sanitizer's build does not inline the operator == of an enumeration.
    if case .whole = position { return apply(bytes, to: &synthesizer) }
    if case .first = position { assembledTrack = track }
    guard track == assembledTrack else { return }
    if assembler.append(bytes, position: position) { apply(assembler.message, to: &synthesizer) }
  }

  /// Applies a message at the synthesizer's current frame.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  package mutating func apply(_ message: MIDIMessage, to synthesizer: inout Synthesizer) {
    if message.status == 0xFF {
      // System Reset restores the power-on state (MIDI 1.0, table V).
      parts.reset()
      synthesizer.handle(.reset(.gs))
    } else if let event = SynthesizerEvent(message) {
      synthesizer.handle(event)
    }
  }

  /// Applies a System Exclusive message without its first and last byte (F0, F7).
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  public mutating func apply(_ bytes: UnsafeRawBufferPointer, to synthesizer: inout Synthesizer) {
    var decoder = SystemExclusiveDecoder(bytes)
    while let setting = decoder.next() { parts.apply(setting, to: &synthesizer) }
  }
}
