package import PeachInstrumentFiles

/// A bank file that cannot be read.
package struct BankFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The path of the file.
  package var path: String
  /// The error, with chunk and offset.
  package var reason: InstrumentFileError

  /// The path and the message.
  package var description: String { "\(path): \(reason)" }
}
