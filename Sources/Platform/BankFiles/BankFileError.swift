public import PeachInstrumentFiles

/// A bank file that cannot be used: which, where in it, and why.
public struct BankFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file.
  public var path: String
  /// The chunk, the byte and the reason.
  public var reason: InstrumentFileError

  /// `bank.sf2: chunk 'pbag' at byte 1234: …`
  public var description: String { "\(path): \(reason)" }
}
