public import PeachServices

/// The services of an app for a ``TrainerModel``: a player, the storage of answers and settings,
/// and time.
public struct TrainerServices: Sendable {
  /// A moment.
  public struct Moment: Hashable, Sendable {
    /// Monotonic time in seconds, since any origin.
    public var seconds: Double
    /// The calendar day, counted from any origin.
    public var day: Int
    /// The time of day in milliseconds since 1970-01-01, UTC.
    public var milliseconds: Int64

    /// Creates a moment.
    public init(seconds: Double, day: Int, milliseconds: Int64) {
      self.seconds = seconds
      self.day = day
      self.milliseconds = milliseconds
    }
  }

  /// The player of all notes.
  public var player: any NotePlayer
  /// The player of notes that sound together, such as ``NotePlayerFactory/chordPlayer``; `nil` for
  /// ``player``.
  public var chordPlayer: (any NotePlayer)?
  /// Returns whether the chords of a sound have no beats of their own. Called on any thread.
  package var steadiness: @Sendable (SoundSource, ClosedRange<UInt8>) throws -> ToneSteadiness = {
    _, _ in .steady
  }
  /// Returns the text of the ``SoundSource`` that has played the last note, which is stored with
  /// the trial; `nil` for the selected one.
  public var soundingSource: @Sendable () -> String? = { nil }
  /// Returns the results of the stored trials from a time on, in milliseconds.
  public var history: @Sendable (_ since: Int64) -> TrainingHistory = { _ in TrainingHistory() }
  /// Stores a trial, or replaces it by one with the same identifier.
  public var store: @Sendable (TrialRecord) throws -> Void = { _ in }
  /// Returns all stored trials, for an export.
  public var trials: @Sendable () throws -> [TrialRecord] = { [] }
  /// Stores trials of an import. Returns the number of new ones.
  public var addTrials: @Sendable ([TrialRecord]) throws -> Int = { _ in 0 }
  /// Returns the text of the stored settings; `nil` if there are none.
  public var loadPreferences: @Sendable () -> String? = { nil }
  /// Stores the text of the settings.
  public var savePreferences: @Sendable (String) throws -> Void = { _ in }
  /// Returns the current time.
  public var now: @Sendable () -> Moment
  /// Waits for a number of seconds, unless the task is canceled.
  public var sleep: @Sendable (_ seconds: Double) async throws -> Void = {
    try await Task.sleep(for: .seconds($0))
  }
  /// The seed of the questions.
  public var seed: UInt64

  /// Creates services that store nothing, with the system's clock.
  public init(player: any NotePlayer, seed: UInt64 = .random(in: 0...UInt64.max)) {
    self.player = player
    self.seed = seed
    let origin = ContinuousClock.now
    now = {
      let time = TrainingTime.now()
      return Moment(
        seconds: (ContinuousClock.now - origin) / .seconds(1), day: time.day,
        milliseconds: time.milliseconds)
    }
  }

  /// Creates services that play with a factory's players, and know which sound has played.
  public init(factory: NotePlayerFactory, seed: UInt64 = .random(in: 0...UInt64.max)) {
    self.init(player: factory.player, seed: seed)
    chordPlayer = factory.chordPlayer
    soundingSource = { factory.soundingSource.map { "\($0)" } }
    steadiness = { try factory.steadiness(of: $0, keys: $1) }
  }

  /// Lets a store keep the trials. Use on the main thread only.
  public mutating func use(_ trials: TrialStore) {
    let trials = Confined(trials)
    history = { since in (try? trials.value.history(since: since)) ?? TrainingHistory() }
    store = { record in
      try trials.value.append(record)
      try trials.value.settle()
    }
    self.trials = { try trials.value.records() }
    addTrials = { records in
      let count = try trials.value.append(records)
      try trials.value.settle()
      return count
    }
  }

  private struct Confined<Value>: @unchecked Sendable {
    // Safe: the model calls the functions on the main actor only.
    let value: Value
    init(_ value: Value) { self.value = value }
  }
}
