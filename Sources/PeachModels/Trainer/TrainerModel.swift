public import Observation
import PeachEarTraining
public import PeachServices
import PeachTrainerUI

/// The ear trainer for an app's views: texts to show, and actions for controls. It plays notes,
/// stores answers and continues by itself. Free of user interface.
///
/// ```swift
/// let model = TrainerModel(services: services)
/// model.startComparison()
/// ForEach(model.lines, id: \.self) { Text($0) }
/// Button("Higher") { model.answer(isHigher: true) }.disabled(!model.awaitsAnswer)
/// ```
@MainActor @Observable
public final class TrainerModel {
  /// A state of the trainer; each has different controls.
  public enum Activity: Hashable, Sendable {
    /// Neither training nor showing results.
    case menu
    /// Comparing two notes: which one is higher?
    case comparing
    /// Tuning a note to another.
    case matching
    /// An exercise with notes that sound together; ``TrainerModel/chordExercise`` is its kind.
    case chords
    /// Showing the results of a session.
    case results
    /// Showing the results of all sessions.
    case profile
  }

  var trainer: Trainer
  @ObservationIgnored let services: TrainerServices
  @ObservationIgnored private let sounds: SoundSourceModel?
  /// The events of notes, in order.
  @ObservationIgnored private let events = AsyncStream.makeStream(of: TrainerEvent.self)
  /// The last call of the player that does not wait for the end of notes; calls follow each other.
  @ObservationIgnored private var call: Task<Void, Never>?
  @ObservationIgnored private var playing: Task<Void, Never>?
  @ObservationIgnored private var feedback: Task<Void, Never>?
  @ObservationIgnored private var held: HeldNote?
  /// Whether the current notes sound together.
  @ObservationIgnored private var isChord = false
  /// The exercise that waits until the sound is checked.
  @ObservationIgnored private var wantedChords: ChordExercise?
  @ObservationIgnored private var lastRecord: TrialRecord?
  /// The identifier that is stored with each trial of this model.
  @ObservationIgnored private let run = TrialRecord.newIdentifier()
  /// The interruption of the audio output that has paused training; `nil` if there is none.
  public private(set) var interruption: AudioInterruption?

  /// Creates a trainer that continues with the stored settings and results.
  ///
  /// - Parameters:
  ///   - sounds: The sounds of the app. The trainer follows them, asks for notes that the sound
  ///     has, and stores the sound with each trial. `nil` for a sine wave.
  ///   - language: The language; `nil` for that of the stored settings.
  public init(
    services: TrainerServices, sounds: SoundSourceModel? = nil, language: ModelLanguage? = nil
  ) {
    self.services = services
    self.sounds = sounds
    let defaults = TrainerPreferences()
    var preferences =
      services.loadPreferences().flatMap {
        TrainerPreferences(json: $0, defaults: defaults)
      } ?? defaults
    preferences.isIntroduced = true
    if let language { preferences.language = language.trainerLanguage }
    let now = services.now()
    trainer = Trainer(
      sounds: [.sine], preferences: preferences, seed: services.seed,
      history: services.history(preferences.countsSince), today: now.day)
    trainer.hasTerminal = false
    if let sounds {
      sounds.sourceDidChange.append { [weak self] in self?.followSounds() }
      followSounds()
    }
    Task { [weak self, stream = events.stream] in
      for await event in stream { self?.reduce(event) }
    }
  }

  deinit { events.continuation.finish() }

  // MARK: Texts

  /// The current activity.
  public var activity: Activity {
    switch trainer.screen {
    case .comparison, .matching, .beats:
      if trainer.exercise.isChord {
        .chords
      } else {
        trainer.screen == .matching ? .matching : .comparing
      }
    case .summary: .results
    case .profile: .profile
    default: .menu
    }
  }

  /// The title.
  public var title: String { TrainerContent.title(of: trainer) }

  /// The texts, as a screen reader reads them: title, explanations and warnings, and last the state
  /// of the trial or its result.
  public var lines: [String] { TrainerAnnouncement(trainer).lines(after: nil) }

  /// Whether a pair of notes awaits the answer "higher" or "lower".
  public var awaitsAnswer: Bool {
    if trainer.isPaused { return false }
    switch trainer.comparisonState {
    case .target?, .awaitingAnswer?: return true
    default: return false
    }
  }

  /// Whether a note can be tuned: its reference has ended.
  public var awaitsTuning: Bool {
    if trainer.isPaused { return false }
    switch trainer.matchingState {
    case .awaitingTouch?, .tuning?: return true
    default: return false
    }
  }

  /// Whether training is paused.
  public var isPaused: Bool { trainer.isPaused }

  /// A message about the sound or the storage; `nil` if there is none.
  public var problem: String? {
    trainer.soundProblem.isEmpty ? trainer.storeProblem : trainer.soundProblem
  }

  /// The number of trials that count for the results.
  public var trialCount: Int { trainer.history.comparisonCount + trainer.history.matchingCount }

  /// The language of all texts. Setting it stores it.
  public var language: ModelLanguage {
    get { ModelLanguage(trainer.preferences.language) }
    set { perform(.set(.language(newValue.trainerLanguage))) }
  }

  /// The settings. Setting them limits and stores them; they apply from the next session on.
  public var settings: TrainerSettings {
    get { TrainerSettings(trainer.preferences) }
    set {
      guard newValue != settings else { return }
      for change in newValue.changes { perform(.set(change)) }
    }
  }

  /// The name of the sound of the next trial.
  public var soundName: String { trainer.name(of: trainer.sound) }

  // MARK: Actions

  /// Starts to compare notes.
  public func startComparison() { perform(.open(.comparison)) }
  /// Starts to tune notes.
  public func startMatching() { perform(.open(.matching)) }
  /// Starts an exercise with notes that sound together. The first one with a sound waits until the
  /// sound is checked. If it is not steady enough, ``chordProblem`` has the reason.
  public func start(_ exercise: ChordExercise) {
    wantedChords = exercise
    perform(.open(.init(exercise: exercise.exercise)))
    if trainer.sound.steadiness != nil { wantedChords = nil }
  }
  /// Shows the results of all sessions.
  public func showProfile() { perform(.open(.profile)) }
  /// Returns to the menu, which ends training.
  public func showMenu() { perform(.open(.home)) }
  /// Answers whether the second note is higher.
  public func answer(isHigher: Bool) { perform(.answer(isHigher ? .higher : .lower)) }
  /// Plays the notes again.
  public func replay() { perform(.replay) }
  /// Raises the note to tune, or lowers it. The first call only starts the note.
  public func tune(cents: Double) { perform(.tune(cents: cents)) }
  /// Ends the tuning of a note.
  public func commit() { perform(.commit) }
  /// Withdraws the last answer.
  public func undo() { perform(.undo) }
  /// Pauses training, such as when the app is left.
  public func pause() { perform(.pause) }
  /// Ends a pause. After an interruption, resume the device before: ``AudioOutputModel/resume()``.
  public func resume() {
    interruption = nil
    perform(.resume)
  }
  /// Plays the notes of the last trial again; ``resume()`` then begins the next trial.
  public func review() { perform(.review) }
  /// Ends the session and shows its results.
  public func stop() { perform(.stop) }

  func perform(_ action: TrainerAction) { reduce(.action(action)) }

  private func reduce(_ event: TrainerEvent) {
    for effect in trainer.reduce(event, at: moment) { perform(effect) }
  }

  private var moment: TrainerTimestamp {
    let now = services.now()
    return TrainerTimestamp(seconds: now.seconds, day: now.day, milliseconds: now.milliseconds)
  }

  /// Trains with the sound that plays.
  private func followSounds() {
    guard let sounds else { return }
    let isSine = sounds.source == .sine
    let sound = TrainerSound(
      tag: "\(sounds.source)", name: isSine ? "" : sounds.sourceName,
      bank: isSine ? "" : sounds.items.first { $0.id == "\(sounds.source)" }?.bank ?? "",
      compass: sounds.compass)
    for effect in trainer.changeSound(to: sound, at: moment) { perform(effect) }
  }

  // MARK: Effects

  private func perform(_ effect: TrainerEffect) {
    switch effect {
    case .playPair(let cue, let reference, let target, let gap, let isUnison):
      isChord = false
      play(
        ScheduledNote.pair(reference, target, gapSeconds: gap, isUnison: isUnison),
        began: .targetBegan(cue), ended: .targetEnded(cue))
    case .playNotes(let cue, let notes, let answerIndex):
      isChord = true
      play(
        notes.map { ScheduledNote($0) }, began: .targetBegan(cue), at: answerIndex,
        ended: .targetEnded(cue))
    case .playDrone(let notes):
      isChord = true
      for note in notes { hold(note) }
    case .checkSteadiness(let tag): checkSteadiness(tag)
    case .playReference(let cue, let note):
      isChord = false
      play([ScheduledNote(note)], began: nil, ended: .referenceEnded(cue))
    case .playTarget(let note, let like): hold(note, like: like)
    case .bend(let frequency): bend(to: frequency)
    case .stopNotes: stopNotes()
    case .store(let trial, let sound):
      let now = services.now()
      var record = TrialRecord(
        trial, sound: services.soundingSource() ?? sound, milliseconds: now.milliseconds,
        day: now.day)
      record.origin = TrialOrigin(sessionNumber: trainer.sessionNumber, run: run)
      store(record)
    case .withdraw:
      guard var record = lastRecord else { return }
      record.isWithdrawn = true
      store(record)
    case .showFeedback(let cue, let seconds):
      feedback?.cancel()
      feedback = Task { [weak self, services] in
        do { try await services.sleep(seconds) } catch { return }
        self?.reduce(.feedbackEnded(cue))
      }
    case .savePreferences(let preferences):
      do { try services.savePreferences(preferences.json) } catch {
        reduce(.note(texts.message(error)))
      }
    case .reloadHistory: trainer.adopt(services.history(trainer.preferences.countsSince))
    // The app selects sounds with its ``SoundSourceModel``; it takes part in no study.
    case .preview, .chooseSound, .measure, .storeStudyTrial, .quit: break
    }
  }

  /// Calls the player after all earlier calls.
  private func enqueue(_ body: @escaping @MainActor () async throws -> Void) {
    let previous = call
    call = Task { [weak self] in
      await previous?.value
      do { try await body() } catch is CancellationError {
      } catch { self?.fail(error) }
    }
  }

  /// Pauses, and shows the error.
  private func fail(_ error: any Error) {
    if case .interrupted(let reason)? = error as? NotePlayerError { interruption = reason }
    events.continuation.yield(.soundFailed(texts.message(error)))
  }

  var texts: ModelTexts { ModelTexts(language) }

  /// The player of the current notes.
  private var player: any NotePlayer {
    isChord ? services.chordPlayer ?? services.player : services.player
  }

  /// Checks a sound on another thread. Begins the exercise that has waited for it.
  private func checkSteadiness(_ tag: String) {
    guard let source = SoundSource(tag) else { return }
    let (check, keys) = (services.steadiness, trainer.sound.compass ?? 36...84)
    Task.detached { [weak self] in
      let steadiness = Result { try check(source, keys) }
      await self?.finishCheck(tag, steadiness)
    }
  }

  private func finishCheck(_ tag: String, _ steadiness: Result<ToneSteadiness, any Error>) {
    switch steadiness {
    case .success(let steadiness): reduce(.steadiness(tag: tag, steadiness))
    case .failure(let error): return reduce(.note(texts.message(error)))
    }
    guard let wanted = wantedChords, trainer.sound.tag == tag else { return }
    wantedChords = nil
    if case .chords = trainer.screen, trainer.sound.steadiness == .steady { start(wanted) }
  }

  private func play(
    _ notes: [ScheduledNote], began: TrainerEvent?, at beginning: Int = 1, ended: TrainerEvent
  ) {
    let (player, events) = (player, events.continuation)
    enqueue { [weak self] in
      self?.playing?.cancel()
      self?.playing = Task {
        do {
          try await player.play(notes) { index in
            if index == beginning, let began { events.yield(began) }
          }
          if !Task.isCancelled { events.yield(ended) }
        } catch is CancellationError {
        } catch { self?.fail(error) }
      }
    }
  }

  /// Plays a note of a drone.
  private func hold(_ note: TrialNote) {
    let player = player
    enqueue {
      _ = try await player.start(
        frequency: note.frequency, amplitude: note.amplitude, region: RegionSelector(note))
    }
  }

  private func hold(_ note: TrialNote, like: TrialNote?) {
    let player = player
    enqueue { [weak self] in
      let held = try await player.start(
        frequency: note.frequency, amplitude: note.amplitude,
        region: RegionSelector(like ?? note))
      self?.held = held
    }
  }

  private func bend(to frequency: Frequency) {
    let player = player
    enqueue { [weak self] in
      if let held = self?.held { try await player.retune(held, to: frequency) }
    }
  }

  private func stopNotes() {
    let (player, chordPlayer) = (services.player, services.chordPlayer)
    enqueue { [weak self] in
      self?.playing?.cancel()
      self?.playing = nil
      self?.held = nil
      try await player.stop()
      try await chordPlayer?.stop()
    }
  }

  private func store(_ record: TrialRecord) {
    lastRecord = record
    do {
      try services.store(record)
      if trainer.storeProblem != nil { reduce(.storing(problem: nil)) }
    } catch { reduce(.storing(problem: texts.message(error))) }
  }
}
