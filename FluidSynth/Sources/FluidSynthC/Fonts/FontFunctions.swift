// swift-format-ignore-file: AlwaysUseLowerCamelCase

// The functions of sfont.h for loaders and fonts.

/// Creates a loader. The callbacks must not be null.
@c public func new_fluid_sfloader(
  _ load: UnsafeRawPointer?, _ free: UnsafeRawPointer?
) -> OpaquePointer? {
  guard let load, let free else { return nil }
  return Handle.new(
    FontLoader(
      load: unsafeBitCast(load, to: FontLoader.Load.self),
      free: unsafeBitCast(free, to: FontLoader.Free.self)))
}

/// Deletes a loader that no synthesizer owns.
@c public func delete_fluid_sfloader(_ loader: OpaquePointer?) {
  if let loader { Handle.delete(loader, as: FontLoader.self) }
}

/// Creates the loader of all bank formats of Peach.
@c public func new_fluid_defsfloader(_ settings: OpaquePointer?) -> OpaquePointer? {
  guard settings != nil else { return nil }
  return Handle.new(FontLoader(load: nil, free: nil))
}

/// Sets the callbacks that read files.
@c public func fluid_sfloader_set_callbacks(
  _ loader: OpaquePointer?, _ open: UnsafeRawPointer?, _ read: UnsafeRawPointer?,
  _ seek: UnsafeRawPointer?, _ tell: UnsafeRawPointer?, _ close: UnsafeRawPointer?
) -> Int32 {
  use(loader, FontLoader.self, or: Result.failed) { loader in
    guard let open, let read, let seek, let tell, let close else { return Result.failed }
    typealias Callbacks = FontLoader.FileCallbacks
    loader.files = Callbacks(
      open: unsafeBitCast(open, to: Callbacks.Open.self),
      read: unsafeBitCast(read, to: Callbacks.Read.self),
      seek: unsafeBitCast(seek, to: Callbacks.Seek.self),
      tell: unsafeBitCast(tell, to: Callbacks.Tell.self),
      close: unsafeBitCast(close, to: Callbacks.Close.self))
    return Result.ok
  }
}

/// Sets the data of a loader.
@c public func fluid_sfloader_set_data(
  _ loader: OpaquePointer?, _ data: UnsafeMutableRawPointer?
) -> Int32 {
  use(loader, FontLoader.self, or: Result.failed) { loader in
    loader.data = data
    return Result.ok
  }
}

/// Returns the data of a loader.
@c public func fluid_sfloader_get_data(_ loader: OpaquePointer?) -> UnsafeMutableRawPointer? {
  use(loader, FontLoader.self, or: nil) { $0.data }
}

/// Creates a font of callbacks.
@c public func new_fluid_sfont(
  _ getName: UnsafeRawPointer?, _ getPreset: UnsafeRawPointer?, _ start: UnsafeRawPointer?,
  _ next: UnsafeRawPointer?, _ free: UnsafeRawPointer?
) -> OpaquePointer? {
  guard let getName, let getPreset, let free else { return nil }
  typealias Callbacks = Font.Callbacks
  return Handle.new(
    Font(
      Callbacks(
        getName: unsafeBitCast(getName, to: Callbacks.GetName.self),
        getPreset: unsafeBitCast(getPreset, to: Callbacks.GetPreset.self),
        start: start.map { unsafeBitCast($0, to: Callbacks.Start.self) },
        next: next.map { unsafeBitCast($0, to: Callbacks.Next.self) },
        free: unsafeBitCast(free, to: Callbacks.Free.self))))
}

/// Deletes a font of callbacks.
@c public func delete_fluid_sfont(_ font: OpaquePointer?) -> Int32 {
  guard let font else { return Result.failed }
  Handle.delete(font, as: Font.self)
  return Result.ok
}

/// Sets the data of a font.
@c public func fluid_sfont_set_data(
  _ font: OpaquePointer?, _ data: UnsafeMutableRawPointer?
) -> Int32 {
  use(font, Font.self, or: Result.failed) { font in
    font.data = data
    return Result.ok
  }
}

/// Returns the data of a font.
@c public func fluid_sfont_get_data(_ font: OpaquePointer?) -> UnsafeMutableRawPointer? {
  use(font, Font.self, or: nil) { $0.data }
}

/// Returns the ID of a font.
@c public func fluid_sfont_get_id(_ font: OpaquePointer?) -> Int32 {
  use(font, Font.self, or: 0) { $0.id }
}

/// Returns the name of a font: the file name with which it was loaded.
@c public func fluid_sfont_get_name(_ font: OpaquePointer?) -> UnsafePointer<CChar>? {
  use(font, Font.self, or: nil) { $0.namePointer }
}

/// Returns the preset of a bank and a program.
@c public func fluid_sfont_get_preset(
  _ font: OpaquePointer?, _ bank: Int32, _ program: Int32
) -> OpaquePointer? {
  use(font, Font.self, or: nil) { $0.preset(bank: Int(bank), program: Int(program))?.handle }
}

/// Starts the iteration over the presets.
@c public func fluid_sfont_iteration_start(_ font: OpaquePointer?) {
  use(font, Font.self) { $0.startIteration() }
}

/// Returns the next preset; null after the last.
@c public func fluid_sfont_iteration_next(_ font: OpaquePointer?) -> OpaquePointer? {
  use(font, Font.self, or: nil) { $0.nextPreset()?.handle }
}
