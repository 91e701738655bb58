#if canImport(CoreMIDI)
  /// The input of the system's MIDI sources.
  package typealias SystemMIDIInput = CoreMIDIInput
#else
  /// The input of the system's MIDI sources.
  package typealias SystemMIDIInput = SequencerInput
#endif

extension SystemMIDIInput {
  /// Opens an input that is not connected to any source. The system has one of the two formats.
  package static func open(
    name: String, bytes: @autoclosure () -> MIDIReceiver,
    packets: @autoclosure () -> MIDIPacketReceiver
  ) throws -> SystemMIDIInput {
    #if canImport(CoreMIDI)
      try CoreMIDIInput(name: name, receiver: packets(), connectsSources: false)
    #else
      try SequencerInput(name: name, receiver: bytes())
    #endif
  }
}
