public import PeachInstrumentModel

/// Why a unit goes on with the bank that it has.
public enum UnitLoadError: Error, Hashable, Sendable {
  /// There is no such file.
  case missing(path: String)
  /// The file lies in no folder whose files may be loaded.
  case notAllowed(path: String)
  /// The file is no bank that can be read, and why.
  case unreadable(path: String, reason: String)
  /// A sample cannot be decoded, and why.
  case undecodable(path: String, reason: SampleDecodingError)
  /// So many banks wait for their last note to end that there is no room for another.
  case busy

  /// One sentence.
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
