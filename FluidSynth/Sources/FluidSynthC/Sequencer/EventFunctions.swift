// swift-format-ignore-file: AlwaysUseLowerCamelCase

// The functions of event.h.

/// Creates an event without a type.
@c public func new_fluid_event() -> OpaquePointer? { Handle.new(SequencerEventObject()) }

/// Deletes an event.
@c public func delete_fluid_event(_ event: OpaquePointer?) {
  if let event { Handle.delete(event, as: SequencerEventObject.self) }
}

/// Sets the type and the members of an event. Keeps source and destination.
private func set(
  _ event: OpaquePointer?, _ kind: SequencerEvent.Kind, channel: Int32 = 0,
  _ body: (inout SequencerEvent) -> Void = { _ in }
) {
  use(event, SequencerEventObject.self) { object in
    object.event.kind = kind
    object.event.channel = channel
    body(&object.event)
  }
}

/// Sets the client that sends the event.
@c public func fluid_event_set_source(_ event: OpaquePointer?, _ client: Int16) {
  use(event, SequencerEventObject.self) { $0.event.source = client }
}

/// Sets the client that receives the event.
@c public func fluid_event_set_dest(_ event: OpaquePointer?, _ client: Int16) {
  use(event, SequencerEventObject.self) { $0.event.destination = client }
}

/// Makes the event a timer with data.
@c public func fluid_event_timer(_ event: OpaquePointer?, _ data: UnsafeMutableRawPointer?) {
  set(event, .timer) { event in
    event.data = data
  }
}

/// Makes the event a note with a duration in ticks.
@c public func fluid_event_note(
  _ event: OpaquePointer?, _ channel: Int32, _ key: Int16, _ velocity: Int16, _ duration: UInt32
) {
  set(event, .note, channel: channel) { event in
    event.key = key
    event.velocity = velocity
    event.duration = duration
  }
}

/// Makes the event a note-on.
@c public func fluid_event_noteon(
  _ event: OpaquePointer?, _ channel: Int32, _ key: Int16, _ velocity: Int16
) {
  set(event, .noteOn, channel: channel) { event in
    event.key = key
    event.velocity = velocity
  }
}

/// Makes the event a note-off.
@c public func fluid_event_noteoff(_ event: OpaquePointer?, _ channel: Int32, _ key: Int16) {
  set(event, .noteOff, channel: channel) { event in
    event.key = key
  }
}

/// Makes the event one that ends all notes of a channel.
@c public func fluid_event_all_sounds_off(_ event: OpaquePointer?, _ channel: Int32) {
  set(event, .allSoundsOff, channel: channel)
}

/// Makes the event one that releases all notes of a channel.
@c public func fluid_event_all_notes_off(_ event: OpaquePointer?, _ channel: Int32) {
  set(event, .allNotesOff, channel: channel)
}

/// Makes the event a bank select.
@c public func fluid_event_bank_select(_ event: OpaquePointer?, _ channel: Int32, _ bank: Int16) {
  set(event, .bankSelect, channel: channel) { event in
    event.bank = bank
  }
}

/// Makes the event a program change.
@c public func fluid_event_program_change(
  _ event: OpaquePointer?, _ channel: Int32, _ program: Int32
) {
  set(event, .programChange, channel: channel) { event in
    event.program = program
  }
}

/// Makes the event a selection of a preset.
@c public func fluid_event_program_select(
  _ event: OpaquePointer?, _ channel: Int32, _ fontID: UInt32, _ bank: Int16, _ program: Int16
) {
  set(event, .programSelect, channel: channel) { event in
    event.fontID = fontID
    event.bank = bank
    event.program = Int32(program)
  }
}

/// Makes the event a control change.
@c public func fluid_event_control_change(
  _ event: OpaquePointer?, _ channel: Int32, _ control: Int16, _ value: Int32
) {
  set(event, .controlChange, channel: channel) { event in
    event.control = control
    event.value = value
  }
}

/// Makes the event a pitch bend, limited to 0 through 16383.
@c public func fluid_event_pitch_bend(_ event: OpaquePointer?, _ channel: Int32, _ pitch: Int32) {
  set(event, .pitchBend, channel: channel) { event in
    event.pitch = min(max(pitch, 0), 16_383)
  }
}

/// Makes the event one that sets the pitch bend range.
@c public func fluid_event_pitch_wheelsens(
  _ event: OpaquePointer?, _ channel: Int32, _ value: Int32
) {
  set(event, .pitchWheelRange, channel: channel) { event in
    event.value = value
  }
}

/// Makes the event one of the modulation wheel.
@c public func fluid_event_modulation(_ event: OpaquePointer?, _ channel: Int32, _ value: Int32) {
  set(event, .modulation, channel: channel) { event in
    event.value = value
  }
}

/// Makes the event one of the sustain pedal.
@c public func fluid_event_sustain(_ event: OpaquePointer?, _ channel: Int32, _ value: Int32) {
  set(event, .sustain, channel: channel) { event in
    event.value = value
  }
}

/// Makes the event one that sets the pan.
@c public func fluid_event_pan(_ event: OpaquePointer?, _ channel: Int32, _ value: Int32) {
  set(event, .pan, channel: channel) { event in
    event.value = value
  }
}

/// Makes the event one that sets the volume.
@c public func fluid_event_volume(_ event: OpaquePointer?, _ channel: Int32, _ value: Int32) {
  set(event, .volume, channel: channel) { event in
    event.value = value
  }
}

/// Makes the event one that sets the reverb send.
@c public func fluid_event_reverb_send(
  _ event: OpaquePointer?, _ channel: Int32, _ value: Int32
) {
  set(event, .reverbSend, channel: channel) { event in
    event.value = value
  }
}

/// Makes the event one that sets the chorus send.
@c public func fluid_event_chorus_send(
  _ event: OpaquePointer?, _ channel: Int32, _ value: Int32
) {
  set(event, .chorusSend, channel: channel) { event in
    event.value = value
  }
}

/// Makes the event a key pressure.
@c public func fluid_event_key_pressure(
  _ event: OpaquePointer?, _ channel: Int32, _ key: Int16, _ value: Int32
) {
  set(event, .keyPressure, channel: channel) { event in
    event.key = key
    event.value = value
  }
}

/// Makes the event a channel pressure.
@c public func fluid_event_channel_pressure(
  _ event: OpaquePointer?, _ channel: Int32, _ value: Int32
) {
  set(event, .channelPressure, channel: channel) { event in
    event.value = value
  }
}

/// Makes the event a system reset.
@c public func fluid_event_system_reset(_ event: OpaquePointer?) {
  set(event, .systemReset)
}

/// Makes the event the last of a client.
@c public func fluid_event_unregistering(_ event: OpaquePointer?) {
  set(event, .unregistering)
}

/// Makes the event a change of the sequencer's time scale.
@c public func fluid_event_scale(_ event: OpaquePointer?, _ scale: Double) {
  set(event, .scale) { $0.scale = scale }
}

/// Makes the event that of a MIDI event. Returns −1 if the sequencer has no such type.
@c public func fluid_event_from_midi_event(
  _ event: OpaquePointer?, _ source: OpaquePointer?
) -> Int32 {
  guard event != nil else { return Result.failed }
  return use(source, MIDIEventObject.self, or: Result.failed) { source in
    let (channel, first, second) = (source.channel, source.parameter1, source.parameter2)
    let key = Int16(truncatingIfNeeded: first)
    switch source.type {
    case 0x80: fluid_event_noteoff(event, channel, key)
    case 0x90: fluid_event_noteon(event, channel, key, Int16(truncatingIfNeeded: second))
    case 0xA0: fluid_event_key_pressure(event, channel, key, second)
    case 0xB0: fluid_event_control_change(event, channel, key, second)
    case 0xC0: fluid_event_program_change(event, channel, first)
    case 0xD0: fluid_event_channel_pressure(event, channel, first)
    case 0xE0: fluid_event_pitch_bend(event, channel, first)
    case MIDIEventObject.systemReset: fluid_event_system_reset(event)
    default: return Result.failed
    }
    return Result.ok
  }
}
