// swift-format-ignore-file: AlwaysUseLowerCamelCase

// The functions of synth.h for banks and programs.

/// Selects a program of the channel's bank; 128 deselects.
@c public func fluid_synth_program_change(
  _ synth: OpaquePointer?, _ chan: Int32, _ program: Int32
) -> Int32 {
  channel(synth, chan) { synth, index in
    guard 0...128 ~= program else { return Result.failed }
    synth.changeProgram(index, to: Int(program))
    return Result.ok
  }
}

/// Sets the bank of a channel, for the next program change.
@c public func fluid_synth_bank_select(
  _ synth: OpaquePointer?, _ chan: Int32, _ bank: Int32
) -> Int32 {
  channel(synth, chan) { synth, index in
    guard 0...16_383 ~= bank else { return Result.failed }
    synth.lock.withLock { synth.channels[index].bank = Int(bank) }
    return Result.ok
  }
}

/// Sets the font of a channel, for the next program change.
@c public func fluid_synth_sfont_select(
  _ synth: OpaquePointer?, _ chan: Int32, _ font: Int32
) -> Int32 {
  channel(synth, chan) { synth, index in
    synth.lock.withLock { synth.channels[index].fontID = font }
    return Result.ok
  }
}

/// Selects a preset by font, bank and program.
@c public func fluid_synth_program_select(
  _ synth: OpaquePointer?, _ chan: Int32, _ font: Int32, _ bank: Int32, _ program: Int32
) -> Int32 {
  channel(synth, chan) { synth, index in
    guard bank >= 0, 0...127 ~= program else { return Result.failed }
    return synth.select(index, synth.font(id: font), bank: Int(bank), program: Int(program))
  }
}

/// Selects a preset by the name of its font, bank and program.
@c public func fluid_synth_program_select_by_sfont_name(
  _ synth: OpaquePointer?, _ chan: Int32, _ name: UnsafePointer<CChar>?, _ bank: Int32,
  _ program: Int32
) -> Int32 {
  channel(synth, chan) { synth, index in
    guard let name, bank >= 0, 0...127 ~= program else { return Result.failed }
    let font = synth.font(name: String(cString: name))
    return synth.select(index, font, bank: Int(bank), program: Int(program))
  }
}

/// Returns font, bank and program of a channel; 0 for all of them if its program is unset.
@c public func fluid_synth_get_program(
  _ synth: OpaquePointer?, _ chan: Int32, _ font: UnsafeMutablePointer<Int32>?,
  _ bank: UnsafeMutablePointer<Int32>?, _ program: UnsafeMutablePointer<Int32>?
) -> Int32 {
  channel(synth, chan) { synth, index in
    guard let font, let bank, let program else { return Result.failed }
    let channel = synth.lock.withLock { synth.channels[index] }
    let isUnset = channel.program == SynthChannel.unsetProgram
    font.pointee = isUnset ? 0 : channel.fontID
    bank.pointee = isUnset ? 0 : Int32(channel.bank)
    program.pointee = isUnset ? 0 : Int32(channel.program)
    return Result.ok
  }
}

/// Deselects the preset of a channel.
@c public func fluid_synth_unset_program(_ synth: OpaquePointer?, _ chan: Int32) -> Int32 {
  channel(synth, chan) { synth, index in
    synth.lock.withLock {
      synth.channels[index].fontID = 0
      synth.channels[index].bank = synth.channels[index].isDrum ? 128 : 0
    }
    synth.changeProgram(index, to: SynthChannel.unsetProgram)
    return Result.ok
  }
}

/// Selects the presets of all channels again.
@c public func fluid_synth_program_reset(_ synth: OpaquePointer?) -> Int32 {
  use(synth, Synth.self, or: Result.failed) { synth in
    synth.lock.withLock { synth.reselectPrograms() }
    return Result.ok
  }
}

/// Returns the preset of a channel; null if there is none.
@c public func fluid_synth_get_channel_preset(
  _ synth: OpaquePointer?, _ chan: Int32
) -> OpaquePointer? {
  use(synth, Synth.self, or: nil) { synth in
    guard chan >= 0, Int(chan) < synth.channels.count else { return nil }
    return synth.lock.withLock { synth.channels[Int(chan)].preset?.handle }
  }
}
