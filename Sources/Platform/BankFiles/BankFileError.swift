public import PeachInstrumentFiles

/// A bank file that cannot be read.
public struct BankFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The path of the file.
  public var path: String
  /// The error, with chunk and offset.
  public var reason: InstrumentFileError

  /// The path and the message.
  public var description: String { "\(path): \(reason)" }
}
