// swift-format-ignore-file: AlwaysUseLowerCamelCase

// The functions of midi.h for routers.

/// Creates a router that sends events to a handler.
@c public func new_fluid_midi_router(
  _ settings: OpaquePointer?, _ handler: UnsafeRawPointer?, _ data: UnsafeMutableRawPointer?
) -> OpaquePointer? {
  guard let handler else { return nil }
  let count = use(settings, Settings.self, or: 16) { $0.integer("synth.midi-channels") }
  return Handle.new(
    Router(unsafeBitCast(handler, to: MIDIHandler.self), data, channelCount: count))
}

/// Deletes a router.
@c public func delete_fluid_midi_router(_ router: OpaquePointer?) {
  if let router { Handle.delete(router, as: Router.self) }
}

/// Sets rules that pass all events.
@c public func fluid_midi_router_set_default_rules(_ router: OpaquePointer?) -> Int32 {
  use(router, Router.self, or: Result.failed) { router in
    router.setDefaultRules()
    return Result.ok
  }
}

/// Removes all rules, so that no event passes.
@c public func fluid_midi_router_clear_rules(_ router: OpaquePointer?) -> Int32 {
  use(router, Router.self, or: Result.failed) { router in
    router.clearRules()
    return Result.ok
  }
}

/// Adds a rule, which the router then owns.
@c public func fluid_midi_router_add_rule(
  _ router: OpaquePointer?, _ rule: OpaquePointer?, _ type: Int32
) -> Int32 {
  use(router, Router.self, or: Result.failed) { router in
    guard let rule, 0..<Router.typeCount ~= Int(type) else { return Result.failed }
    let reference = Unmanaged<RouterRule>.fromOpaque(UnsafeRawPointer(rule))
    router.add(reference.takeRetainedValue(), type: Int(type))
    return Result.ok
  }
}

/// Creates a rule that passes all events unchanged.
@c public func new_fluid_midi_router_rule() -> OpaquePointer? { Handle.new(RouterRule()) }

/// Deletes a rule that no router owns.
@c public func delete_fluid_midi_router_rule(_ rule: OpaquePointer?) {
  if let rule { Handle.delete(rule, as: RouterRule.self) }
}

/// Sets the range of channels, and their mapping.
@c public func fluid_midi_router_rule_set_chan(
  _ rule: OpaquePointer?, _ low: Int32, _ high: Int32, _ factor: Float, _ offset: Int32
) {
  use(rule, RouterRule.self) {
    $0.channels = RouterRule.Range(low: low, high: high, factor: factor, offset: offset)
  }
}

/// Sets the range of the first parameter, and its mapping.
@c public func fluid_midi_router_rule_set_param1(
  _ rule: OpaquePointer?, _ low: Int32, _ high: Int32, _ factor: Float, _ offset: Int32
) {
  use(rule, RouterRule.self) {
    $0.parameter1 = RouterRule.Range(low: low, high: high, factor: factor, offset: offset)
  }
}

/// Sets the range of the second parameter, and its mapping.
@c public func fluid_midi_router_rule_set_param2(
  _ rule: OpaquePointer?, _ low: Int32, _ high: Int32, _ factor: Float, _ offset: Int32
) {
  use(rule, RouterRule.self) {
    $0.parameter2 = RouterRule.Range(low: low, high: high, factor: factor, offset: offset)
  }
}

/// Routes an event. `data` is a router.
@c public func fluid_midi_router_handle_midi_event(
  _ data: UnsafeMutableRawPointer?, _ event: OpaquePointer?
) -> Int32 {
  use(data.map { OpaquePointer($0) }, Router.self, or: Result.failed) { router in
    use(event, MIDIEventObject.self, or: Result.failed) { router.route($0) }
  }
}

/// Prints an event, and routes it. `data` is a router.
@c public func fluid_midi_dump_prerouter(
  _ data: UnsafeMutableRawPointer?, _ event: OpaquePointer?
) -> Int32 {
  dump(event, "event_pre")
  return fluid_midi_router_handle_midi_event(data, event)
}

/// Prints an event, and sends it to a synthesizer. `data` is a synthesizer.
@c public func fluid_midi_dump_postrouter(
  _ data: UnsafeMutableRawPointer?, _ event: OpaquePointer?
) -> Int32 {
  dump(event, "event_post")
  return fluid_synth_handle_midi_event(data, event)
}

private func dump(_ event: OpaquePointer?, _ prefix: String) {
  use(event, MIDIEventObject.self) { event in
    let names: [Int32: String] = [
      0x80: "noteoff", 0x90: "noteon", 0xA0: "kpress", 0xB0: "cc", 0xC0: "prog", 0xD0: "cpress",
      0xE0: "pitch",
    ]
    let name = names[event.type] ?? "other"
    let values = "\(event.channel) \(event.parameter1) \(event.parameter2)"
    Shell.write("\(prefix)_\(name) \(values)\n", to: 1)
  }
}
