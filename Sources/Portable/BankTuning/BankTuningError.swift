package import PeachInstrumentFiles
package import PeachInstrumentModel

/// The reason why a bank cannot be tuned.
package enum BankTuningError: Error, Sendable, CustomStringConvertible {
  case file(InstrumentFileError)
  case samples(SampleCodecError)
  case writing(SoundFontWritingError)

  package var description: String {
    switch self {
    case .file(let error): error.description
    case .samples(let error): error.description
    case .writing(let error): error.description
    }
  }
}
