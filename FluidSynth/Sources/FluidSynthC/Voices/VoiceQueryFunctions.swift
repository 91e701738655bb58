// swift-format-ignore-file: AlwaysUseLowerCamelCase

// The functions of voice.h that describe a voice.

/// Returns the ID.
@c public func fluid_voice_get_id(_ voice: OpaquePointer?) -> UInt32 {
  use(voice, Voice.self, or: 0) { $0.id }
}

/// Returns the channel.
@c public func fluid_voice_get_channel(_ voice: OpaquePointer?) -> Int32 {
  use(voice, Voice.self, or: Result.failed) { Int32($0.channel) }
}

/// Returns the key.
@c public func fluid_voice_get_key(_ voice: OpaquePointer?) -> Int32 {
  use(voice, Voice.self, or: Result.failed) { Int32($0.key) }
}

/// Returns the key that generator 46 sets, or the key.
@c public func fluid_voice_get_actual_key(_ voice: OpaquePointer?) -> Int32 {
  use(voice, Voice.self, or: Result.failed) { voice in
    voice.generators[46] >= 0 ? Int32(voice.generators[46]) : Int32(voice.key)
  }
}

/// Returns the velocity.
@c public func fluid_voice_get_velocity(_ voice: OpaquePointer?) -> Int32 {
  use(voice, Voice.self, or: Result.failed) { Int32($0.velocity) }
}

/// Returns the velocity that generator 47 sets, or the velocity.
@c public func fluid_voice_get_actual_velocity(_ voice: OpaquePointer?) -> Int32 {
  use(voice, Voice.self, or: Result.failed) { voice in
    voice.generators[47] > 0 ? Int32(voice.generators[47]) : Int32(voice.velocity)
  }
}

/// Returns whether a voice was started.
@c public func fluid_voice_is_playing(_ voice: OpaquePointer?) -> Int32 {
  use(voice, Voice.self, or: 0) { $0.hasStarted ? 1 : 0 }
}

/// Returns whether a voice was started, and its key is down.
@c public func fluid_voice_is_on(_ voice: OpaquePointer?) -> Int32 {
  use(voice, Voice.self, or: 0) { $0.hasStarted && !$0.isReleased ? 1 : 0 }
}

/// Returns 0: the engine does not tell which notes a pedal holds.
@c public func fluid_voice_is_sustained(_ voice: OpaquePointer?) -> Int32 { 0 }

/// Returns 0: the engine does not tell which notes a pedal holds.
@c public func fluid_voice_is_sostenuto(_ voice: OpaquePointer?) -> Int32 { 0 }
