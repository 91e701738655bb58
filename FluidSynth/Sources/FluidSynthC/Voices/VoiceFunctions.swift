// swift-format-ignore-file: AlwaysUseLowerCamelCase

// The functions of synth.h and voice.h for voices.
import PeachMusicUnits
import PeachSynthesis

/// Starts a note of a preset, which `fluid_synth_stop` ends.
@c public func fluid_synth_start(
  _ synth: OpaquePointer?, _ id: UInt32, _ preset: OpaquePointer?, _ audioChannel: Int32,
  _ chan: Int32, _ key: Int32, _ velocity: Int32
) -> Int32 {
  channel(synth, chan) { synth, index in
    use(preset, FontPreset.self, or: Result.failed) { preset in
      guard 0...127 ~= key, 1...127 ~= velocity else { return Result.failed }
      return synth.lock.withLock {
        if let callbacks = preset.callbacks {
          return callbacks.noteOn(preset.handle, Handle.borrowed(synth), chan, key, velocity)
        }
        guard let prepared = preset.prepared else { return Result.failed }
        let note = Note(
          id: 1 << 32 | UInt64(id), channel: UInt8(index), noteNumber: Double(key),
          velocity: UInt8(velocity), regionKey: UInt8(key))
        if synth.start(note, prepared).serials.isEmpty { return Result.failed }
        synth.startedNotes.insert(id)
        return Result.ok
      }
    }
  }
}

/// Releases a note of `fluid_synth_start`.
@c public func fluid_synth_stop(_ synth: OpaquePointer?, _ id: UInt32) -> Int32 {
  use(synth, Synth.self, or: Result.failed) { synth in
    synth.lock.withLock {
      guard synth.startedNotes.remove(id) != nil else { return Result.failed }
      synth.send(.release(note: 1 << 32 | UInt64(id)))
      return Result.ok
    }
  }
}

/// Creates a voice of a sample, to be started by `fluid_synth_start_voice`.
@c public func fluid_synth_alloc_voice(
  _ synth: OpaquePointer?, _ sample: OpaquePointer?, _ chan: Int32, _ key: Int32, _ velocity: Int32
) -> OpaquePointer? {
  use(synth, Synth.self, or: nil) { synth in
    use(sample, SampleObject.self, or: nil) { sample in
      guard chan >= 0, Int(chan) < synth.channels.count, 0...127 ~= key, 1...127 ~= velocity,
        !sample.frames.isEmpty
      else { return nil }
      return synth.lock.withLock {
        synth.removeEndedVoices()
        synth.lastVoiceID &+= 1
        return Handle.new(
          Voice(
            id: synth.lastVoiceID, sample, channel: Int(chan), key: Int(key),
            velocity: Int(velocity)))
      }
    }
  }
}

/// Starts a voice. The synthesizer then owns it.
@c public func fluid_synth_start_voice(_ synth: OpaquePointer?, _ voice: OpaquePointer?) {
  use(synth, Synth.self) { synth in
    use(voice, Voice.self) { voice in
      synth.lock.withLock {
        let font = Font(voice.bank, name: voice.sample.name)
        guard let prepared = font.prepare(at: 0) else {
          Handle.delete(Handle.borrowed(voice), as: Voice.self)
          return
        }
        let note = Note(
          id: voice.noteID, channel: UInt8(voice.channel), noteNumber: Double(voice.key),
          velocity: UInt8(voice.velocity), regionKey: UInt8(voice.key))
        synth.customPresets[voice.id] = prepared
        voice.notes = synth.start(note, prepared)
        synth.voices.append(voice)
      }
    }
  }
}

/// Lists the voices of `fluid_synth_start_voice`, with an ID if it is not negative. A null ends the
/// list if there is space.
@c public func fluid_synth_get_voicelist(
  _ synth: OpaquePointer?, _ buffer: UnsafeMutablePointer<OpaquePointer?>?, _ capacity: Int32,
  _ id: Int32
) {
  use(synth, Synth.self) { synth in
    guard let buffer, capacity > 0 else { return }
    synth.lock.withLock {
      var count = 0
      for voice in synth.voices
      where count < Int(capacity) && (id < 0 || voice.id == UInt32(id)) && synth.isActive(voice) {
        buffer[count] = Handle.borrowed(voice)
        count += 1
      }
      if count < Int(capacity) { buffer[count] = nil }
    }
  }
}

/// Adds a modulator to a voice before its start. Modes: 0 replaces an equal one, 1 adds its amount.
@c public func fluid_voice_add_mod(_ voice: OpaquePointer?, _ mod: OpaquePointer?, _ mode: Int32) {
  use(voice, Voice.self) { voice in
    guard let mod else { return }
    let record = UnsafePointer<ModulatorRecord>(mod).pointee
    let equal = voice.modulators.firstIndex { $0.hasSameIdentity(as: record) }
    guard mode != 2, let equal else { return voice.modulators.append(record) }
    if mode == 1 {
      voice.modulators[equal].amount += record.amount
    } else {
      voice.modulators[equal].amount = record.amount
    }
  }
}

private func generator<Value>(
  _ voice: OpaquePointer?, _ generator: Int32, or failure: Value, _ body: (Voice, Int) -> Value
) -> Value {
  use(voice, Voice.self, or: failure) { voice in
    guard voice.generators.indices.contains(Int(generator)) else { return failure }
    return body(voice, Int(generator))
  }
}

/// Returns a generator of a voice.
@c public func fluid_voice_gen_get(_ voice: OpaquePointer?, _ number: Int32) -> Float {
  generator(voice, number, or: 0) { $0.generators[$1] }
}

/// Sets a generator of a voice before its start.
@c public func fluid_voice_gen_set(_ voice: OpaquePointer?, _ number: Int32, _ value: Float) {
  generator(voice, number, or: ()) { $0.generators[$1] = value }
}

/// Adds to a generator of a voice before its start.
@c public func fluid_voice_gen_incr(_ voice: OpaquePointer?, _ number: Int32, _ value: Float) {
  generator(voice, number, or: ()) { $0.generators[$1] += value }
}

/// Refused for started voices, whose generators do not change.
@c public func fluid_voice_update_param(_ voice: OpaquePointer?, _ number: Int32) {
  use(voice, Voice.self) { voice in
    if !voice.hasStarted { return }
    _ = Log.refuse(
      "fluid_voice_update_param", "the generators of a started voice do not change")
  }
}
