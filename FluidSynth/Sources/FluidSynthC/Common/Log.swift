// swift-format-ignore-file: AlwaysUseLowerCamelCase

import FluidSynthPOSIX
import Synchronization

/// The log of FluidSynth's interface (log.h).
enum Log {
  enum Level: Int32 {
    case panic, error, warning, information, debug
  }

  typealias Function =
    @convention(c) (Int32, UnsafePointer<CChar>?, UnsafeMutableRawPointer?) -> Void

  private struct Receiver: @unchecked Sendable {
    // Safe: the pointers are only passed on.
    var function: UnsafeRawPointer?
    var data: UnsafeMutableRawPointer?
  }

  /// The functions of the levels. By default, messages are written to stderr, except for debugging.
  private static let receivers = Mutex<[Receiver?]>([nil, nil, nil, nil, Receiver()])

  /// Sets the function of a level. Returns the previous one; `nil` for the default.
  static func setFunction(
    _ level: Int32, _ function: UnsafeRawPointer?, _ data: UnsafeMutableRawPointer?
  ) -> UnsafeRawPointer? {
    guard Level(rawValue: level) != nil else { return nil }
    let new = Receiver(function: function, data: data)
    return receivers.withLock { receivers in
      defer { receivers[Int(level)] = new }
      return receivers[Int(level)].map { $0.function } ?? defaultFunction
    }
  }

  private static var defaultFunction: UnsafeRawPointer? {
    let function: Function = { level, message, data in
      fluid_default_log_function(level, message, data)
    }
    return unsafeBitCast(function, to: UnsafeRawPointer.self)
  }

  static func write(_ level: Level, _ message: String) {
    message.withCString { write(level.rawValue, $0) }
  }

  static func write(_ level: Int32, _ message: UnsafePointer<CChar>?) {
    guard Level(rawValue: level) != nil else { return }
    let receiver = receivers.withLock { $0[Int(level)] }
    guard let receiver else { return fluid_default_log_function(level, message, nil) }
    guard let function = receiver.function else { return }
    unsafeBitCast(function, to: Function.self)(level, message, receiver.data)
  }

  static func error(_ message: String) { write(.error, message) }
  static func warning(_ message: String) { write(.warning, message) }

  /// Reports a function that Peach does not have. Returns the documented error value.
  static func refuse(_ function: StaticString, _ reason: StaticString) -> Int32 {
    error("\(function) is not supported: \(reason).")
    return Result.failed
  }
}

/// Sets the function that receives the messages of a level.
@c public func fluid_set_log_function(
  _ level: Int32, _ function: UnsafeRawPointer?, _ data: UnsafeMutableRawPointer?
) -> UnsafeRawPointer? {
  Log.setFunction(level, function, data)
}

/// Writes a message to stderr.
@c public func fluid_default_log_function(
  _ level: Int32, _ message: UnsafePointer<CChar>?, _ data: UnsafeMutableRawPointer?
) {
  let names = ["panic: ", "error: ", "warning: ", "", "debug: "]
  let name = names.indices.contains(Int(level)) ? names[Int(level)] : ""
  let line = "fluidsynth: \(name)\(message.map { String(cString: $0) } ?? "")\n"
  let bytes = Array(line.utf8)
  _ = bytes.withUnsafeBytes { FluidSynthPOSIX.write(2, $0.baseAddress, $0.count) }
}

/// Receives the formatted messages of `fluid_log`.
@c public func peach_fluidsynth_log(_ level: Int32, _ message: UnsafePointer<CChar>?) {
  Log.write(level, message)
}
