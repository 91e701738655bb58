import PeachServices
import PeachTrainerUI
import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The event loop of the trainer: passes keys and events to the trainer and performs its effects.
final class TrainerLoop {
  private var trainer: Trainer
  private let log: TrialLog
  /// The identifier of this run of the program, which is stored with each trial.
  private let runIdentifier: String
  private let preferences: TrainerPreferencesFile?
  private let events: TrainerEventQueue
  private let perform: (TrainerEffect) -> Void
  private var decoder = KeyDecoder()
  private var screen: TerminalScreen?
  private var announced: TrainerAnnouncement?
  private var isFinished = false
  /// Whether to flush the trials to disk, which happens after the feedback is on screen.
  private var needsCheckpoint = false

  /// The time after which an escape byte is the Esc key, not the start of an escape sequence.
  private static let escapeMilliseconds: Int32 = 25

  /// Creates a loop that passes effects on audio to `perform`. Without a `screen` it prints changes
  /// line by line.
  init(
    _ trainer: Trainer, log: TrialLog, runIdentifier: String, preferences: TrainerPreferencesFile?,
    events: TrainerEventQueue, screen: TerminalScreen?, perform: @escaping (TrainerEffect) -> Void
  ) {
    self.trainer = trainer
    self.log = log
    self.runIdentifier = runIdentifier
    self.preferences = preferences
    self.events = events
    self.screen = screen
    self.perform = perform
  }

  /// Runs on the calling thread until the user quits.
  func run() {
    if let problem = log.problem { reduce(.storing(problem: problem)) }
    show()
    while !isFinished {
      var descriptors = [
        pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0),
        pollfd(fd: events.wake.reading, events: Int16(POLLIN), revents: 0),
      ]
      let timeout = decoder.isEscapePending ? Self.escapeMilliseconds : -1
      let count = poll(&descriptors, 2, timeout)
      if count < 0 && errno != EINTR { return }
      if count == 0 { for key in decoder.flush() { reduce(.key(key)) } }
      if descriptors[1].revents != 0 { handleEvents() }
      if descriptors[0].revents != 0 { handleKeys() }
      show()
      if needsCheckpoint {
        needsCheckpoint = false
        log.checkpoint()
      }
    }
  }

  private func handleEvents() {
    // A byte other than 0: the terminal was resized, or the process resumed.
    if events.wake.drain().contains(where: { $0 != 0 }) { screen?.clear() }
    for event in events.removeAll() { reduce(event) }
  }

  private func handleKeys() {
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = read(STDIN_FILENO, &bytes, bytes.count)
    if count < 0 && (errno == EINTR || errno == EAGAIN) { return }
    // End of input.
    guard count > 0 else { return reduce(.key(.interrupt)) }
    for byte in bytes[..<count] {
      switch byte {
      case 0x1A: suspend()
      case 0x0C: screen?.clear()
      default:
        for key in decoder.keys([byte]) where !isFinished {
          reduce(.key(key))
          // A line of several keys: each has its answer.
          if screen == nil { show() }
        }
      }
    }
  }

  /// Ctrl-Z.
  private func suspend() {
    reduce(.suspended)
    TerminalMode.suspend()
    screen?.clear()
  }

  private func reduce(_ event: TrainerEvent) {
    for effect in trainer.reduce(event, at: Self.timestamp()) { handle(effect) }
  }

  private func handle(_ effect: TrainerEffect) {
    switch effect {
    case .store(let trial, let sound): store(trial, sound: sound, study: nil)
    case .storeStudyTrial(let trial, let sound, let context):
      store(trial, sound: sound, study: context)
    case .withdraw: if log.withdrawLast() { reduce(.storing(problem: log.problem)) }
    case .reloadHistory:
      if let history = log.history(since: trainer.preferences.countsSince) {
        trainer.adopt(history)
      }
    case .showFeedback(let cue, let seconds):
      let events = events
      Task.detached {
        try? await Task.sleep(for: .seconds(seconds))
        events.post(.feedbackEnded(cue))
      }
    case .savePreferences(let chosen):
      // The preferences remain in effect for this session even if they cannot be stored.
      try? preferences?.store(chosen)
    case .quit: isFinished = true
    default: perform(effect)
    }
  }

  private func store(_ trial: CompletedTrial, sound: String, study: StudyContext?) {
    let now = TrainingTime.now()
    var record = TrialRecord(trial, sound: sound, milliseconds: now.milliseconds, day: now.day)
    record.study = study
    record.origin =
      trainer.study.map { TrialOrigin(session: $0.session, run: runIdentifier) }
      ?? TrialOrigin(sessionNumber: trainer.sessionNumber, run: runIdentifier)
    record.isSilent = trainer.isSilent
    if log.add(record) { reduce(.storing(problem: log.problem)) }
    needsCheckpoint = true
  }

  private func show() {
    if screen != nil {
      let (width, height) = TerminalMode.size
      screen?.draw(TrainerView(width: width, height: height).lines(of: trainer))
    } else {
      let announcement = TrainerAnnouncement(trainer)
      let lines = announcement.lines(after: announced)
      announced = announcement
      if !lines.isEmpty { Console.print(lines.joined(separator: "\n")) }
    }
  }

  var texts: TrainerTexts { trainer.texts }

  private static func timestamp() -> TrainerTimestamp {
    let now = TrainingTime.now()
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return TrainerTimestamp(
      seconds: Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9, day: now.day,
      milliseconds: now.milliseconds)
  }
}

/// A queue of events for the trainer's loop. A byte in a pipe wakes the loop.
final class TrainerEventQueue: Sendable {
  private let events = Mutex<[TrainerEvent]>([])
  /// Yields 0 for an event, 1 for a change of the terminal.
  let wake: WakePipe

  init() throws { wake = try WakePipe() }

  /// Appends an event. Call on any thread.
  func post(_ event: TrainerEvent) {
    events.withLock { $0.append(event) }
    var byte: UInt8 = 0
    _ = write(wake.writing, &byte, 1)
  }

  func removeAll() -> [TrainerEvent] {
    events.withLock { events in
      defer { events = [] }
      return events
    }
  }
}
