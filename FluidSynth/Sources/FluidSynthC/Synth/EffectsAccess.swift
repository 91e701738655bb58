// What the functions of reverb and chorus share. All groups of effects have the same parameters.

/// Calls `body` with a synthesizer whose group of effects exists, and sends its effects.
func setEffects(
  _ synth: OpaquePointer?, _ group: Int32 = -1, isValid: Bool = true,
  _ body: (inout Effects) -> Void
) -> Int32 {
  use(synth, Synth.self, or: Result.failed) { synth in
    guard isValid, group >= -1, group < synth.settings.integer("synth.effects-groups") else {
      return Result.failed
    }
    synth.lock.withLock {
      body(&synth.effects)
      synth.sendEffects()
    }
    return Result.ok
  }
}

/// Returns a parameter of the effects.
func effectsValue<Value>(
  _ synth: OpaquePointer?, or failure: Value, _ body: (Effects) -> Value
) -> Value {
  use(synth, Synth.self, or: failure) { synth in synth.lock.withLock { body(synth.effects) } }
}

/// Writes a parameter of a group of effects that exists to `result`.
func getEffects<Value>(
  _ synth: OpaquePointer?, _ group: Int32, _ result: UnsafeMutablePointer<Value>?,
  _ body: (Effects) -> Value
) -> Int32 {
  use(synth, Synth.self, or: Result.failed) { synth in
    guard let result, group >= -1, group < synth.settings.integer("synth.effects-groups") else {
      return Result.failed
    }
    result.pointee = synth.lock.withLock { body(synth.effects) }
    return Result.ok
  }
}
