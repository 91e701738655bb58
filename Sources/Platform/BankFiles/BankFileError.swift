public import PeachInstrumentFiles

/// A file that is not a readable sound bank. `\(error)` is a message.
public struct BankFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file's path.
  public var path: String
  /// The error, with chunk and offset.
  public var reason: InstrumentFileError

  /// Returns the result of `read`, whose error becomes that of a file.
  static func of<Value>(
    _ path: String, _ read: () throws(InstrumentFileError) -> Value
  ) throws(BankFileError) -> Value {
    do { return try read() } catch { throw BankFileError(path: path, reason: error) }
  }

  /// The message.
  public var description: String { "\(path): \(reason)" }
}
