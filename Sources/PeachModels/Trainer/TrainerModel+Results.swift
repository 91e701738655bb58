public import PeachServices
import PeachTrainerUI

// Results, and the export and import of trials.
extension TrainerModel {
  /// The results of the last session, while ``activity-swift.property`` is ``Activity/results``;
  /// otherwise those of the current one. `nil` without a session.
  public var sessionResults: SessionResults? {
    if case .summary(let summary) = trainer.screen { return SessionResults(summary) }
    return trainer.summary.map { SessionResults($0) }
  }

  /// The results of all sessions.
  public var listenerResults: ListenerResults { ListenerResults(trainer.history, trainer.texts) }

  /// Whether ``undo()`` can withdraw the last answer.
  public var canUndo: Bool { trainer.canUndo }
  /// Whether ``review()`` can play the last notes again.
  public var canReview: Bool { trainer.canReview }

  /// The keys of all notes of a session with the current settings and sound, for
  /// ``SoundSourceModel/prepare(_:keys:)``.
  public var keys: ClosedRange<UInt8> {
    var settings = trainer.preferences.settings
    settings.compass = trainer.sound.compass
    var low = UInt8(127)
    var high = UInt8(0)
    for interval in settings.intervals {
      guard let keys = settings.keys(for: interval) else { continue }
      // The difference of a trial may lead to the next key.
      let (down, up) = (min(interval.semitones, 0) - 1, max(interval.semitones, 0) + 1)
      low = min(low, UInt8(clamping: keys.lowerBound + down))
      high = max(high, UInt8(clamping: min(keys.upperBound + up, 127)))
    }
    guard low <= high else { return settings.compass ?? settings.notes }
    return settings.compass.map { (low...high).clamped(to: $0) } ?? low...high
  }

  /// Returns all stored trials as text.
  ///
  /// - Throws: The error of the store.
  public func exportTrials(_ format: TrialFormat = .csv) throws -> String {
    try services.trials().reduce(into: format.head) { $0 += format.line($1) }
  }

  /// Stores the trials of an export, and continues with them. Ends training.
  ///
  /// - Returns: The number of trials that were not stored already.
  /// - Throws: `TrialFormatError` for text that is no export, or the error of the store.
  @discardableResult
  public func importTrials(_ bytes: [UInt8]) throws -> Int {
    let count = try services.addTrials(TrialFormat.records(bytes))
    showMenu()
    trainer.adopt(services.history(trainer.preferences.countsSince))
    return count
  }

  /// Lets earlier trials count no more, or again. They stay stored.
  public func resetProfile(includingEarlierTrials: Bool = false) {
    perform(.open(.reset))
    perform(.reset(includingEarlierTrials ? .allTrials : .profile))
    showMenu()
  }
}
