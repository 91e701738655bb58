// swift-format-ignore-file: AlwaysUseLowerCamelCase

// The functions of seq.h and seqbind.h.

/// Creates a sequencer with a system timer.
@c public func new_fluid_sequencer() -> OpaquePointer? { new_fluid_sequencer2(1) }

/// Creates a sequencer with a system timer, or with that of its first synthesizer.
@c public func new_fluid_sequencer2(_ usesSystemTimer: Int32) -> OpaquePointer? {
  Handle.new(SequencerObject(usesSystemTimer: usesSystemTimer != 0))
}

/// Deletes a sequencer. No callback is called after this has returned.
@c public func delete_fluid_sequencer(_ sequencer: OpaquePointer?) {
  guard let sequencer else { return }
  use(sequencer, SequencerObject.self) { $0.close() }
  Handle.delete(sequencer, as: SequencerObject.self)
}

/// Returns whether a sequencer has a system timer.
@c public func fluid_sequencer_get_use_system_timer(_ sequencer: OpaquePointer?) -> Int32 {
  use(sequencer, SequencerObject.self, or: Result.failed) { $0.usesSystemTimer ? 1 : 0 }
}

/// Adds a client. Returns its ID.
@c public func fluid_sequencer_register_client(
  _ sequencer: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ callback: UnsafeRawPointer?,
  _ data: UnsafeMutableRawPointer?
) -> Int16 {
  use(sequencer, SequencerObject.self, or: -1) { sequencer in
    let callback = callback.map { unsafeBitCast($0, to: SequencerObject.Callback.self) }
    return sequencer.register(name.map { String(cString: $0) } ?? "", callback, data)
  }
}

/// Adds a synthesizer as a client. Returns its ID.
@c public func fluid_sequencer_register_fluidsynth(
  _ sequencer: OpaquePointer?, _ synth: OpaquePointer?
) -> Int16 {
  use(sequencer, SequencerObject.self, or: -1) { sequencer in
    use(synth, Synth.self, or: -1) { sequencer.register("fluidsynth", nil, nil, $0) }
  }
}

/// Removes a client, which receives a last event.
@c public func fluid_sequencer_unregister_client(_ sequencer: OpaquePointer?, _ id: Int16) {
  use(sequencer, SequencerObject.self) { $0.unregister(id) }
}

/// Returns the number of clients.
@c public func fluid_sequencer_count_clients(_ sequencer: OpaquePointer?) -> Int32 {
  use(sequencer, SequencerObject.self, or: 0) { Int32($0.clients.count) }
}

/// Returns the ID of the client at an index, or −1.
@c public func fluid_sequencer_get_client_id(
  _ sequencer: OpaquePointer?, _ index: Int32
) -> Int16 {
  use(sequencer, SequencerObject.self, or: -1) { sequencer in
    let clients = sequencer.clients
    return clients.indices.contains(Int(index)) ? clients[Int(index)].id : -1
  }
}

/// Returns the name of a client, or null.
@c public func fluid_sequencer_get_client_name(
  _ sequencer: OpaquePointer?, _ id: Int16
) -> UnsafeMutablePointer<CChar>? {
  use(sequencer, SequencerObject.self, or: nil) { $0.client(id)?.name.pointer }
}

/// Returns whether a client receives events.
@c public func fluid_sequencer_client_is_dest(
  _ sequencer: OpaquePointer?, _ id: Int16
) -> Int32 {
  use(sequencer, SequencerObject.self, or: 0) { sequencer in
    guard let client = sequencer.client(id) else { return 0 }
    return client.callback != nil || client.synth != nil ? 1 : 0
  }
}

/// Dispatches the events up to a time in milliseconds, for sequencers without a timer.
@c public func fluid_sequencer_process(_ sequencer: OpaquePointer?, _ milliseconds: UInt32) {
  use(sequencer, SequencerObject.self) { $0.process(Double(milliseconds)) }
}

/// Sends an event to its destination.
@c public func fluid_sequencer_send_now(_ sequencer: OpaquePointer?, _ event: OpaquePointer?) {
  use(sequencer, SequencerObject.self) { sequencer in
    use(event, SequencerEventObject.self) { sequencer.dispatch($0.event) }
  }
}

/// Sends an event at a tick, absolute or from now. The event is copied.
@c public func fluid_sequencer_send_at(
  _ sequencer: OpaquePointer?, _ event: OpaquePointer?, _ time: UInt32, _ isAbsolute: Int32
) -> Int32 {
  use(sequencer, SequencerObject.self, or: Result.failed) { sequencer in
    use(event, SequencerEventObject.self, or: Result.failed) { object in
      let tick = isAbsolute != 0 ? time : sequencer.tick &+ time
      sequencer.send(object.event, at: tick)
      return Result.ok
    }
  }
}

/// Removes events of a source, a destination and a type; −1 matches any.
@c public func fluid_sequencer_remove_events(
  _ sequencer: OpaquePointer?, _ source: Int16, _ destination: Int16, _ type: Int32
) {
  use(sequencer, SequencerObject.self) {
    $0.remove(source: source, destination: destination, type: type)
  }
}

/// Returns the tick.
@c public func fluid_sequencer_get_tick(_ sequencer: OpaquePointer?) -> UInt32 {
  use(sequencer, SequencerObject.self, or: 0) { $0.tick }
}

/// Sets the number of ticks per second, clamped to 0.001 through 1,000,000,000.
@c public func fluid_sequencer_set_time_scale(_ sequencer: OpaquePointer?, _ scale: Double) {
  use(sequencer, SequencerObject.self) { sequencer in
    guard scale > 0 else { return Log.warning("The time scale is \(scale). Use more than 0.") }
    sequencer.timeScale = scale
  }
}

/// Returns the number of ticks per second.
@c public func fluid_sequencer_get_time_scale(_ sequencer: OpaquePointer?) -> Double {
  use(sequencer, SequencerObject.self, or: 0) { $0.timeScale }
}

/// Sends a MIDI event to the first synthesizer of a sequencer, which is `data`.
@c public func fluid_sequencer_add_midi_event_to_buffer(
  _ data: UnsafeMutableRawPointer?, _ event: OpaquePointer?
) -> Int32 {
  use(data.map { OpaquePointer($0) }, SequencerObject.self, or: Result.failed) { sequencer in
    guard let client = sequencer.clients.first(where: { $0.synth != nil }) else {
      return Result.failed
    }
    let object = SequencerEventObject()
    guard fluid_event_from_midi_event(Handle.borrowed(object), event) == Result.ok else {
      return Result.failed
    }
    object.event.destination = client.id
    sequencer.send(object.event, at: sequencer.tick)
    return Result.ok
  }
}
