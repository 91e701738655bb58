package import PeachFileIO

/// A bank whose loading crashed a process. Libraries omit it until the app calls ``removeBank()``
/// or ``keepBank()``.
public struct InterruptedLoad: Hashable, Sendable {
  /// The bank's path.
  public let path: String
  /// The paths of the stale markers.
  var markers: [String]

  package var file: String { FileAccess.fileName(of: path) }

  /// Removes the bank's file or folder, and clears the record, which remains if an error is thrown.
  package func removeBank() throws(FileError) {
    do throws(FileError) {
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

/// A bank that is skipped because loading it crashed a process.
package struct SuspectBankError: Error, Hashable, Sendable, CustomStringConvertible {
  package var path: String

  package init(path: String) { self.path = path }

  package var description: String {
    "Skipped \(path) because the program crashed while loading it."
  }
}
