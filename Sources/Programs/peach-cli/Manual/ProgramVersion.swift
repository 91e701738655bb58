import CCommit
import PeachServices

/// The version of the program.
enum ProgramVersion {
  /// The version, and the commit if the program was built from a Git repository:
  /// `0.2.0 (1a2b3c4d)`.
  static var text: String {
    let commit = String(cString: peach_commit())
    return PeachVersion.current + (commit.isEmpty ? "" : " (\(commit))")
  }
}
