import Peach

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Takes keys and reports, asks the trainer what to do, and does it.
final class TrainerLoop {
  private var trainer: Trainer
  private let journal: TrainingJournal
  private let preferences: TrainerPreferencesFile?
  private let inbox: TrainerInbox
  private let perform: (TrainerEffect) -> Void
  private var decoder = KeyDecoder()
  private var screen: TerminalScreen?
  private var announced: TrainerAnnouncement?
  private var isOver = false
  /// After an answer the disk is waited for, once the screen shows how it was.
  private var mustSettle = false

  /// How long a lone escape may turn out to be the beginning of a key's sequence.
  private static let escapeMilliseconds: Int32 = 25

  /// A loop that hands what is about sound to `perform`. Without a `screen` it says line by line what
  /// is new.
  init(
    _ trainer: Trainer, journal: TrainingJournal, preferences: TrainerPreferencesFile?,
    inbox: TrainerInbox, screen: TerminalScreen?, perform: @escaping (TrainerEffect) -> Void
  ) {
    self.trainer = trainer
    self.journal = journal
    self.preferences = preferences
    self.inbox = inbox
    self.screen = screen
    self.perform = perform
  }

  /// Runs until the user wants to end. The thread is the caller's.
  func run() {
    if let problem = journal.problem { reduce(.storing(problem: problem)) }
    show()
    while !isOver {
      var descriptors = [
        pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0),
        pollfd(fd: inbox.wakeReading, events: Int16(POLLIN), revents: 0),
      ]
      let timeout = decoder.isWaiting ? Self.escapeMilliseconds : -1
      let count = poll(&descriptors, 2, timeout)
      if count < 0 && errno != EINTR { return }
      if count == 0 { for key in decoder.flush() { reduce(.key(key)) } }
      if descriptors[1].revents != 0 { takeReports() }
      if descriptors[0].revents != 0 { takeKeys() }
      show()
      if mustSettle {
        mustSettle = false
        journal.settle()
      }
    }
  }

  private func takeReports() {
    // A byte other than 0: the terminal is another than before, in size or after a pause.
    if inbox.drain().contains(where: { $0 != 0 }) { screen?.clear() }
    for event in inbox.take() { reduce(event) }
  }

  private func takeKeys() {
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = read(STDIN_FILENO, &bytes, bytes.count)
    if count < 0 && (errno == EINTR || errno == EAGAIN) { return }
    // Nobody types any more.
    guard count > 0 else { return reduce(.key(.interrupt)) }
    for byte in bytes[..<count] {
      switch byte {
      case 0x1A: suspend()
      case 0x0C: screen?.clear()
      default: for key in decoder.keys([byte]) where !isOver { reduce(.key(key)) }
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
    let effects = trainer.reduce(event, at: Self.moment())
    for effect in effects { carryOut(effect) }
  }

  private func carryOut(_ effect: TrainerEffect) {
    switch effect {
    case .storeComparison(let trial): store(.comparison(trial))
    case .storeMatching(let trial): store(.matching(trial))
    case .showFeedback(let cue, let seconds):
      let inbox = inbox
      Task.detached {
        try? await Task.sleep(for: .seconds(seconds))
        inbox.post(.feedbackEnded(cue))
      }
    case .savePreferences(let chosen):
      // A setting that cannot be stored holds until the end all the same.
      try? preferences?.store(chosen)
    case .quit: isOver = true
    default: perform(effect)
    }
  }

  private func store(_ trial: TrialRecord.Trial) {
    let now = TrainingTime.now()
    let record = TrialRecord(
      trial, sound: trainer.preferences.sound, milliseconds: now.milliseconds, day: now.day)
    if journal.add(record) { reduce(.storing(problem: journal.problem)) }
    mustSettle = true
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

  /// The words of the language that was chosen last.
  var texts: TrainerTexts { trainer.texts }

  private static func moment() -> TrainerMoment {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return TrainerMoment(
      seconds: Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9, day: TrainingTime.now().day)
  }
}
