public import PeachInstrumentModel

/// The reason why a bank was not loaded. The unit keeps its current bank.
public enum UnitLoadError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file does not exist.
  case missing(path: String)
  /// The file is outside the allowed folders.
  case notAllowed(path: String)
  /// The file is not a readable sound bank.
  case unreadable(path: String, reason: String)
  /// A sample cannot be decoded.
  case undecodable(path: String, reason: SampleCodecError)
  /// Too many previous banks still have active notes, or too many commands are waiting.
  case busy

  /// The status for hosts of Audio Units: −10868 (`kAudioUnitErr_FormatNotSupported`, as Technical
  /// Note 2283 describes) for a file that cannot be played, −43 (`fnfErr`) for a missing one, −54
  /// (`permErr`) for one that is not allowed, and −10863
  /// (`kAudioUnitErr_CannotDoInCurrentContext`) if the unit is busy.
  public var status: Int32 {
    switch self {
    case .missing: -43
    case .notAllowed: -54
    case .unreadable, .undecodable: -10868
    case .busy: -10863
    }
  }

  /// A user-facing message.
  public var description: String {
    switch self {
    case .missing(let path): "\(path): The file does not exist."
    case .notAllowed(let path): "\(path): The file is outside the allowed folders."
    case .unreadable(let path, let reason): "\(path): \(reason)"
    case .undecodable(let path, .noDecoder): "\(path): This build cannot decode the samples."
    case .undecodable(let path, .noWavPackDecoder):
      "\(path): \(SampleCodecError.wavPackAdvice)."
    case .undecodable(let path, .undecodable): "\(path): A sample is damaged."
    case .undecodable(let path, .tooLong): "\(path): A sample is too long."
    case .undecodable(let path, .tooManyFrames): "\(path): The samples are too long together."
    case .busy:
      "Too many previous banks still have active notes, or too many commands are waiting. "
        + "Try again when they have ended."
    }
  }
}
