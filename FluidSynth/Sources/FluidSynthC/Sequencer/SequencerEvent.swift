/// The object of a `fluid_event_t`.
final class SequencerEventObject {
  var event: SequencerEvent

  init(_ event: SequencerEvent = SequencerEvent()) { self.event = event }
}

/// An event of a sequencer.
struct SequencerEvent {
  /// The values of `fluid_seq_event_type`.
  enum Kind: Int32 {
    case none = -1
    case note = 0
    case noteOn, noteOff, allSoundsOff, allNotesOff, bankSelect, programChange, programSelect
    case pitchBend, pitchWheelRange, modulation, sustain, controlChange, pan, volume, reverbSend
    case chorusSend, timer, channelPressure, keyPressure, systemReset, unregistering, scale
  }

  var kind = Kind.none
  var source: Int16 = -1
  var destination: Int16 = -1
  var channel: Int32 = 0
  var key: Int16 = 0
  var velocity: Int16 = 0
  var control: Int16 = 0
  var value: Int32 = 0
  var program: Int32 = 0
  var bank: Int16 = 0
  var fontID: UInt32 = 0
  var pitch: Int32 = 0
  var duration: UInt32 = 0
  var scale = 0.0
  var data: UnsafeMutableRawPointer?

  /// The controller of an event that has a fixed one.
  var fixedController: Int32? {
    switch kind {
    case .modulation: 1
    case .sustain: 64
    case .pan: 10
    case .volume: 7
    case .reverbSend: 91
    case .chorusSend: 93
    default: nil
    }
  }
}

extension Synth {
  /// Applies an event, except for the note-off of a note with a duration.
  func handle(_ event: SequencerEvent) {
    let own = Handle.borrowed(self)
    let channel = event.channel
    if let controller = event.fixedController {
      _ = fluid_synth_cc(own, channel, controller, event.value)
      return
    }
    switch event.kind {
    case .note, .noteOn:
      _ = fluid_synth_noteon(own, channel, Int32(event.key), Int32(event.velocity))
    case .noteOff: _ = fluid_synth_noteoff(own, channel, Int32(event.key))
    case .allSoundsOff: _ = fluid_synth_all_sounds_off(own, channel)
    case .allNotesOff: _ = fluid_synth_all_notes_off(own, channel)
    case .bankSelect: _ = fluid_synth_bank_select(own, channel, Int32(event.bank))
    case .programChange: _ = fluid_synth_program_change(own, channel, event.program)
    case .programSelect:
      _ = fluid_synth_program_select(
        own, channel, Int32(bitPattern: event.fontID), Int32(event.bank), event.program)
    case .pitchBend: _ = fluid_synth_pitch_bend(own, channel, event.pitch)
    case .pitchWheelRange: _ = fluid_synth_pitch_wheel_sens(own, channel, event.value)
    case .controlChange: _ = fluid_synth_cc(own, channel, Int32(event.control), event.value)
    case .channelPressure: _ = fluid_synth_channel_pressure(own, channel, event.value)
    case .keyPressure:
      _ = fluid_synth_key_pressure(own, channel, Int32(event.key), event.value)
    case .systemReset: _ = fluid_synth_system_reset(own)
    default: break
    }
  }
}
