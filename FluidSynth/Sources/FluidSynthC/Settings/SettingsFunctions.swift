// swift-format-ignore-file: AlwaysUseLowerCamelCase

// The functions of settings.h that set and get values.

/// Creates settings with default values.
@c public func new_fluid_settings() -> OpaquePointer? { Handle.new(Settings()) }

/// Deletes settings.
@c public func delete_fluid_settings(_ settings: OpaquePointer?) {
  if let settings { Handle.delete(settings, as: Settings.self) }
}

/// Calls `body` with settings and a name. Returns `failure` if either is null.
func setting<Value>(
  _ settings: OpaquePointer?, _ name: UnsafePointer<CChar>?, or failure: Value,
  _ body: (Settings, String) -> Value
) -> Value {
  use(settings, Settings.self, or: failure) { settings in
    guard let name else { return failure }
    return body(settings, String(cString: name))
  }
}

private func set(
  _ settings: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ value: Setting.Value
) -> Int32 {
  setting(settings, name, or: Result.failed) { settings, name in
    if settings.set(name, to: value) { return Result.ok }
    if let setting = settings[name] {
      Log.error("The setting \(name) has the range \(setting.range), so it cannot be \(value).")
    } else {
      Log.error("There is no setting \"\(name)\".")
    }
    return Result.failed
  }
}

/// Sets a string.
@c public func fluid_settings_setstr(
  _ settings: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ value: UnsafePointer<CChar>?
) -> Int32 {
  set(settings, name, .string(value.map { String(cString: $0) } ?? ""))
}

/// Sets a number.
@c public func fluid_settings_setnum(
  _ settings: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ value: Double
) -> Int32 {
  set(settings, name, .number(value))
}

/// Sets an integer.
@c public func fluid_settings_setint(
  _ settings: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ value: Int32
) -> Int32 {
  set(settings, name, .integer(value))
}

/// Returns the string of a string or toggle; `nil` for others.
private func string(_ settings: Settings, _ name: String) -> String? {
  guard let setting = settings[name] else { return nil }
  switch setting.value {
  case .string(let text): return text
  case .integer(let value) where setting.isToggle: return value != 0 ? "yes" : "no"
  default: return nil
  }
}

/// Copies a string, truncated to `length` bytes with the terminating 0.
@c public func fluid_settings_copystr(
  _ settings: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ text: UnsafeMutablePointer<CChar>?,
  _ length: Int32
) -> Int32 {
  setting(settings, name, or: Result.failed) { settings, name in
    guard let text, length > 0 else { return Result.failed }
    text[0] = 0
    guard let value = string(settings, name) else { return Result.failed }
    CString.copy(value, to: text, capacity: Int(length))
    return Result.ok
  }
}

/// Returns a copy of a string, to be freed by `fluid_free`.
@c public func fluid_settings_dupstr(
  _ settings: OpaquePointer?, _ name: UnsafePointer<CChar>?,
  _ text: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> Int32 {
  setting(settings, name, or: Result.failed) { settings, name in
    guard let text else { return Result.failed }
    text.pointee = nil
    guard let value = string(settings, name) else { return Result.failed }
    text.pointee = CAllocation.string(value)
    return Result.ok
  }
}

/// Returns the default of a string. It lives as long as the settings.
@c public func fluid_settings_getstr_default(
  _ settings: OpaquePointer?, _ name: UnsafePointer<CChar>?,
  _ text: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> Int32 {
  setting(settings, name, or: Result.failed) { settings, name in
    guard let text else { return Result.failed }
    text.pointee = nil
    guard let setting = settings[name] else { return Result.failed }
    switch setting.defaultValue {
    case .string(let value): text.pointee = settings.permanent(value)
    case .integer(let value) where setting.isToggle:
      text.pointee = settings.permanent(value != 0 ? "yes" : "no")
    default: return Result.failed
    }
    return Result.ok
  }
}

/// Returns whether a string equals a value.
@c public func fluid_settings_str_equal(
  _ settings: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ value: UnsafePointer<CChar>?
) -> Int32 {
  setting(settings, name, or: 0) { settings, name in
    guard let value, let text = string(settings, name) else { return 0 }
    return text == String(cString: value) ? 1 : 0
  }
}

/// Returns a number.
@c public func fluid_settings_getnum(
  _ settings: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ value: UnsafeMutablePointer<Double>?
) -> Int32 {
  setting(settings, name, or: Result.failed) { settings, name in
    guard let value, case .number(let number) = settings[name]?.value else { return Result.failed }
    value.pointee = number
    return Result.ok
  }
}

/// Returns an integer.
@c public func fluid_settings_getint(
  _ settings: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ value: UnsafeMutablePointer<Int32>?
) -> Int32 {
  setting(settings, name, or: Result.failed) { settings, name in
    guard let value, case .integer(let integer) = settings[name]?.value else {
      return Result.failed
    }
    value.pointee = integer
    return Result.ok
  }
}
