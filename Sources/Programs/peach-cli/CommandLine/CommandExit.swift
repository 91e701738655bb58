import PeachServices

/// The exit statuses of the program.
enum ExitStatus {
  static let success: Int32 = 0
  /// An operation failed, for example on a file or device.
  static let failure: Int32 = 1
  /// The command line is invalid.
  static let usage: Int32 = 2
  /// `peach check`: the bank has warnings and no errors.
  static let warnings: Int32 = 3
  /// Something that was requested is silent, because its samples are missing or damaged.
  static let incomplete: Int32 = 4
  /// Interrupted by a signal: 128 plus its number, as in shells; 130 for Ctrl-C.
  static var interrupted: Int32 { Interruption.status }

  /// The statuses and their meanings, for the manual.
  static let meanings: KeyValuePairs = [
    "\(success)": "Success.", "\(failure)": "An operation failed, for example on a file or device.",
    "\(usage)": "The command line is invalid.",
    "\(warnings)": "peach check: the bank has warnings and no errors.",
    "\(incomplete)":
      "Notes that were requested are silent: their samples are missing or damaged.",
    "129, 130, 143": "Interrupted by SIGHUP, by Ctrl-C or by SIGTERM. No incomplete files remain.",
  ]
}

/// Ends a command with a particular exit status.
struct CommandExit: Error {
  var status: Int32
  /// A final message for standard error.
  var message: String?
}

/// The failure of a command.
struct CommandFailure: Error, CustomStringConvertible {
  var reason: String
  var description: String { reason }

  /// Runs an operation. Its error becomes a failure whose message begins with `prefix`.
  static func prefixing<Result>(
    _ prefix: String, _ operation: () throws -> Result
  ) throws(CommandFailure) -> Result {
    do { return try operation() } catch { throw CommandFailure(reason: "\(prefix)\(error)") }
  }
}

/// The remedies that the command line adds to the messages of the library's errors.
enum ErrorRemedy {
  /// Returns an error's message with its remedy, if any.
  static func message(for error: any Error) -> String {
    let message = Console.punctuated("\(error)")
    return remedy(for: error).map { "\(message) \($0)" } ?? message
  }

  private static func remedy(for error: any Error) -> String? {
    switch error {
    case SoundSourceError.notFound(_, bankCount: 0, _): "Or pass a file with --bank."
    case is SoundSourceError: "Run `peach sounds` to list the available presets."
    case UserLibraryError.needsOtherFiles: "Run `peach convert` to create a single file."
    case UserLibraryError.nameTaken: "Pass --replace to replace it."
    case is SongLengthError: "Pass --longest to raise it."
    case is SampleCodecError, NotePlayerError.damagedSample:
      "Run `peach check` on the bank to find the sample."
    case BankFetchError.notListed: "Run `peach fetch --list` for details."
    case BankFetchError.noCurl: "Run `peach import` to add a downloaded bank."
    case AudioDeviceError.noSoundSystem, JACKError.notBuilt, MIDIInputError.notBuilt:
      "Or build the command line with --traits ALSA,JACK."
    case is AudioDeviceError: "Run `peach devices` to list the devices."
    default: nil
    }
  }
}
