public import PeachInstrumentModel

/// The reason why a bank was not loaded. The unit keeps its current bank.
public enum UnitLoadError: Error, Hashable, Sendable {
  /// The file does not exist.
  case missing(path: String)
  /// The file is outside the allowed folders.
  case notAllowed(path: String)
  /// The file is not a readable sound bank.
  case unreadable(path: String, reason: String)
  /// A sample cannot be decoded.
  case undecodable(path: String, reason: SampleCodecError)
  /// Too many previous banks still have active notes.
  case busy

  /// A user-facing message.
  public var description: String {
    switch self {
    case .missing(let path): "\(path): there is no such file."
    case .notAllowed(let path): "\(path): files may not be loaded from there."
    case .unreadable(let path, let reason): "\(path): \(reason)"
    case .undecodable(let path, .noDecoder): "\(path): this build cannot decode its samples."
    case .undecodable(let path, .notAudio): "\(path): a sample is damaged."
    case .undecodable(let path, .tooLong): "\(path): a sample is too long."
    case .busy: "Too many banks still sound."
    }
  }
}

extension UnitLoadError: CustomStringConvertible {}
