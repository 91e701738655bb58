// swift-format-ignore-file: AlwaysUseLowerCamelCase

// The functions of mod.h.

private func record(_ mod: OpaquePointer?) -> UnsafeMutablePointer<ModulatorRecord>? {
  mod.map { UnsafeMutablePointer($0) }
}

/// Creates a modulator without sources, destination and amount.
@c public func new_fluid_mod() -> OpaquePointer? {
  let record = UnsafeMutablePointer<ModulatorRecord>.allocate(capacity: 1)
  record.initialize(to: ModulatorRecord())
  return OpaquePointer(record)
}

/// Deletes a modulator.
@c public func delete_fluid_mod(_ mod: OpaquePointer?) { record(mod)?.deallocate() }

/// Returns the size of a modulator.
@c public func fluid_mod_sizeof() -> Int { MemoryLayout<ModulatorRecord>.stride }

/// Sets the source and its flags.
@c public func fluid_mod_set_source1(_ mod: OpaquePointer?, _ source: Int32, _ flags: Int32) {
  record(mod)?.pointee.source1 = UInt8(truncatingIfNeeded: source)
  record(mod)?.pointee.flags1 = UInt8(truncatingIfNeeded: flags)
}

/// Sets the source of the amount and its flags.
@c public func fluid_mod_set_source2(_ mod: OpaquePointer?, _ source: Int32, _ flags: Int32) {
  record(mod)?.pointee.source2 = UInt8(truncatingIfNeeded: source)
  record(mod)?.pointee.flags2 = UInt8(truncatingIfNeeded: flags)
}

/// Sets the generator that the modulator changes.
@c public func fluid_mod_set_dest(_ mod: OpaquePointer?, _ destination: Int32) {
  record(mod)?.pointee.destination = UInt8(truncatingIfNeeded: destination)
}

/// Sets the amount.
@c public func fluid_mod_set_amount(_ mod: OpaquePointer?, _ amount: Double) {
  record(mod)?.pointee.amount = amount
}

/// Returns the source.
@c public func fluid_mod_get_source1(_ mod: OpaquePointer?) -> Int32 {
  Int32(record(mod)?.pointee.source1 ?? 0)
}

/// Returns the flags of the source.
@c public func fluid_mod_get_flags1(_ mod: OpaquePointer?) -> Int32 {
  Int32(record(mod)?.pointee.flags1 ?? 0)
}

/// Returns the source of the amount.
@c public func fluid_mod_get_source2(_ mod: OpaquePointer?) -> Int32 {
  Int32(record(mod)?.pointee.source2 ?? 0)
}

/// Returns the flags of the source of the amount.
@c public func fluid_mod_get_flags2(_ mod: OpaquePointer?) -> Int32 {
  Int32(record(mod)?.pointee.flags2 ?? 0)
}

/// Returns the generator.
@c public func fluid_mod_get_dest(_ mod: OpaquePointer?) -> Int32 {
  Int32(record(mod)?.pointee.destination ?? 0)
}

/// Returns the amount.
@c public func fluid_mod_get_amount(_ mod: OpaquePointer?) -> Double {
  record(mod)?.pointee.amount ?? 0
}

/// Returns whether two modulators have equal sources and destinations.
@c public func fluid_mod_test_identity(
  _ first: OpaquePointer?, _ second: OpaquePointer?
) -> Int32 {
  guard let first = record(first), let second = record(second) else { return 0 }
  return first.pointee.hasSameIdentity(as: second.pointee) ? 1 : 0
}

/// Returns whether a modulator has a source: a controller if `isController`, or another.
@c public func fluid_mod_has_source(
  _ mod: OpaquePointer?, _ isController: Int32, _ number: Int32
) -> Int32 {
  guard let record = record(mod)?.pointee else { return 0 }
  func matches(_ source: UInt8, _ flags: UInt8) -> Bool {
    Int32(source) == number && (flags & 16 != 0) == (isController != 0)
  }
  let found = matches(record.source1, record.flags1) || matches(record.source2, record.flags2)
  return found ? 1 : 0
}

/// Returns whether a modulator changes a generator.
@c public func fluid_mod_has_dest(_ mod: OpaquePointer?, _ generator: Int32) -> Int32 {
  guard let record = record(mod) else { return 0 }
  return Int32(record.pointee.destination) == generator ? 1 : 0
}

/// Copies a modulator.
@c public func fluid_mod_clone(_ mod: OpaquePointer?, _ source: OpaquePointer?) {
  guard let destination = record(mod), let source = record(source) else { return }
  destination.initialize(to: source.pointee)
}

/// Refused: the default modulators of the engine are those of SoundFont 2.04.
@c public func fluid_synth_add_default_mod(
  _ synth: OpaquePointer?, _ mod: OpaquePointer?, _ mode: Int32
) -> Int32 {
  Log.refuse("fluid_synth_add_default_mod", "the default modulators are those of SoundFont 2.04")
}

/// Refused: the default modulators of the engine are those of SoundFont 2.04.
@c public func fluid_synth_remove_default_mod(
  _ synth: OpaquePointer?, _ mod: OpaquePointer?
) -> Int32 {
  Log.refuse(
    "fluid_synth_remove_default_mod", "the default modulators are those of SoundFont 2.04")
}

/// Refused, unless the filter is disabled.
@c public func fluid_synth_set_custom_filter(
  _ synth: OpaquePointer?, _ type: Int32, _ flags: Int32
) -> Int32 {
  if synth != nil && type == 0 { return Result.ok }
  return Log.refuse("fluid_synth_set_custom_filter", "voices have the filter of SoundFont 2.04")
}
