// swift-format-ignore-file: AlwaysUseLowerCamelCase

// The functions of synth.h for the reverb. All groups of effects share one reverb.

/// Switches the reverb on or off.
@c public func fluid_synth_set_reverb_on(_ synth: OpaquePointer?, _ isOn: Int32) {
  _ = setEffects(synth) { $0.isReverbOn = isOn != 0 }
}

/// Switches the reverb of a group on or off.
@c public func fluid_synth_reverb_on(
  _ synth: OpaquePointer?, _ group: Int32, _ isOn: Int32
) -> Int32 {
  setEffects(synth, group) { $0.isReverbOn = isOn != 0 }
}

/// Sets the room size, 0 through 1.
@c public func fluid_synth_set_reverb_roomsize(
  _ synth: OpaquePointer?, _ value: Double
) -> Int32 {
  setEffects(synth, isValid: 0...1 ~= value) { $0.roomSize = value }
}

/// Sets the room size, 0 through 1 of a group.
@c public func fluid_synth_set_reverb_group_roomsize(
  _ synth: OpaquePointer?, _ group: Int32, _ value: Double
) -> Int32 {
  setEffects(synth, group, isValid: 0...1 ~= value) { $0.roomSize = value }
}

/// Returns the room size, 0 through 1.
@c public func fluid_synth_get_reverb_roomsize(_ synth: OpaquePointer?) -> Double {
  effectsValue(synth, or: 0) { $0.roomSize }
}

/// Returns the room size, 0 through 1 of a group.
@c public func fluid_synth_get_reverb_group_roomsize(
  _ synth: OpaquePointer?, _ group: Int32, _ value: UnsafeMutablePointer<Double>?
) -> Int32 {
  getEffects(synth, group, value) { $0.roomSize }
}

/// Sets the damping, 0 through 1.
@c public func fluid_synth_set_reverb_damp(
  _ synth: OpaquePointer?, _ value: Double
) -> Int32 {
  setEffects(synth, isValid: 0...1 ~= value) { $0.damping = value }
}

/// Sets the damping, 0 through 1 of a group.
@c public func fluid_synth_set_reverb_group_damp(
  _ synth: OpaquePointer?, _ group: Int32, _ value: Double
) -> Int32 {
  setEffects(synth, group, isValid: 0...1 ~= value) { $0.damping = value }
}

/// Returns the damping, 0 through 1.
@c public func fluid_synth_get_reverb_damp(_ synth: OpaquePointer?) -> Double {
  effectsValue(synth, or: 0) { $0.damping }
}

/// Returns the damping, 0 through 1 of a group.
@c public func fluid_synth_get_reverb_group_damp(
  _ synth: OpaquePointer?, _ group: Int32, _ value: UnsafeMutablePointer<Double>?
) -> Int32 {
  getEffects(synth, group, value) { $0.damping }
}

/// Sets the stereo width, 0 through 100.
@c public func fluid_synth_set_reverb_width(
  _ synth: OpaquePointer?, _ value: Double
) -> Int32 {
  setEffects(synth, isValid: 0...100 ~= value) { $0.width = value }
}

/// Sets the stereo width, 0 through 100 of a group.
@c public func fluid_synth_set_reverb_group_width(
  _ synth: OpaquePointer?, _ group: Int32, _ value: Double
) -> Int32 {
  setEffects(synth, group, isValid: 0...100 ~= value) { $0.width = value }
}

/// Returns the stereo width, 0 through 100.
@c public func fluid_synth_get_reverb_width(_ synth: OpaquePointer?) -> Double {
  effectsValue(synth, or: 0) { $0.width }
}

/// Returns the stereo width, 0 through 100 of a group.
@c public func fluid_synth_get_reverb_group_width(
  _ synth: OpaquePointer?, _ group: Int32, _ value: UnsafeMutablePointer<Double>?
) -> Int32 {
  getEffects(synth, group, value) { $0.width }
}

/// Sets the level, 0 through 1.
@c public func fluid_synth_set_reverb_level(
  _ synth: OpaquePointer?, _ value: Double
) -> Int32 {
  setEffects(synth, isValid: 0...1 ~= value) { $0.reverbLevel = value }
}

/// Sets the level, 0 through 1 of a group.
@c public func fluid_synth_set_reverb_group_level(
  _ synth: OpaquePointer?, _ group: Int32, _ value: Double
) -> Int32 {
  setEffects(synth, group, isValid: 0...1 ~= value) { $0.reverbLevel = value }
}

/// Returns the level, 0 through 1.
@c public func fluid_synth_get_reverb_level(_ synth: OpaquePointer?) -> Double {
  effectsValue(synth, or: 0) { $0.reverbLevel }
}

/// Returns the level, 0 through 1 of a group.
@c public func fluid_synth_get_reverb_group_level(
  _ synth: OpaquePointer?, _ group: Int32, _ value: UnsafeMutablePointer<Double>?
) -> Int32 {
  getEffects(synth, group, value) { $0.reverbLevel }
}

/// Sets all parameters of the reverb that are in their ranges.
@c public func fluid_synth_set_reverb(
  _ synth: OpaquePointer?, _ roomSize: Double, _ damping: Double, _ width: Double, _ level: Double
) -> Int32 {
  setEffects(synth) { effects in
    if 0...1 ~= roomSize { effects.roomSize = roomSize }
    if 0...1 ~= damping { effects.damping = damping }
    if 0...100 ~= width { effects.width = width }
    if 0...1 ~= level { effects.reverbLevel = level }
  }
}
