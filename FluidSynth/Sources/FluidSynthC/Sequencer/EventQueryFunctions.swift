// swift-format-ignore-file: AlwaysUseLowerCamelCase

// The functions of event.h that return members of an event.

private func get<Value>(
  _ event: OpaquePointer?, or failure: Value, _ body: (SequencerEvent) -> Value
) -> Value {
  use(event, SequencerEventObject.self, or: failure) { body($0.event) }
}

/// Returns the type.
@c public func fluid_event_get_type(_ event: OpaquePointer?) -> Int32 {
  get(event, or: -1) { $0.kind.rawValue }
}

/// Returns the client that sends the event.
@c public func fluid_event_get_source(_ event: OpaquePointer?) -> Int16 {
  get(event, or: -1) { $0.source }
}

/// Returns the client that receives the event.
@c public func fluid_event_get_dest(_ event: OpaquePointer?) -> Int16 {
  get(event, or: -1) { $0.destination }
}

/// Returns the channel.
@c public func fluid_event_get_channel(_ event: OpaquePointer?) -> Int32 {
  get(event, or: 0) { $0.channel }
}

/// Returns the key.
@c public func fluid_event_get_key(_ event: OpaquePointer?) -> Int16 {
  get(event, or: 0) { $0.key }
}

/// Returns the velocity.
@c public func fluid_event_get_velocity(_ event: OpaquePointer?) -> Int16 {
  get(event, or: 0) { $0.velocity }
}

/// Returns the controller.
@c public func fluid_event_get_control(_ event: OpaquePointer?) -> Int16 {
  get(event, or: 0) { $0.control }
}

/// Returns the value.
@c public func fluid_event_get_value(_ event: OpaquePointer?) -> Int32 {
  get(event, or: 0) { $0.value }
}

/// Returns the program.
@c public func fluid_event_get_program(_ event: OpaquePointer?) -> Int32 {
  get(event, or: 0) { $0.program }
}

/// Returns the data of a timer.
@c public func fluid_event_get_data(_ event: OpaquePointer?) -> UnsafeMutableRawPointer? {
  get(event, or: nil) { $0.data }
}

/// Returns the duration of a note in ticks.
@c public func fluid_event_get_duration(_ event: OpaquePointer?) -> UInt32 {
  get(event, or: 0) { $0.duration }
}

/// Returns the bank.
@c public func fluid_event_get_bank(_ event: OpaquePointer?) -> Int16 {
  get(event, or: 0) { $0.bank }
}

/// Returns the pitch bend.
@c public func fluid_event_get_pitch(_ event: OpaquePointer?) -> Int32 {
  get(event, or: 0) { $0.pitch }
}

/// Returns the time scale.
@c public func fluid_event_get_scale(_ event: OpaquePointer?) -> Double {
  get(event, or: 0) { $0.scale }
}

/// Returns the ID of the font.
@c public func fluid_event_get_sfont_id(_ event: OpaquePointer?) -> UInt32 {
  get(event, or: 0) { $0.fontID }
}
