// swift-format-ignore-file: AlwaysUseLowerCamelCase

// The functions of synth.h for notes and controllers.

import PeachSynthesis

/// Calls `body` with a synthesizer and a channel. Returns −1 if either is invalid.
func channel(
  _ synth: OpaquePointer?, _ channel: Int32, _ body: (Synth, Int) -> Int32
) -> Int32 {
  use(synth, Synth.self, or: Result.failed) { synth in
    guard channel >= 0, Int(channel) < synth.channels.count else { return Result.failed }
    return body(synth, Int(channel))
  }
}

/// Starts a note.
@c public func fluid_synth_noteon(
  _ synth: OpaquePointer?, _ chan: Int32, _ key: Int32, _ velocity: Int32
) -> Int32 {
  channel(synth, chan) { synth, index in
    guard 0...127 ~= key, 0...127 ~= velocity else { return Result.failed }
    return synth.noteOn(index, key: Int(key), velocity: Int(velocity))
  }
}

/// Releases a note.
@c public func fluid_synth_noteoff(
  _ synth: OpaquePointer?, _ chan: Int32, _ key: Int32
) -> Int32 {
  channel(synth, chan) { synth, index in
    guard 0...127 ~= key else { return Result.failed }
    return synth.noteOff(index, key: Int(key))
  }
}

/// Changes a controller.
@c public func fluid_synth_cc(
  _ synth: OpaquePointer?, _ chan: Int32, _ controller: Int32, _ value: Int32
) -> Int32 {
  channel(synth, chan) { synth, index in
    guard 0...127 ~= controller, 0...127 ~= value else { return Result.failed }
    synth.change(index, controller: Int(controller), value: Int(value))
    return Result.ok
  }
}

/// Returns the value of a controller.
@c public func fluid_synth_get_cc(
  _ synth: OpaquePointer?, _ chan: Int32, _ controller: Int32, _ value: UnsafeMutablePointer<Int32>?
) -> Int32 {
  channel(synth, chan) { synth, index in
    guard 0...127 ~= controller, let value else { return Result.failed }
    value.pointee = synth.lock.withLock { synth.channels[index].controllers[Int(controller)] }
    return Result.ok
  }
}

/// Bends the pitch: 0 through 16383.
@c public func fluid_synth_pitch_bend(
  _ synth: OpaquePointer?, _ chan: Int32, _ value: Int32
) -> Int32 {
  channel(synth, chan) { synth, index in
    guard 0...16_383 ~= value else { return Result.failed }
    synth.lock.withLock {
      synth.channels[index].bend = value
      synth.send(.pitchBend(channel: UInt8(index), value: UInt16(value)))
    }
    return Result.ok
  }
}

/// Returns the pitch bend.
@c public func fluid_synth_get_pitch_bend(
  _ synth: OpaquePointer?, _ chan: Int32, _ value: UnsafeMutablePointer<Int32>?
) -> Int32 {
  channel(synth, chan) { synth, index in
    guard let value else { return Result.failed }
    value.pointee = synth.lock.withLock { synth.channels[index].bend }
    return Result.ok
  }
}

/// Sets the pitch bend range: 0 through 72 semitones.
@c public func fluid_synth_pitch_wheel_sens(
  _ synth: OpaquePointer?, _ chan: Int32, _ value: Int32
) -> Int32 {
  channel(synth, chan) { synth, index in
    guard 0...72 ~= value else { return Result.failed }
    synth.lock.withLock {
      synth.channels[index].bendRange = value
      synth.send(.bendRange(channel: UInt8(index), semitones: UInt8(value)))
    }
    return Result.ok
  }
}

/// Returns the pitch bend range.
@c public func fluid_synth_get_pitch_wheel_sens(
  _ synth: OpaquePointer?, _ chan: Int32, _ value: UnsafeMutablePointer<Int32>?
) -> Int32 {
  channel(synth, chan) { synth, index in
    guard let value else { return Result.failed }
    value.pointee = synth.lock.withLock { synth.channels[index].bendRange }
    return Result.ok
  }
}

/// Sets the channel pressure.
@c public func fluid_synth_channel_pressure(
  _ synth: OpaquePointer?, _ chan: Int32, _ value: Int32
) -> Int32 {
  channel(synth, chan) { synth, index in
    guard 0...127 ~= value else { return Result.failed }
    synth.send(.channelPressure(channel: UInt8(index), value: UInt8(value)))
    return Result.ok
  }
}

/// Sets the pressure of a key.
@c public func fluid_synth_key_pressure(
  _ synth: OpaquePointer?, _ chan: Int32, _ key: Int32, _ value: Int32
) -> Int32 {
  channel(synth, chan) { synth, index in
    guard 0...127 ~= key, 0...127 ~= value else { return Result.failed }
    synth.send(.keyPressure(channel: UInt8(index), key: UInt8(key), value: UInt8(value)))
    return Result.ok
  }
}

/// Calls `body` with a channel, or `nil` for all channels if it is −1.
private func channelOrAll(
  _ synth: OpaquePointer?, _ chan: Int32, _ body: (Synth, Int?) -> Void
) -> Int32 {
  use(synth, Synth.self, or: Result.failed) { synth in
    guard chan >= -1, Int(chan) < synth.channels.count else { return Result.failed }
    body(synth, chan < 0 ? nil : Int(chan))
    return Result.ok
  }
}

/// Releases all notes of a channel, or of all if it is −1.
@c public func fluid_synth_all_notes_off(_ synth: OpaquePointer?, _ chan: Int32) -> Int32 {
  channelOrAll(synth, chan) { $0.allNotesOff($1) }
}

/// Ends all notes of a channel, or of all if it is −1.
@c public func fluid_synth_all_sounds_off(_ synth: OpaquePointer?, _ chan: Int32) -> Int32 {
  channelOrAll(synth, chan) { $0.allSoundsOff($1) }
}

/// Resets the system.
@c public func fluid_synth_system_reset(_ synth: OpaquePointer?) -> Int32 {
  use(synth, Synth.self, or: Result.failed) { synth in
    synth.reset()
    return Result.ok
  }
}

/// Sets the offset of a generator on a channel, in its unit.
@c public func fluid_synth_set_gen(
  _ synth: OpaquePointer?, _ chan: Int32, _ generator: Int32, _ value: Float
) -> Int32 {
  channel(synth, chan) { synth, index in
    guard generator >= 0, generator < SynthChannel.generatorCount else { return Result.failed }
    synth.lock.withLock {
      synth.channels[index].offsets[Int(generator)] = value
      synth.sendOffset(value, of: Int(generator), onChannel: index)
    }
    return Result.ok
  }
}

/// Returns the offset of a generator on a channel.
@c public func fluid_synth_get_gen(
  _ synth: OpaquePointer?, _ chan: Int32, _ generator: Int32
) -> Float {
  use(synth, Synth.self, or: -1) { synth in
    guard chan >= 0, Int(chan) < synth.channels.count, generator >= 0,
      generator < SynthChannel.generatorCount
    else { return -1 }
    return synth.lock.withLock { synth.channels[Int(chan)].offsets[Int(generator)] }
  }
}
