import CPeach
import PeachBankFiles
import PeachFileIO
import PeachInstrumentFiles
import PeachPlugIn
import PeachServices

/// An error of the C interface: a code and a message.
struct LibraryError: Error, Hashable {
  enum Code: Int32 {
    case handle = -1
    case argument = -2
    case structSize = -3
    case file = -4
    case format = -5
    case notFound = -6
    case unsupported = -7
    case busy = -8
    case limit = -9

    /// The description that ``peach_result_text(_:)`` returns.
    var text: StaticString {
      switch self {
      case .handle: "The handle is null, closed, or of another type."
      case .argument: "An argument is null or out of range."
      case .structSize: "The size of a structure is unknown."
      case .file: "A file cannot be read or written."
      case .format: "The contents of a file are invalid."
      case .notFound: "The preset or sound does not exist."
      case .unsupported: "This build or file format does not support the function."
      case .busy: "A queue is full, or another thread is rendering."
      case .limit: "A limit is exceeded."
      }
    }
  }

  let code: Code
  let message: String

  init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  /// The error of a handle that does not identify an open object of a kind.
  init(invalid handle: OpaquePointer?, _ kind: HandleKind) {
    let problem =
      switch HandleTable.kind(of: handle) {
      case kind: "closed"
      case let other?: "a \(other.name)"
      case nil: handle == nil ? "null" : "not a handle"
      }
    self.init(.handle, "The \(kind.name) is \(problem).")
  }

  /// Converts an error of the Swift modules.
  init(_ error: any Error) {
    switch error {
    case let error as LibraryError: self = error
    case let error as NotePlayerError: self.init(Self.code(of: error), "\(error)")
    case let error as SoundSourceError: self.init(.notFound, "\(error)")
    case let error as BankLayerError: self.init(.notFound, "\(error)")
    case let error as FileAccessError: self.init(.file, "\(error)")
    case let error as BankFileError: self.init(.format, "\(error)")
    case let error as InstrumentFileError: self.init(.format, "\(error)")
    case let error as MIDIFileProblem: self.init(.format, "\(error)")
    case let error as SongFileProblem: self.init(.format, "\(error)")
    case let error as MIDIFileError: self.init(.format, "\(error)")
    case let error as SampleCodecError: self.init(Self.code(of: error), Self.text(of: error))
    case let error as UnitLoadError: self.init(Self.code(of: error), "\(error)")
    case let error as UnitCommandError: self.init(Self.code(of: error), Self.text(of: error))
    case let error as SongLengthError: self.init(.limit, "\(error)")
    case let error as TunedNoteCountError: self.init(.limit, "\(error)")
    case let error as AudioFileWriter.Failure: self.init(.unsupported, "\(error)")
    default: self.init(.format, "\(error)")
    }
  }

  private static func code(of error: NotePlayerError) -> Code {
    switch error {
    case .noPreset: .notFound
    default: .argument
    }
  }

  private static func code(of error: SampleCodecError) -> Code {
    switch error {
    case .noDecoder, .noWavPackDecoder: .unsupported
    case .undecodable, .tooLong, .tooManyFrames: .format
    }
  }

  private static func code(of error: UnitLoadError) -> Code {
    switch error {
    case .undecodable(_, let reason): code(of: reason)
    case .missing, .notAllowed: .file
    case .unreadable: .format
    case .busy: .busy
    }
  }

  private static func code(of error: UnitCommandError) -> Code {
    switch error {
    case .queueFull: .busy
    case .noRenderResources, .unknownParameter, .notANumber, .tooLong, .invalidMessage: .argument
    }
  }

  private static func text(of error: UnitCommandError) -> String {
    if error != .queueFull { return "\(error)" }
    return "Too many messages are waiting. Render the player, then try again."
  }

  private static func text(of error: SampleCodecError) -> String {
    switch error {
    case .noDecoder: "This build cannot decode the samples of the bank."
    case .noWavPackDecoder: "This build cannot decode samples in WavPack."
    case .undecodable: "A sample of the bank is damaged."
    case .tooLong: "A sample of the bank is too long."
    case .tooManyFrames: "The samples of the bank are too long together."
    }
  }
}

/// Throws an error unless a condition holds.
func require(
  _ condition: Bool, _ message: @autoclosure () -> String
) throws(LibraryError) {
  if !condition { throw LibraryError(.argument, message()) }
}

/// Returns a value, or throws an error if a pointer is null.
func require<Value>(_ value: Value?, _ name: StaticString) throws(LibraryError) -> Value {
  guard let value else { throw LibraryError(.argument, "\(name) is null.") }
  return value
}

/// Calls `body`. Returns 0, or the code of its error, whose message is then that of the thread.
func result(_ body: () throws -> Void) -> Int32 {
  do {
    try body()
    return 0
  } catch {
    let error = LibraryError(error)
    LastError.set(error.message)
    return error.code.rawValue
  }
}
