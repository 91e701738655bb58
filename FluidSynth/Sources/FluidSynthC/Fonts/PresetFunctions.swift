// swift-format-ignore-file: AlwaysUseLowerCamelCase

// The functions of sfont.h for presets.

/// Creates a preset of callbacks.
@c public func new_fluid_preset(
  _ font: OpaquePointer?, _ getName: UnsafeRawPointer?, _ getBank: UnsafeRawPointer?,
  _ getNumber: UnsafeRawPointer?, _ noteOn: UnsafeRawPointer?, _ free: UnsafeRawPointer?
) -> OpaquePointer? {
  guard let font, let getName, let getBank, let getNumber, let noteOn, let free else { return nil }
  typealias Callbacks = FontPreset.Callbacks
  let callbacks = Callbacks(
    getName: unsafeBitCast(getName, to: Callbacks.GetName.self),
    getBank: unsafeBitCast(getBank, to: Callbacks.GetNumber.self),
    getNumber: unsafeBitCast(getNumber, to: Callbacks.GetNumber.self),
    noteOn: unsafeBitCast(noteOn, to: Callbacks.NoteOn.self),
    free: unsafeBitCast(free, to: Callbacks.Free.self))
  return use(font, Font.self, or: nil) { Handle.new(FontPreset($0, callbacks)) }
}

/// Deletes a preset of callbacks.
@c public func delete_fluid_preset(_ preset: OpaquePointer?) {
  if let preset { Handle.delete(preset, as: FontPreset.self) }
}

/// Sets the data of a preset.
@c public func fluid_preset_set_data(
  _ preset: OpaquePointer?, _ data: UnsafeMutableRawPointer?
) -> Int32 {
  use(preset, FontPreset.self, or: Result.failed) { preset in
    preset.data = data
    return Result.ok
  }
}

/// Returns the data of a preset.
@c public func fluid_preset_get_data(_ preset: OpaquePointer?) -> UnsafeMutableRawPointer? {
  use(preset, FontPreset.self, or: nil) { $0.data }
}

/// Returns the name of a preset.
@c public func fluid_preset_get_name(_ preset: OpaquePointer?) -> UnsafePointer<CChar>? {
  use(preset, FontPreset.self, or: nil) { $0.namePointer }
}

/// Returns the bank of a preset.
@c public func fluid_preset_get_banknum(_ preset: OpaquePointer?) -> Int32 {
  use(preset, FontPreset.self, or: Result.failed) { $0.bank }
}

/// Returns the program of a preset.
@c public func fluid_preset_get_num(_ preset: OpaquePointer?) -> Int32 {
  use(preset, FontPreset.self, or: Result.failed) { $0.program }
}

/// Returns the font of a preset.
@c public func fluid_preset_get_sfont(_ preset: OpaquePointer?) -> OpaquePointer? {
  use(preset, FontPreset.self, or: nil) { $0.font?.handle }
}
