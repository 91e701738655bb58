import PeachServices

/// Stores answers as they are given. Keeps answers in memory if that fails, and retries with the
/// next one.
final class ListeningLog {
  private let sounds: [ListeningSound]
  private let seconds: Double
  private let plannedCount: Int
  private let isSilent: Bool
  private let session = TrialRecord.newIdentifier()
  private var store: ListeningStore?
  private var unsaved: [ListeningRecord] = []
  /// The answers of this test.
  private(set) var records: [ListeningRecord] = []
  /// The reason that answers are not stored, or `nil`.
  private(set) var problem: String?

  init(
    sounds: [ListeningSound], seconds: Double, plannedCount: Int, isSilent: Bool,
    environment: [String: String]
  ) {
    self.sounds = sounds
    self.seconds = seconds
    self.plannedCount = plannedCount
    self.isSilent = isSilent
    do {
      store = try ListeningStore(environment: environment)
    } catch {
      problem = "\(error)"
    }
  }

  var unsavedCount: Int { unsaved.count }

  /// Stores an answer.
  func add(_ response: ListeningResponse) {
    let record = ListeningRecord(
      response, session: session, number: records.count + 1, plannedCount: plannedCount,
      sound: sounds[response.trial.sound].tag, seconds: seconds, version: PeachVersion.current,
      milliseconds: TrainingTime.now().milliseconds, isSilent: isSilent)
    records.append(record)
    unsaved.append(record)
    guard let store else { return }
    do {
      while let first = unsaved.first {
        try store.append(first)
        unsaved.removeFirst()
      }
      problem = nil
    } catch {
      problem = "\(error)"
    }
  }
}
