public import PeachFileBytes

/// A bank whose load a process did not outlive, and the two things to do about it.
///
/// An app shows ``file`` with a question and calls one of the two; neither asks anything. Until then
/// the bank is left out of libraries.
public struct InterruptedLoad: Hashable, Sendable {
  /// The bank's path.
  public let path: String
  /// The notes that say so, files in the state folder.
  var notes: [String]

  /// The bank's name without its folder.
  public var file: String { path.split(separator: "/").last.map { String($0) } ?? path }

  /// Yes: removes the bank's file, nothing else, and forgets the matter. Throws where the file is
  /// there and cannot be removed; the matter stays then.
  public func removeBank() throws(FileError) {
    do throws(FileError) {
      try FileAccess.remove(path)
    } catch {
      if error.reason != .missing { throw error }
    }
    keepBank()
  }

  /// No: forgets the matter; the bank will be loaded again.
  public func keepBank() {
    // Another program may have been faster.
    for note in notes { try? FileAccess.remove(note) }
  }
}

/// A bank that is left out because loading it killed a process, until somebody decides.
public struct SuspectBankError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The bank's path.
  public var path: String

  /// The error about the bank at a path.
  public init(path: String) { self.path = path }

  /// What happened, and what to do.
  public var description: String {
    "\(path) was being loaded when the program was killed, and is left out now. `peach forget` removes "
      + "it; naming it with --bank tries it again."
  }
}
