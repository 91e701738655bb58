// swift-format-ignore-file: AlwaysUseLowerCamelCase

// The functions of midi.h for events.

/// The object of a `fluid_midi_event_t`.
final class MIDIEventObject {
  /// The status without the channel, or the type of a meta-event.
  var type: Int32 = 0
  var channel: Int32 = 0
  /// Key, controller, program, pressure or pitch bend.
  var parameter1: Int32 = 0
  /// Velocity, value, or the number of bytes.
  var parameter2: Int32 = 0
  /// The bytes of a System Exclusive message or text.
  var bytes: UnsafeMutableRawPointer?
  /// Whether the event frees its bytes.
  var ownsBytes = false

  /// The types of midi.h's events beyond channel messages.
  static var systemExclusive: Int32 { 0xF0 }
  static var systemReset: Int32 { 0xFF }
  static var text: Int32 { 0x01 }
  static var lyric: Int32 { 0x05 }
  static var tempo: Int32 { 0x51 }
  static var endOfTrack: Int32 { 0x2F }

  deinit { freeBytes() }

  private func freeBytes() {
    if ownsBytes { fluid_free(bytes) }
    bytes = nil
  }

  func set(_ type: Int32, _ bytes: UnsafeMutableRawPointer?, count: Int32, isOwned: Bool) {
    freeBytes()
    self.type = type
    self.bytes = bytes
    parameter2 = count
    ownsBytes = isOwned
  }
}

/// Creates an event.
@c public func new_fluid_midi_event() -> OpaquePointer? { Handle.new(MIDIEventObject()) }

/// Deletes an event.
@c public func delete_fluid_midi_event(_ event: OpaquePointer?) {
  if let event { Handle.delete(event, as: MIDIEventObject.self) }
}

private func set(_ event: OpaquePointer?, _ body: (MIDIEventObject) -> Void) -> Int32 {
  use(event, MIDIEventObject.self, or: Result.failed) { event in
    body(event)
    return Result.ok
  }
}

private func get(_ event: OpaquePointer?, _ body: (MIDIEventObject) -> Int32) -> Int32 {
  use(event, MIDIEventObject.self, or: 0, body)
}

/// Sets the type.
@c public func fluid_midi_event_set_type(_ event: OpaquePointer?, _ value: Int32) -> Int32 {
  set(event) { $0.type = value }
}

/// Returns the type.
@c public func fluid_midi_event_get_type(_ event: OpaquePointer?) -> Int32 {
  get(event) { $0.type }
}

/// Sets the channel.
@c public func fluid_midi_event_set_channel(_ event: OpaquePointer?, _ value: Int32) -> Int32 {
  set(event) { $0.channel = value }
}

/// Returns the channel.
@c public func fluid_midi_event_get_channel(_ event: OpaquePointer?) -> Int32 {
  get(event) { $0.channel }
}

/// Sets the key.
@c public func fluid_midi_event_set_key(_ event: OpaquePointer?, _ value: Int32) -> Int32 {
  set(event) { $0.parameter1 = value }
}

/// Returns the key.
@c public func fluid_midi_event_get_key(_ event: OpaquePointer?) -> Int32 {
  get(event) { $0.parameter1 }
}

/// Sets the velocity.
@c public func fluid_midi_event_set_velocity(_ event: OpaquePointer?, _ value: Int32) -> Int32 {
  set(event) { $0.parameter2 = value }
}

/// Returns the velocity.
@c public func fluid_midi_event_get_velocity(_ event: OpaquePointer?) -> Int32 {
  get(event) { $0.parameter2 }
}

/// Sets the controller.
@c public func fluid_midi_event_set_control(_ event: OpaquePointer?, _ value: Int32) -> Int32 {
  set(event) { $0.parameter1 = value }
}

/// Returns the controller.
@c public func fluid_midi_event_get_control(_ event: OpaquePointer?) -> Int32 {
  get(event) { $0.parameter1 }
}

/// Sets the value of the controller.
@c public func fluid_midi_event_set_value(_ event: OpaquePointer?, _ value: Int32) -> Int32 {
  set(event) { $0.parameter2 = value }
}

/// Returns the value of the controller.
@c public func fluid_midi_event_get_value(_ event: OpaquePointer?) -> Int32 {
  get(event) { $0.parameter2 }
}

/// Sets the program.
@c public func fluid_midi_event_set_program(_ event: OpaquePointer?, _ value: Int32) -> Int32 {
  set(event) { $0.parameter1 = value }
}

/// Returns the program.
@c public func fluid_midi_event_get_program(_ event: OpaquePointer?) -> Int32 {
  get(event) { $0.parameter1 }
}

/// Sets the pitch bend.
@c public func fluid_midi_event_set_pitch(_ event: OpaquePointer?, _ value: Int32) -> Int32 {
  set(event) { $0.parameter1 = value }
}

/// Returns the pitch bend.
@c public func fluid_midi_event_get_pitch(_ event: OpaquePointer?) -> Int32 {
  get(event) { $0.parameter1 }
}

/// Makes the event one of bytes, which it frees if `isOwned`.
@c public func fluid_midi_event_set_sysex(
  _ event: OpaquePointer?, _ bytes: UnsafeMutableRawPointer?, _ count: Int32, _ isOwned: Int32
) -> Int32 {
  set(event) {
    $0.set(MIDIEventObject.systemExclusive, bytes, count: count, isOwned: isOwned != 0)
  }
}

/// Makes the event one of bytes, which it frees if `isOwned`.
@c public func fluid_midi_event_set_text(
  _ event: OpaquePointer?, _ bytes: UnsafeMutableRawPointer?, _ count: Int32, _ isOwned: Int32
) -> Int32 {
  set(event) {
    $0.set(MIDIEventObject.text, bytes, count: count, isOwned: isOwned != 0)
  }
}

/// Makes the event one of bytes, which it frees if `isOwned`.
@c public func fluid_midi_event_set_lyrics(
  _ event: OpaquePointer?, _ bytes: UnsafeMutableRawPointer?, _ count: Int32, _ isOwned: Int32
) -> Int32 {
  set(event) {
    $0.set(MIDIEventObject.lyric, bytes, count: count, isOwned: isOwned != 0)
  }
}

/// Returns the bytes of the event, if it is of this type.
@c public func fluid_midi_event_get_text(
  _ event: OpaquePointer?, _ bytes: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
  _ count: UnsafeMutablePointer<Int32>?
) -> Int32 {
  use(event, MIDIEventObject.self, or: Result.failed) { event in
    guard event.type == MIDIEventObject.text else { return Result.failed }
    bytes?.pointee = event.bytes
    count?.pointee = event.parameter2
    return Result.ok
  }
}

/// Returns the bytes of the event, if it is of this type.
@c public func fluid_midi_event_get_lyrics(
  _ event: OpaquePointer?, _ bytes: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
  _ count: UnsafeMutablePointer<Int32>?
) -> Int32 {
  use(event, MIDIEventObject.self, or: Result.failed) { event in
    guard event.type == MIDIEventObject.lyric else { return Result.failed }
    bytes?.pointee = event.bytes
    count?.pointee = event.parameter2
    return Result.ok
  }
}
