// swift-format-ignore-file: AlwaysUseLowerCamelCase

// The functions of synth.h for the chorus. All groups of effects share one chorus.

/// Switches the chorus on or off.
@c public func fluid_synth_set_chorus_on(_ synth: OpaquePointer?, _ isOn: Int32) {
  _ = setEffects(synth) { $0.isChorusOn = isOn != 0 }
}

/// Switches the chorus of a group on or off.
@c public func fluid_synth_chorus_on(
  _ synth: OpaquePointer?, _ group: Int32, _ isOn: Int32
) -> Int32 {
  setEffects(synth, group) { $0.isChorusOn = isOn != 0 }
}

/// Sets the number of voices, 0 through 99.
@c public func fluid_synth_set_chorus_nr(
  _ synth: OpaquePointer?, _ value: Int32
) -> Int32 {
  setEffects(synth, isValid: 0...99 ~= value) { $0.chorusVoices = value }
}

/// Sets the number of voices, 0 through 99 of a group.
@c public func fluid_synth_set_chorus_group_nr(
  _ synth: OpaquePointer?, _ group: Int32, _ value: Int32
) -> Int32 {
  setEffects(synth, group, isValid: 0...99 ~= value) { $0.chorusVoices = value }
}

/// Returns the number of voices, 0 through 99.
@c public func fluid_synth_get_chorus_nr(_ synth: OpaquePointer?) -> Int32 {
  effectsValue(synth, or: Result.failed) { $0.chorusVoices }
}

/// Returns the number of voices, 0 through 99 of a group.
@c public func fluid_synth_get_chorus_group_nr(
  _ synth: OpaquePointer?, _ group: Int32, _ value: UnsafeMutablePointer<Int32>?
) -> Int32 {
  getEffects(synth, group, value) { $0.chorusVoices }
}

/// Sets the level, 0 through 10.
@c public func fluid_synth_set_chorus_level(
  _ synth: OpaquePointer?, _ value: Double
) -> Int32 {
  setEffects(synth, isValid: 0...10 ~= value) { $0.chorusLevel = value }
}

/// Sets the level, 0 through 10 of a group.
@c public func fluid_synth_set_chorus_group_level(
  _ synth: OpaquePointer?, _ group: Int32, _ value: Double
) -> Int32 {
  setEffects(synth, group, isValid: 0...10 ~= value) { $0.chorusLevel = value }
}

/// Returns the level, 0 through 10.
@c public func fluid_synth_get_chorus_level(_ synth: OpaquePointer?) -> Double {
  effectsValue(synth, or: 0) { $0.chorusLevel }
}

/// Returns the level, 0 through 10 of a group.
@c public func fluid_synth_get_chorus_group_level(
  _ synth: OpaquePointer?, _ group: Int32, _ value: UnsafeMutablePointer<Double>?
) -> Int32 {
  getEffects(synth, group, value) { $0.chorusLevel }
}

/// Sets the LFO rate in hertz, 0.1 through 5.
@c public func fluid_synth_set_chorus_speed(
  _ synth: OpaquePointer?, _ value: Double
) -> Int32 {
  setEffects(synth, isValid: 0.1...5 ~= value) { $0.chorusSpeed = value }
}

/// Sets the LFO rate in hertz, 0.1 through 5 of a group.
@c public func fluid_synth_set_chorus_group_speed(
  _ synth: OpaquePointer?, _ group: Int32, _ value: Double
) -> Int32 {
  setEffects(synth, group, isValid: 0.1...5 ~= value) { $0.chorusSpeed = value }
}

/// Returns the LFO rate in hertz, 0.1 through 5.
@c public func fluid_synth_get_chorus_speed(_ synth: OpaquePointer?) -> Double {
  effectsValue(synth, or: 0) { $0.chorusSpeed }
}

/// Returns the LFO rate in hertz, 0.1 through 5 of a group.
@c public func fluid_synth_get_chorus_group_speed(
  _ synth: OpaquePointer?, _ group: Int32, _ value: UnsafeMutablePointer<Double>?
) -> Int32 {
  getEffects(synth, group, value) { $0.chorusSpeed }
}

/// Sets the depth in milliseconds, 0 through 256.
@c public func fluid_synth_set_chorus_depth(
  _ synth: OpaquePointer?, _ value: Double
) -> Int32 {
  setEffects(synth, isValid: 0...256 ~= value) { $0.chorusDepth = value }
}

/// Sets the depth in milliseconds, 0 through 256 of a group.
@c public func fluid_synth_set_chorus_group_depth(
  _ synth: OpaquePointer?, _ group: Int32, _ value: Double
) -> Int32 {
  setEffects(synth, group, isValid: 0...256 ~= value) { $0.chorusDepth = value }
}

/// Returns the depth in milliseconds, 0 through 256.
@c public func fluid_synth_get_chorus_depth(_ synth: OpaquePointer?) -> Double {
  effectsValue(synth, or: 0) { $0.chorusDepth }
}

/// Returns the depth in milliseconds, 0 through 256 of a group.
@c public func fluid_synth_get_chorus_group_depth(
  _ synth: OpaquePointer?, _ group: Int32, _ value: UnsafeMutablePointer<Double>?
) -> Int32 {
  getEffects(synth, group, value) { $0.chorusDepth }
}

/// Sets the waveform: 0 for a sine, 1 for a triangle.
@c public func fluid_synth_set_chorus_type(
  _ synth: OpaquePointer?, _ value: Int32
) -> Int32 {
  setEffects(synth, isValid: 0...1 ~= value) { $0.chorusType = value }
}

/// Sets the waveform: 0 for a sine, 1 for a triangle of a group.
@c public func fluid_synth_set_chorus_group_type(
  _ synth: OpaquePointer?, _ group: Int32, _ value: Int32
) -> Int32 {
  setEffects(synth, group, isValid: 0...1 ~= value) { $0.chorusType = value }
}

/// Returns the waveform: 0 for a sine, 1 for a triangle.
@c public func fluid_synth_get_chorus_type(_ synth: OpaquePointer?) -> Int32 {
  effectsValue(synth, or: Result.failed) { $0.chorusType }
}

/// Returns the waveform: 0 for a sine, 1 for a triangle of a group.
@c public func fluid_synth_get_chorus_group_type(
  _ synth: OpaquePointer?, _ group: Int32, _ value: UnsafeMutablePointer<Int32>?
) -> Int32 {
  getEffects(synth, group, value) { $0.chorusType }
}

/// Sets all parameters of the chorus that are in their ranges.
@c public func fluid_synth_set_chorus(
  _ synth: OpaquePointer?, _ count: Int32, _ level: Double, _ speed: Double, _ depth: Double,
  _ type: Int32
) -> Int32 {
  setEffects(synth) { effects in
    if 0...99 ~= count { effects.chorusVoices = count }
    if 0...10 ~= level { effects.chorusLevel = level }
    if 0.1...5 ~= speed { effects.chorusSpeed = speed }
    if 0...256 ~= depth { effects.chorusDepth = depth }
    if 0...1 ~= type { effects.chorusType = type }
  }
}
