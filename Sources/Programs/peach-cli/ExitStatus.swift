/// What the program tells its caller when it ends.
enum ExitStatus {
  static let success: Int32 = 0
  /// Something failed: a file, a device.
  static let failure: Int32 = 1
  /// The command line was not understood.
  static let usage: Int32 = 2
  /// `peach check`: nothing is broken, and yet something sounds other than it should.
  static let warnings: Int32 = 3
  /// Ctrl-C, as shells count it: 128 and the signal's number.
  static let interrupted: Int32 = 130
}

/// A command that ends with a status of its own, having said what there is to say.
struct CommandEnd: Error {
  var status: Int32
  /// What is still to be said, on standard error.
  var reason: String?
}
