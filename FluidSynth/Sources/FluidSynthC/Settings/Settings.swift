/// The object of a `fluid_settings_t`.
final class Settings: @unchecked Sendable {
  // Safe: the lock protects all state.
  private let lock = Lock(isRecursive: true)
  private var settings = Setting.table
  private var observers: [ObjectIdentifier: (String) -> Void] = [:]
  private var strings: [String: CString] = [:]

  subscript(name: String) -> Setting? { lock.withLock { settings[name] } }

  var names: [String] { lock.withLock { settings.keys.sorted() } }

  /// Whether settings begin with a name and a dot.
  func isSet(_ name: String) -> Bool {
    lock.withLock { settings.keys.contains { $0.hasPrefix(name + ".") } }
  }

  /// Sets a value. Returns whether the setting exists, and the value is of its type and in its
  /// range.
  func set(_ name: String, to value: Setting.Value) -> Bool {
    let isAccepted: Bool = lock.withLock {
      guard var setting = settings[name], setting.accepts(value) else { return false }
      setting.value = value
      settings[name] = setting
      return true
    }
    guard isAccepted else { return false }
    let current = lock.withLock { Array(observers.values) }
    for observer in current { observer(name) }
    return true
  }

  /// Calls `observer` after each change, until ``removeObserver(_:)``.
  func observe(_ owner: AnyObject, _ observer: @escaping (String) -> Void) {
    lock.withLock {
      observers[ObjectIdentifier(owner)] = observer
      for name in Setting.realtimeNames { settings[name]?.isRealtime = true }
    }
  }

  func removeObserver(_ owner: AnyObject) {
    lock.withLock { observers[ObjectIdentifier(owner)] = nil }
  }

  /// Returns a string that lives as long as the settings.
  func permanent(_ text: String) -> UnsafeMutablePointer<CChar> {
    lock.withLock {
      if let string = strings[text] { return string.pointer }
      let string = CString(text)
      strings[text] = string
      return string.pointer
    }
  }

  // MARK: Values; 0 or empty if the setting does not exist

  func number(_ name: String) -> Double {
    if case .number(let value) = self[name]?.value { return value }
    return 0
  }

  func integer(_ name: String) -> Int32 {
    if case .integer(let value) = self[name]?.value { return value }
    return 0
  }

  func isOn(_ name: String) -> Bool { integer(name) != 0 }

  func string(_ name: String) -> String {
    if case .string(let value) = self[name]?.value { return value }
    return ""
  }
}

extension Setting {
  func accepts(_ value: Value) -> Bool {
    switch (value, range) {
    case (.number(let value), .number(let range)): range.contains(value)
    case (.integer(let value), .integer(let range)): range.contains(value)
    case (.string, .options): true
    default: false
    }
  }
}
