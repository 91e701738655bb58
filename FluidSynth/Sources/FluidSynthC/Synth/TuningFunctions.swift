// swift-format-ignore-file: AlwaysUseLowerCamelCase

// The functions of synth.h for tunings. Pitches are in cents; key 69 is 6900 in equal temperament.
import PeachSynthesis

extension Synth {
  /// Applies a tuning to an engine.
  func apply(
    _ tuning: Tuning, _ name: Tuning.Name, isImmediate: Bool, to engine: inout Synthesizer
  ) {
    for (key, cents) in tuning.cents.enumerated() {
      engine.handle(
        .tuneKey(
          bank: UInt8(name.bank), program: UInt8(name.program), key: UInt8(key),
          noteNumber: cents / 100, isImmediate: isImmediate && key == 127))
    }
  }

  func send(_ tuning: Tuning, _ name: Tuning.Name, isImmediate: Bool) {
    engines.withEach { apply(tuning, name, isImmediate: isImmediate, to: &$0) }
  }

  /// Changes a tuning, or a new equal temperament, and sends it.
  func changeTuning(_ name: Tuning.Name, isImmediate: Bool, _ body: (inout Tuning) -> Void) {
    lock.withLock {
      var tuning = tunings[name] ?? Tuning(name: "Unnamed", cents: Tuning.equalTemperament)
      body(&tuning)
      tunings[name] = tuning
      send(tuning, name, isImmediate: isImmediate)
    }
  }
}

private func tuning(
  _ synth: OpaquePointer?, _ bank: Int32, _ program: Int32, _ body: (Synth, Tuning.Name) -> Int32
) -> Int32 {
  use(synth, Synth.self, or: Result.failed) { synth in
    guard 0...127 ~= bank, 0...127 ~= program else { return Result.failed }
    return body(synth, Tuning.Name(bank: bank, program: program))
  }
}

/// Sets the pitch of all keys; null for equal temperament.
@c public func fluid_synth_activate_key_tuning(
  _ synth: OpaquePointer?, _ bank: Int32, _ program: Int32, _ name: UnsafePointer<CChar>?,
  _ pitch: UnsafePointer<Double>?, _ apply: Int32
) -> Int32 {
  tuning(synth, bank, program) { synth, id in
    guard let name else { return Result.failed }
    synth.changeTuning(id, isImmediate: apply != 0) { tuning in
      tuning.name = String(cString: name)
      tuning.cents = pitch.map { pitch in (0..<128).map { pitch[$0] } } ?? Tuning.equalTemperament
    }
    return Result.ok
  }
}

/// Sets the deviation of the 12 pitch classes from equal temperament.
@c public func fluid_synth_activate_octave_tuning(
  _ synth: OpaquePointer?, _ bank: Int32, _ program: Int32, _ name: UnsafePointer<CChar>?,
  _ pitch: UnsafePointer<Double>?, _ apply: Int32
) -> Int32 {
  tuning(synth, bank, program) { synth, id in
    guard let name, let pitch else { return Result.failed }
    synth.changeTuning(id, isImmediate: apply != 0) { tuning in
      tuning.name = String(cString: name)
      tuning.cents = (0..<128).map { Double($0) * 100 + pitch[$0 % 12] }
    }
    return Result.ok
  }
}

/// Sets the pitch of single keys.
@c public func fluid_synth_tune_notes(
  _ synth: OpaquePointer?, _ bank: Int32, _ program: Int32, _ count: Int32,
  _ keys: UnsafePointer<Int32>?, _ pitch: UnsafePointer<Double>?, _ apply: Int32
) -> Int32 {
  tuning(synth, bank, program) { synth, id in
    guard count > 0, let keys, let pitch,
      (0..<Int(count)).allSatisfy({ 0...127 ~= keys[$0] })
    else { return Result.failed }
    synth.changeTuning(id, isImmediate: apply != 0) { tuning in
      for index in 0..<Int(count) { tuning.cents[Int(keys[index])] = pitch[index] }
    }
    return Result.ok
  }
}

/// Selects a tuning on a channel; one that does not exist is equal temperament.
@c public func fluid_synth_activate_tuning(
  _ synth: OpaquePointer?, _ chan: Int32, _ bank: Int32, _ program: Int32, _ apply: Int32
) -> Int32 {
  channel(synth, chan) { synth, index in
    tuning(Handle.borrowed(synth), bank, program) { synth, id in
      synth.lock.withLock {
        synth.channels[index].tuning = id
        if synth.tunings[id] == nil { synth.changeTuning(id, isImmediate: false) { _ in } }
        let (bank, program) = (UInt8(id.bank), UInt8(id.program))
        synth.send(.useTuning(channel: UInt8(index), bank: bank, program: program))
        return Result.ok
      }
    }
  }
}

/// Selects equal temperament on a channel.
@c public func fluid_synth_deactivate_tuning(
  _ synth: OpaquePointer?, _ chan: Int32, _ apply: Int32
) -> Int32 {
  channel(synth, chan) { synth, index in
    synth.lock.withLock {
      synth.channels[index].tuning = nil
      let none = Tuning.Name.none
      synth.send(
        .useTuning(channel: UInt8(index), bank: UInt8(none.bank), program: UInt8(none.program)))
      return Result.ok
    }
  }
}

/// Starts the iteration over the tunings.
@c public func fluid_synth_tuning_iteration_start(_ synth: OpaquePointer?) {
  use(synth, Synth.self) { synth in
    synth.lock.withLock { synth.tuningIteration = synth.tunings.keys.sorted(by: >) }
  }
}

/// Returns 1 and the next tuning, or 0 after the last.
@c public func fluid_synth_tuning_iteration_next(
  _ synth: OpaquePointer?, _ bank: UnsafeMutablePointer<Int32>?,
  _ program: UnsafeMutablePointer<Int32>?
) -> Int32 {
  use(synth, Synth.self, or: 0) { synth in
    guard let bank, let program,
      let name = synth.lock.withLock({ synth.tuningIteration.popLast() })
    else { return 0 }
    (bank.pointee, program.pointee) = (name.bank, name.program)
    return 1
  }
}

/// Returns the name and the pitches of a tuning.
@c public func fluid_synth_tuning_dump(
  _ synth: OpaquePointer?, _ bank: Int32, _ program: Int32, _ name: UnsafeMutablePointer<CChar>?,
  _ length: Int32, _ pitch: UnsafeMutablePointer<Double>?
) -> Int32 {
  tuning(synth, bank, program) { synth, id in
    guard let tuning = synth.lock.withLock({ synth.tunings[id] }) else { return Result.failed }
    if let name { CString.copy(tuning.name, to: name, capacity: Int(length)) }
    if let pitch { for key in 0..<128 { pitch[key] = tuning.cents[key] } }
    return Result.ok
  }
}
