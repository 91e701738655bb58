// swift-format-ignore-file: AlwaysUseLowerCamelCase

// The functions of ladspa.h. The engine has no LADSPA effects: `fluid_synth_get_ladspa_fx` returns
// null, as FluidSynth does without `synth.ladspa.active`, and all functions fail.

private func refuse(_ function: StaticString) -> Int32 {
  Log.refuse(function, "the engine has no LADSPA effects")
}

/// Returns null.
@c public func fluid_synth_get_ladspa_fx(_ synth: OpaquePointer?) -> OpaquePointer? { nil }

/// Returns 0: there are no LADSPA effects.
@c public func fluid_ladspa_is_active(
  _ effects: OpaquePointer?
) -> Int32 {
  0
}

/// Refused: there are no LADSPA effects.
@c public func fluid_ladspa_activate(
  _ effects: OpaquePointer?
) -> Int32 {
  refuse("fluid_ladspa_activate")
}

/// Refused: there are no LADSPA effects.
@c public func fluid_ladspa_deactivate(
  _ effects: OpaquePointer?
) -> Int32 {
  refuse("fluid_ladspa_deactivate")
}

/// Refused: there are no LADSPA effects.
@c public func fluid_ladspa_reset(
  _ effects: OpaquePointer?
) -> Int32 {
  refuse("fluid_ladspa_reset")
}

/// Returns 0: there are no LADSPA effects.
@c public func fluid_ladspa_host_port_exists(
  _ effects: OpaquePointer?, _ argument1: UnsafePointer<CChar>?
) -> Int32 {
  0
}

/// Refused: there are no LADSPA effects.
@c public func fluid_ladspa_add_buffer(
  _ effects: OpaquePointer?, _ argument1: UnsafePointer<CChar>?
) -> Int32 {
  refuse("fluid_ladspa_add_buffer")
}

/// Returns 0: there are no LADSPA effects.
@c public func fluid_ladspa_buffer_exists(
  _ effects: OpaquePointer?, _ argument1: UnsafePointer<CChar>?
) -> Int32 {
  0
}

/// Refused: there are no LADSPA effects.
@c public func fluid_ladspa_add_effect(
  _ effects: OpaquePointer?,
  _ argument1: UnsafePointer<CChar>?,
  _ argument2: UnsafePointer<CChar>?,
  _ argument3: UnsafePointer<CChar>?
) -> Int32 {
  refuse("fluid_ladspa_add_effect")
}

/// Returns 0: there are no LADSPA effects.
@c public func fluid_ladspa_effect_can_mix(
  _ effects: OpaquePointer?, _ argument1: UnsafePointer<CChar>?
) -> Int32 {
  0
}

/// Refused: there are no LADSPA effects.
@c public func fluid_ladspa_effect_set_mix(
  _ effects: OpaquePointer?,
  _ argument1: UnsafePointer<CChar>?,
  _ argument2: Int32,
  _ argument3: Float
) -> Int32 {
  refuse("fluid_ladspa_effect_set_mix")
}

/// Returns 0: there are no LADSPA effects.
@c public func fluid_ladspa_effect_port_exists(
  _ effects: OpaquePointer?,
  _ argument1: UnsafePointer<CChar>?,
  _ argument2: UnsafePointer<CChar>?
) -> Int32 {
  0
}

/// Refused: there are no LADSPA effects.
@c public func fluid_ladspa_effect_set_control(
  _ effects: OpaquePointer?,
  _ argument1: UnsafePointer<CChar>?,
  _ argument2: UnsafePointer<CChar>?,
  _ argument3: Float
) -> Int32 {
  refuse("fluid_ladspa_effect_set_control")
}

/// Refused: there are no LADSPA effects.
@c public func fluid_ladspa_effect_link(
  _ effects: OpaquePointer?,
  _ argument1: UnsafePointer<CChar>?,
  _ argument2: UnsafePointer<CChar>?,
  _ argument3: UnsafePointer<CChar>?
) -> Int32 {
  refuse("fluid_ladspa_effect_link")
}

/// Refused: there are no LADSPA effects.
@c public func fluid_ladspa_check(
  _ effects: OpaquePointer?, _ message: UnsafeMutablePointer<CChar>?, _ capacity: Int32
) -> Int32 {
  if let message {
    CString.copy("There are no LADSPA effects.", to: message, capacity: Int(capacity))
  }
  return refuse("fluid_ladspa_check")
}
