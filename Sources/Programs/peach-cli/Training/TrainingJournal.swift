import Peach

/// Stores trials as they are completed; where that fails it keeps them, and tries again with the next.
final class TrainingJournal {
  private var store: TrialStore?
  private var waiting: [TrialRecord] = []
  /// Why trials are not stored; nil where they are.
  private(set) var problem: String?
  /// What was trained before.
  private(set) var past = TrainingPast()

  /// The user's store, and what is in it. What is wrong with it is told by ``problem``.
  init(environment: [String: String]) {
    do {
      let store = try TrialStore(environment: environment)
      past = try store.past()
      self.store = store
    } catch {
      problem = "\(error)"
    }
  }

  /// How many trials are only in memory.
  var waitingCount: Int { waiting.count }

  /// Stores a trial now; true where ``problem`` is another than before.
  func add(_ record: TrialRecord) -> Bool {
    let before = problem
    waiting.append(record)
    guard let store else { return false }
    do {
      _ = try store.append(waiting)
      waiting = []
      problem = nil
    } catch {
      problem = "\(error)"
    }
    return problem != before
  }

  /// Waits for the disk; what fails then is told with the next trial.
  func settle() { try? store?.settle() }
}
