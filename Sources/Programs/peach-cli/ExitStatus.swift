/// What the program tells its caller when it ends.
enum ExitStatus {
  static let success: Int32 = 0
  /// Something failed: a file, a device.
  static let failure: Int32 = 1
  /// The command line was not understood.
  static let usage: Int32 = 2
  /// Ctrl-C, as shells count it: 128 and the signal's number.
  static let interrupted: Int32 = 130
}
