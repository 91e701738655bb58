// swift-format-ignore-file: AlwaysUseLowerCamelCase

// The functions of settings.h that describe settings.

/// Returns the type of a setting, or −1.
@c public func fluid_settings_get_type(
  _ settings: OpaquePointer?, _ name: UnsafePointer<CChar>?
) -> Int32 {
  setting(settings, name, or: -1) { settings, name in
    if let setting = settings[name] { return setting.kind.rawValue }
    return settings.isSet(name) ? Setting.Kind.set.rawValue : -1
  }
}

/// Returns the hints of a setting.
@c public func fluid_settings_get_hints(
  _ settings: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ hints: UnsafeMutablePointer<Int32>?
) -> Int32 {
  setting(settings, name, or: Result.failed) { settings, name in
    guard let hints, let setting = settings[name] else { return Result.failed }
    hints.pointee = setting.hints
    return Result.ok
  }
}

/// Returns whether a synthesizer applies changes of a setting.
@c public func fluid_settings_is_realtime(
  _ settings: OpaquePointer?, _ name: UnsafePointer<CChar>?
) -> Int32 {
  setting(settings, name, or: 0) { settings, name in settings[name]?.isRealtime == true ? 1 : 0 }
}

/// Returns the default of a number.
@c public func fluid_settings_getnum_default(
  _ settings: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ value: UnsafeMutablePointer<Double>?
) -> Int32 {
  setting(settings, name, or: Result.failed) { settings, name in
    guard let value, case .number(let number) = settings[name]?.defaultValue else {
      return Result.failed
    }
    value.pointee = number
    return Result.ok
  }
}

/// Returns the range of a number.
@c public func fluid_settings_getnum_range(
  _ settings: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ low: UnsafeMutablePointer<Double>?,
  _ high: UnsafeMutablePointer<Double>?
) -> Int32 {
  setting(settings, name, or: Result.failed) { settings, name in
    guard let low, let high, case .number(let range) = settings[name]?.range else {
      return Result.failed
    }
    (low.pointee, high.pointee) = (range.lowerBound, range.upperBound)
    return Result.ok
  }
}

/// Returns the default of an integer.
@c public func fluid_settings_getint_default(
  _ settings: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ value: UnsafeMutablePointer<Int32>?
) -> Int32 {
  setting(settings, name, or: Result.failed) { settings, name in
    guard let value, case .integer(let integer) = settings[name]?.defaultValue else {
      return Result.failed
    }
    value.pointee = integer
    return Result.ok
  }
}

/// Returns the range of an integer.
@c public func fluid_settings_getint_range(
  _ settings: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ low: UnsafeMutablePointer<Int32>?,
  _ high: UnsafeMutablePointer<Int32>?
) -> Int32 {
  setting(settings, name, or: Result.failed) { settings, name in
    guard let low, let high, case .integer(let range) = settings[name]?.range else {
      return Result.failed
    }
    (low.pointee, high.pointee) = (range.lowerBound, range.upperBound)
    return Result.ok
  }
}

private func options(_ settings: Settings, _ name: String) -> [String]? {
  guard case .options(let options) = settings[name]?.range else { return nil }
  return options.sorted()
}

/// Calls a function with each option of a string, in alphabetical order.
@c public func fluid_settings_foreach_option(
  _ settings: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ data: UnsafeMutableRawPointer?,
  _ function: UnsafeRawPointer?
) {
  typealias Function =
    @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?, UnsafePointer<CChar>?) -> Void
  setting(settings, name, or: ()) { settings, text in
    guard let function else { return }
    for option in options(settings, text) ?? [] {
      option.withCString { unsafeBitCast(function, to: Function.self)(data, name, $0) }
    }
  }
}

/// Returns the number of options of a string, or −1.
@c public func fluid_settings_option_count(
  _ settings: OpaquePointer?, _ name: UnsafePointer<CChar>?
) -> Int32 {
  setting(settings, name, or: -1) { settings, name in
    options(settings, name).map { Int32($0.count) } ?? -1
  }
}

/// Returns the options of a string, separated by ", " or `separator`, to be freed by `fluid_free`.
@c public func fluid_settings_option_concat(
  _ settings: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ separator: UnsafePointer<CChar>?
) -> UnsafeMutablePointer<CChar>? {
  setting(settings, name, or: nil) { settings, name in
    guard let options = options(settings, name) else { return nil }
    let separator = separator.map { String(cString: $0) } ?? ", "
    return CAllocation.string(options.joined(separator: separator))
  }
}

/// Calls a function with each setting, in alphabetical order.
@c public func fluid_settings_foreach(
  _ settings: OpaquePointer?, _ data: UnsafeMutableRawPointer?, _ function: UnsafeRawPointer?
) {
  typealias Function =
    @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?, Int32) -> Void
  use(settings, Settings.self) { settings in
    guard let function else { return }
    for name in settings.names {
      let kind = settings[name]?.kind.rawValue ?? -1
      name.withCString { unsafeBitCast(function, to: Function.self)(data, $0, kind) }
    }
  }
}
