package import PeachMIDIEvents
import PeachMusicUnits
package import PeachSynthesis

extension SynthesizerEvent {
  /// Creates the event of a channel message; `nil` for system messages.
  ///
  /// - Parameter firstChannel: The channel that message channel 0 plays on, at most 240.
  package init?(_ message: MIDIMessage, firstChannel: UInt8 = 0) {
    guard let channel = message.channel.map({ firstChannel &+ $0 }) else { return nil }
    switch message.kind {
    case .noteOff(let note, _): self = .noteOff(channel: channel, key: note.number)
    case .noteOn(let note, let velocity):
      self = .noteOn(channel: channel, key: note.number, velocity: velocity.value)
    case .polyphonicPressure(let note, let pressure):
      self = .keyPressure(channel: channel, key: note.number, value: pressure)
    case .controlChange(let controller, let value):
      self = .controlChange(channel: channel, controller: controller, value: value)
    case .programChange(let program): self = .programChange(channel: channel, program: program)
    case .channelPressure(let pressure): self = .channelPressure(channel: channel, value: pressure)
    case .pitchBend(let value): self = .pitchBend(channel: channel, value: value)
    case .system: return nil
    }
  }
}

extension Synthesizer {
  /// Releases all notes, also those that pedals hold, with Hold Pedal and Sostenuto off and All
  /// Notes Off (MIDI 1.0, tables III and IV).
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  mutating func releaseAllNotes(channelCount: Int) {
    for channel in 0..<UInt8(clamping: channelCount) {
      handle(.controlChange(channel: channel, controller: 64, value: 0))
      handle(.controlChange(channel: channel, controller: 66, value: 0))
      handle(.controlChange(channel: channel, controller: 123, value: 0))
    }
  }
}
