// swift-format-ignore-file: AlwaysUseLowerCamelCase

// The functions of synth.h for fonts.

extension Synth {
  func font(name: String) -> Font? {
    fonts.first { font in font.namePointer.map { String(cString: $0) } == name }
  }

  /// Loads a font with the first loader that can. Reads the file without a lock.
  func load(_ name: String) -> Font? {
    let current = lock.withLock { loaders }
    for loader in current {
      if let font = use(loader, FontLoader.self, or: nil, { $0.font(name) }) { return font }
    }
    Log.error("Failed to load SoundFont \"\(name)\"")
    return nil
  }

  /// Adds a font on top of the others. Returns its ID.
  func add(_ font: Font, resetsPresets: Bool) -> Int32 {
    if isRealtime { font.prepareAll() }
    return lock.withLock {
      lastFontID += 1
      font.id = lastFontID
      fonts.insert(font, at: 0)
      if resetsPresets { reselectPrograms() }
      return font.id
    }
  }

  /// Removes a font. Returns `false` if it is not loaded.
  func remove(_ font: Font?, resetsPresets: Bool) -> Bool {
    lock.withLock {
      guard let font, let index = fonts.firstIndex(where: { $0 === font }) else { return false }
      fonts.remove(at: index)
      deselect(font)
      if resetsPresets { reselectPrograms() }
      retire(font)
      return true
    }
  }
}

/// Loads a bank. Returns its ID, or −1.
@c public func fluid_synth_sfload(
  _ synth: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ resetsPresets: Int32
) -> Int32 {
  use(synth, Synth.self, or: Result.failed) { synth in
    guard let name, let font = synth.load(String(cString: name)) else { return Result.failed }
    return synth.add(font, resetsPresets: resetsPresets != 0)
  }
}

/// Loads a bank again, with the same ID and index.
@c public func fluid_synth_sfreload(_ synth: OpaquePointer?, _ id: Int32) -> Int32 {
  use(synth, Synth.self, or: Result.failed) { synth in
    guard let old = synth.lock.withLock({ synth.font(id: id) }),
      let name = old.namePointer.map({ String(cString: $0) }), let font = synth.load(name)
    else { return Result.failed }
    return synth.lock.withLock {
      guard let index = synth.fonts.firstIndex(where: { $0 === old }) else { return Result.failed }
      font.id = id
      font.bankOffset = old.bankOffset
      synth.fonts[index] = font
      synth.reselectPrograms()
      synth.retire(old)
      return id
    }
  }
}

/// Unloads a bank.
@c public func fluid_synth_sfunload(
  _ synth: OpaquePointer?, _ id: Int32, _ resetsPresets: Int32
) -> Int32 {
  use(synth, Synth.self, or: Result.failed) { synth in
    guard let font = synth.lock.withLock({ synth.font(id: id) }),
      synth.remove(font, resetsPresets: resetsPresets != 0)
    else {
      Log.error("No SoundFont with id = \(id)")
      return Result.failed
    }
    _ = font.callbacks?.free(font.handle)
    return Result.ok
  }
}

/// Adds a font of callbacks. Returns its ID, or −1.
@c public func fluid_synth_add_sfont(_ synth: OpaquePointer?, _ font: OpaquePointer?) -> Int32 {
  use(synth, Synth.self, or: Result.failed) { synth in
    use(font, Font.self, or: Result.failed) { synth.add($0, resetsPresets: true) }
  }
}

/// Removes a font without freeing it.
@c public func fluid_synth_remove_sfont(
  _ synth: OpaquePointer?, _ font: OpaquePointer?
) -> Int32 {
  use(synth, Synth.self, or: Result.failed) { synth in
    use(font, Font.self, or: Result.failed) {
      synth.remove($0, resetsPresets: true) ? Result.ok : Result.failed
    }
  }
}

/// Returns the number of fonts.
@c public func fluid_synth_sfcount(_ synth: OpaquePointer?) -> Int32 {
  use(synth, Synth.self, or: 0) { synth in synth.lock.withLock { Int32(synth.fonts.count) } }
}

/// Returns a font by its index from the last loaded.
@c public func fluid_synth_get_sfont(
  _ synth: OpaquePointer?, _ index: UInt32
) -> OpaquePointer? {
  use(synth, Synth.self, or: nil) { synth in
    synth.lock.withLock {
      Int(index) < synth.fonts.count ? synth.fonts[Int(index)].handle : nil
    }
  }
}

/// Returns a font by its ID.
@c public func fluid_synth_get_sfont_by_id(
  _ synth: OpaquePointer?, _ id: Int32
) -> OpaquePointer? {
  use(synth, Synth.self, or: nil) { synth in synth.lock.withLock { synth.font(id: id)?.handle } }
}

/// Returns a font by its name.
@c public func fluid_synth_get_sfont_by_name(
  _ synth: OpaquePointer?, _ name: UnsafePointer<CChar>?
) -> OpaquePointer? {
  use(synth, Synth.self, or: nil) { synth in
    guard let name else { return nil }
    return synth.lock.withLock { synth.font(name: String(cString: name))?.handle }
  }
}

/// Adds an offset to the banks of a font.
@c public func fluid_synth_set_bank_offset(
  _ synth: OpaquePointer?, _ id: Int32, _ offset: Int32
) -> Int32 {
  use(synth, Synth.self, or: Result.failed) { synth in
    synth.lock.withLock {
      guard let font = synth.font(id: id) else {
        Log.error("No SoundFont with id = \(id)")
        return Result.failed
      }
      font.bankOffset = Int(offset)
      return Result.ok
    }
  }
}

/// Returns the offset of the banks of a font; 0 if there is no such font.
@c public func fluid_synth_get_bank_offset(_ synth: OpaquePointer?, _ id: Int32) -> Int32 {
  use(synth, Synth.self, or: 0) { synth in
    synth.lock.withLock {
      if let font = synth.font(id: id) { return Int32(font.bankOffset) }
      Log.error("No SoundFont with id = \(id)")
      return 0
    }
  }
}

/// Adds a loader, which the synthesizer then owns. It is asked before the others.
@c public func fluid_synth_add_sfloader(_ synth: OpaquePointer?, _ loader: OpaquePointer?) {
  use(synth, Synth.self) { synth in
    guard let loader else { return }
    synth.lock.withLock { synth.loaders.insert(loader, at: 0) }
  }
}

/// Prepares a preset.
@c public func fluid_synth_pin_preset(
  _ synth: OpaquePointer?, _ id: Int32, _ bank: Int32, _ program: Int32
) -> Int32 {
  use(synth, Synth.self, or: Result.failed) { synth in
    synth.lock.withLock {
      let font = synth.font(id: id)
      guard let preset = font?.preset(bank: Int(bank), program: Int(program)),
        preset.callbacks != nil || preset.prepared != nil
      else { return Result.failed }
      return Result.ok
    }
  }
}

/// Permits that a preset is not prepared. Prepared presets remain until their font is unloaded.
@c public func fluid_synth_unpin_preset(
  _ synth: OpaquePointer?, _ id: Int32, _ bank: Int32, _ program: Int32
) -> Int32 {
  use(synth, Synth.self, or: Result.failed) { synth in
    synth.lock.withLock {
      let preset = synth.font(id: id)?.preset(bank: Int(bank), program: Int(program))
      return preset == nil ? Result.failed : Result.ok
    }
  }
}
