package import PeachInstrumentFiles

package struct BankFileError: Error, Hashable, Sendable, CustomStringConvertible {
  package var path: String
  /// The error, with chunk and offset.
  package var reason: InstrumentFileError

  /// Returns the result of `read`, whose error becomes that of a file.
  static func of<Value>(
    _ path: String, _ read: () throws(InstrumentFileError) -> Value
  ) throws(BankFileError) -> Value {
    do { return try read() } catch { throw BankFileError(path: path, reason: error) }
  }

  package var description: String { "\(path): \(reason)" }
}
