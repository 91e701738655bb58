/// The exit statuses of the program.
enum ExitStatus {
  static let success: Int32 = 0
  /// An operation failed, for example on a file or device.
  static let failure: Int32 = 1
  /// The command line is invalid.
  static let usage: Int32 = 2
  /// `peach check`: the bank has warnings and no errors.
  static let warnings: Int32 = 3
  /// Interrupted by Ctrl-C: 128 plus the signal number, as in shells.
  static let interrupted: Int32 = 130
}

/// Ends a command with a particular exit status.
struct CommandExit: Error {
  var status: Int32
  /// A final message for standard error.
  var message: String?
}

/// The failure of a command.
struct CommandFailure: Error, CustomStringConvertible {
  /// The message to the user.
  var reason: String
  var description: String { reason }
}
