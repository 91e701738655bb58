public import PeachFileIO

/// A bank whose loading crashed a process. Libraries omit it until the app calls ``removeBank()``
/// or ``keepBank()``.
public struct InterruptedLoad: Hashable, Sendable {
  /// The bank's path.
  public let path: String
  /// The paths of the stale markers.
  var markers: [String]

  /// The bank's file name, or the name of the folder of an instrument.
  public var file: String { FileAccess.fileName(of: path) }

  /// Removes the bank's file or folder, and clears the record, which remains if an error is thrown.
  public func removeBank() throws(FileAccessError) {
    do throws(FileAccessError) {
      try FileAccess.removeTree(path)
    } catch {
      if error.reason != .missing { throw error }
    }
    keepBank()
  }

  /// Clears the record, so that the bank is loaded again.
  public func keepBank() {
    // Another process may have removed the markers already.
    for marker in markers { try? FileAccess.remove(marker) }
  }
}

/// A bank that a library skips because loading it crashed a process; see ``LoadSentinel``.
public struct SuspectBankError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The bank's path.
  public var path: String

  /// Creates an error.
  public init(path: String) { self.path = path }

  /// The message.
  public var description: String {
    "Skipped \(path) because the program crashed while loading it."
  }
}
