// swift-format-ignore-file: AlwaysUseLowerCamelCase

// The functions of synth.h for the synthesizer and its parameters.
import PeachSynthesis

/// Creates a synthesizer. The settings must live as long.
@c public func new_fluid_synth(_ settings: OpaquePointer?) -> OpaquePointer? {
  use(settings, Settings.self, or: nil) { Handle.new(Synth($0)) }
}

/// Deletes a synthesizer.
@c public func delete_fluid_synth(_ synth: OpaquePointer?) {
  if let synth { Handle.delete(synth, as: Synth.self) }
}

/// Returns the settings of a synthesizer.
@c public func fluid_synth_get_settings(_ synth: OpaquePointer?) -> OpaquePointer? {
  use(synth, Synth.self, or: nil) { Handle.borrowed($0.settings) }
}

/// Returns the processor load of rendering, in percent.
@c public func fluid_synth_get_cpu_load(_ synth: OpaquePointer?) -> Double {
  use(synth, Synth.self, or: 0) { $0.load.value }
}

/// Returns an empty string: errors are logged.
@c public func fluid_synth_error(_ synth: OpaquePointer?) -> UnsafePointer<CChar>? {
  use(synth, Synth.self, or: nil) { UnsafePointer($0.lastError.pointer) }
}

private func parameter(_ synth: OpaquePointer?, _ body: (Synth) -> Int32) -> Int32 {
  use(synth, Synth.self, or: Result.failed) { synth in synth.lock.withLock { body(synth) } }
}

/// Returns the number of MIDI channels.
@c public func fluid_synth_count_midi_channels(_ synth: OpaquePointer?) -> Int32 {
  parameter(synth) { Int32($0.channels.count) }
}

/// Returns the number of stereo outputs.
@c public func fluid_synth_count_audio_channels(_ synth: OpaquePointer?) -> Int32 {
  parameter(synth) { $0.settings.integer("synth.audio-channels") }
}

/// Returns the number of audio groups.
@c public func fluid_synth_count_audio_groups(_ synth: OpaquePointer?) -> Int32 {
  parameter(synth) { $0.settings.integer("synth.audio-groups") }
}

/// Returns the number of effects of a group: reverb and chorus.
@c public func fluid_synth_count_effects_channels(_ synth: OpaquePointer?) -> Int32 {
  parameter(synth) { $0.settings.integer("synth.effects-channels") }
}

/// Returns the number of groups of effects.
@c public func fluid_synth_count_effects_groups(_ synth: OpaquePointer?) -> Int32 {
  parameter(synth) { $0.settings.integer("synth.effects-groups") }
}

/// Changes the sample rate, 8000 through 96000. Active notes end.
@c public func fluid_synth_set_sample_rate(_ synth: OpaquePointer?, _ rate: Float) {
  use(synth, Synth.self) { synth in
    if rate.isNaN { return Log.warning("The sample rate is not a number.") }
    synth.reconfigure { $0.sampleRate = Double(min(max(rate, 8000), 96_000)) }
  }
}

/// Sets the gain, limited to 0 through 10.
@c public func fluid_synth_set_gain(_ synth: OpaquePointer?, _ gain: Float) {
  use(synth, Synth.self) { synth in
    synth.lock.withLock {
      synth.gain = Double(gain.isNaN ? 0 : min(max(gain, 0), 10))
      synth.sendGain()
    }
  }
}

/// Returns the gain.
@c public func fluid_synth_get_gain(_ synth: OpaquePointer?) -> Float {
  use(synth, Synth.self, or: 0) { synth in synth.lock.withLock { Float(synth.gain) } }
}

/// Sets the polyphony, 1 through 65535. The engine has at most 4096 voices. Active notes continue.
@c public func fluid_synth_set_polyphony(_ synth: OpaquePointer?, _ count: Int32) -> Int32 {
  use(synth, Synth.self, or: Result.failed) { synth in
    guard 1...65_535 ~= count else { return Result.failed }
    synth.setPolyphony(Int(count))
    return Result.ok
  }
}

/// Returns the polyphony.
@c public func fluid_synth_get_polyphony(_ synth: OpaquePointer?) -> Int32 {
  parameter(synth) { Int32($0.configuration.maximumVoices) }
}

/// Returns the number of active voices.
@c public func fluid_synth_get_active_voice_count(_ synth: OpaquePointer?) -> Int32 {
  parameter(synth) { Int32($0.activeVoiceCount) }
}

/// Returns the block size of FluidSynth, 64 frames. Events are exact to the frame.
@c public func fluid_synth_get_internal_bufsize(_ synth: OpaquePointer?) -> Int32 {
  use(synth, Synth.self, or: Result.failed) { _ in 64 }
}

/// Sets the interpolation of all channels. Active notes keep theirs.
@c public func fluid_synth_set_interp_method(
  _ synth: OpaquePointer?, _ chan: Int32, _ method: Int32
) -> Int32 {
  use(synth, Synth.self, or: Result.failed) { synth in
    guard chan >= -1, Int(chan) < synth.channels.count else { return Result.failed }
    let quality: InterpolationQuality = method == 7 ? .sinc16 : .cubic
    if chan != -1 && quality != synth.lock.withLock({ synth.configuration.interpolation }) {
      Log.warning("The interpolation of channel \(chan) applies to all channels.")
    }
    synth.reconfigure { $0.interpolation = quality }
    return Result.ok
  }
}
