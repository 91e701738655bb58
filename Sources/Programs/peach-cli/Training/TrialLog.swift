import PeachServices

/// Stores trials as they are completed. Keeps trials in memory if that fails, and retries with the
/// next one.
final class TrialLog {
  private var store: TrialStore?
  private var unsaved: [TrialRecord] = []
  /// The reason that trials are not stored, or `nil`.
  private(set) var problem: String?
  /// The history before this session.
  private(set) var past = TrainingHistory()
  private var last: TrialRecord?

  private let includesSilent: Bool

  /// Opens the user's trial store and reads its history from a time on, in milliseconds. Sets
  /// ``problem`` on failure.
  init(environment: [String: String], since start: Int64, includesSilent: Bool) {
    self.includesSilent = includesSilent
    do {
      let store = try TrialStore(environment: environment)
      past = try store.history(since: start, includesSilent: includesSilent)
      self.store = store
    } catch {
      problem = "\(error)"
    }
  }

  var unsavedCount: Int { unsaved.count }

  /// Stores a trial. Returns whether ``problem`` has changed.
  func add(_ record: TrialRecord) -> Bool {
    let before = problem
    last = record
    // A trial that is withdrawn replaces the one that could not be stored.
    unsaved.removeAll { $0.identifier == record.identifier }
    unsaved.append(record)
    guard let store else { return false }
    do {
      _ = try store.append(unsaved)
      unsaved = []
      problem = nil
    } catch {
      problem = "\(error)"
    }
    return problem != before
  }

  /// Stores the last trial as withdrawn. Returns whether ``problem`` has changed.
  func withdrawLast() -> Bool {
    guard var record = last else { return false }
    record.isWithdrawn = true
    return add(record)
  }

  /// Reads the history from a time on, in milliseconds; `nil` if that fails.
  func history(since start: Int64) -> TrainingHistory? {
    try? store?.history(since: start, includesSilent: includesSilent)
  }

  /// Returns the last session of a participant in a study; `nil` if there is none.
  func lastSession(of participant: String, in study: String) throws -> StudySession? {
    guard let store else { return nil }
    return StudySession.last(
      of: participant, in: study, try store.records(), isSilent: includesSilent)
  }

  /// Flushes the trials to disk. An error is reported with the next trial.
  func checkpoint() { try? store?.settle() }
}
