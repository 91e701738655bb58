/// The session and the run of the program in which a trial was completed. Both are identifiers of
/// 32 hexadecimal digits.
///
/// A session of training is part of one run. A session of a study that is interrupted and resumed
/// has several runs.
public struct TrialOrigin: Hashable, Sendable {
  /// The identifier of the session.
  public var session: String
  /// The identifier of the run: one start of the program, or one load of the page.
  public var run: String

  /// Creates an origin.
  public init(session: String, run: String) { (self.session, self.run) = (session, run) }

  /// Creates the origin of a session of training by its number within a run, which replaces the
  /// last 8 digits of the run's identifier.
  public init(sessionNumber: Int, run: String) {
    let digits = String(UInt32(truncatingIfNeeded: sessionNumber), radix: 16)
    let padding = String(repeating: "0", count: 8 - digits.utf8.count)
    self.init(
      session: String(decoding: run.utf8.prefix(24), as: UTF8.self) + padding + digits, run: run)
  }
}
