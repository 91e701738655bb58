// swift-format-ignore-file: AlwaysUseLowerCamelCase

// MIDI events of a synthesizer.

/// The callback of players, routers and drivers.
typealias MIDIHandler = @convention(c) (UnsafeMutableRawPointer?, OpaquePointer?) -> Int32

extension Synth {
  func handle(_ event: MIDIEventObject) -> Int32 {
    let own = Handle.borrowed(self)
    let (channel, first, second) = (event.channel, event.parameter1, event.parameter2)
    switch event.type {
    case 0x80: return fluid_synth_noteoff(own, channel, first)
    case 0x90: return fluid_synth_noteon(own, channel, first, second)
    case 0xA0: return fluid_synth_key_pressure(own, channel, first, second)
    case 0xB0: return fluid_synth_cc(own, channel, first, second)
    case 0xC0: return fluid_synth_program_change(own, channel, first)
    case 0xD0: return fluid_synth_channel_pressure(own, channel, first)
    case 0xE0: return fluid_synth_pitch_bend(own, channel, first)
    case MIDIEventObject.systemReset: return fluid_synth_system_reset(own)
    case MIDIEventObject.systemExclusive:
      let bytes = event.bytes?.assumingMemoryBound(to: CChar.self)
      return fluid_synth_sysex(own, bytes, second, nil, nil, nil, 0)
    case MIDIEventObject.text, MIDIEventObject.lyric, MIDIEventObject.tempo: return Result.ok
    default: return Result.failed
    }
  }
}

/// Handles an event. `data` is a synthesizer.
@c public func fluid_synth_handle_midi_event(
  _ data: UnsafeMutableRawPointer?, _ event: OpaquePointer?
) -> Int32 {
  use(data.map { OpaquePointer($0) }, Synth.self, or: Result.failed) { synth in
    use(event, MIDIEventObject.self, or: Result.failed) { synth.handle($0) }
  }
}
