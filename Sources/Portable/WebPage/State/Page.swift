import PeachEarTraining
import PeachMusicUnits
package import PeachTrainerUI
package import PeachTrialRecords

/// The page: the trainer and its tabs, without a browser. Takes events and returns commands for
/// the script, as JSON. Not thread-safe.
///
/// ```swift
/// var page = Page(preferences: "", trials: [], language: "en", seed: 1)
/// page.open(at: now).commands  // [["language","en"],["set","main","<p>…"],…]
/// page.handle("do", "answer higher", at: now).commands  // [["store",…],["set","status",…],…]
/// ```
package struct Page {
  package internal(set) var trainer: Trainer
  package internal(set) var tab = PageTab.train
  /// The identifiers of all trials.
  var identifiers: Set<String> = []
  /// The last stored trial.
  var lastRecord: TrialRecord?
  /// The identifier of this load of the page, which is stored with each trial.
  package let run: String
  var random: RandomSource
  /// The number of notes matched, which tells the dials of two notes apart.
  var dialCount = 0
  var filter = ""
  /// The frequency of A4 that the engine has.
  private var enginePitch = FrequencyCalculation.concertPitch
  /// The tuning of the keyboard, in cents.
  var keyboardCents = 0.0
  /// The keys of the keyboard.
  var keyboardKeys = 48...72
  /// The keys at which it may begin: at a C, with keys of MIDI only.
  static var lowestKeyboardKeys: ClosedRange<Int> { 12...96 }
  /// Whether MIDI keyboards have a channel for each note.
  var playsMPE = false
  var banks: [LoadedBank] = []
  /// Whether the engine plays another sound than the selected one, outside the trainer's list.
  var hasPreviewed = false
  var song = SongState()
  var analysis = AnalysisState()
  /// The badges that have been measured, by tag.
  var badges: [String: StoredBadge] = [:]
  /// The bytes that the browser stores for the page, and may store; `nil` if it does not tell.
  var storage: (used: Double, limit: Double)?
  /// Whether another window of the browser shows the page.
  var isElsewhere = false
  /// Whether the audio thread has the whole engine, because memory cannot be shared.
  var isAlone = false
  var message = ""
  /// An error of the engine or the browser. It is English in every language of the page.
  var problem = ""
  /// Whether the service worker has a new version of the page.
  var hasUpdate = false
  private var shown: [String: String] = [:]
  private var announced: TrainerAnnouncement?

  /// A bank in the engine.
  struct LoadedBank: Equatable {
    var name: String
    var byteCount: Int
  }

  /// Creates a page that continues with stored preferences and trials.
  ///
  /// - Parameters:
  ///   - preferences: The text of ``PageCommands``' `save`; empty for a new user.
  ///   - trials: The stored trials as lines of CSV, without the header.
  ///   - badges: The text of ``PageCommands``' `badges`.
  ///   - language: The language of the browser, such as `de-AT`, for a new user.
  ///   - seed: The seed of questions and identifiers.
  package init(
    preferences: String, trials: [UInt8], badges: String = "", language: String, seed: UInt64
  ) {
    var defaults = TrainerPreferences()
    defaults.language = TrainerLanguage(code: language) ?? .english
    let stored = TrainerPreferences(json: preferences, defaults: defaults) ?? defaults
    var history = TrainingHistory(since: stored.countsSince)
    let file = Array(TrialFormat.csv.head.utf8) + TrialFormat.completed(trials)
    for record in (try? TrialFormat.records(file)) ?? []
    where identifiers.insert(record.identifier).inserted {
      history.add(record)
    }
    self.badges = StoredBadge.all(in: badges)
    random = RandomSource(seed: seed)
    // Another generator, so that seeds give the same questions as before.
    var identity = RandomSource(seed: seed, stream: 1)
    run = TrialRecord.identifier(identity.next(), identity.next())
    trainer = Trainer(
      sounds: [.sine], preferences: stored, seed: random.next(), history: history)
  }

  /// Returns the commands that show the page and select the stored sound.
  package mutating func open(at time: PageTime) -> PageOutput {
    trainer.beginDay(time.day)
    var commands = PageCommands()
    commands.send(.select(tag: trainer.preferences.sound))
    show(&commands)
    return commands.output
  }

  /// The results of all trials.
  package var history: TrainingHistory { trainer.history }

  var language: TrainerLanguage { trainer.preferences.language }

  func text(_ text: PageText) -> String { text.text(language) }

  func text(_ text: BankText) -> String { text.text(language) }

  // MARK: Parts

  /// Adds commands for the parts that have changed.
  mutating func show(_ commands: inout PageCommands) {
    if changes("language", language.code) { commands.setLanguage(language.code) }
    let pitch = trainer.preferences.settings.referencePitch
    if pitch != enginePitch {
      enginePitch = pitch
      commands.send(.referencePitch(pitch))
    }
    set("tabs", tabs, &commands)
    let heading = heading
    let isNewScreen = changes("heading", HTML.escaped(heading))
    if isNewScreen {
      commands.set("heading", html: HTML.escaped(heading))
      commands.setTitle(heading == "Peach" ? heading : "\(heading) – Peach")
    }
    set("main", main, &commands)
    set("rendering", renderingPart, &commands)
    set("position", positionPart, &commands)
    // Built only if it changes: it has all notes, and the position is reported ten times a second.
    if changes("roll", "\(tab.rawValue) \(language.code) \(song.revision)") {
      commands.set("roll", html: rollPart)
    }
    let rollPosition = song.position * Self.rollPixelsPerSecond
    if tab == .songs, changes("roll position", "\(song.revision) \(rollPosition)") {
      commands.scrollRoll(to: rollPosition)
    }
    set("status", status, &commands)
    set("warnings", warnings, &commands)
    if isNewScreen { commands.focusHeading() }
    announce(&commands)
  }

  private mutating func set(_ part: String, _ html: String, _ commands: inout PageCommands) {
    if changes(part, html) { commands.set(part, html: html) }
  }

  /// Has ``show(_:)`` replace a part even if its contents are those that it was last given.
  mutating func redraw(_ part: String) { shown[part] = nil }

  private mutating func changes(_ part: String, _ contents: String) -> Bool {
    defer { shown[part] = contents }
    return shown[part] != contents
  }

  /// Has screen readers say what a training screen shows once the notes have ended.
  private mutating func announce(_ commands: inout PageCommands) {
    guard tab == .train, trainer.screen == .comparison || trainer.screen == .matching else {
      announced = nil
      return
    }
    let announcement = TrainerAnnouncement(trainer)
    // The heading has the focus, and so is read without being announced.
    let lines = announced.map { announcement.lines(after: $0) } ?? []
    announced = announcement
    if !lines.isEmpty { commands.say(lines.joined(separator: ". ")) }
  }

  private var tabs: String {
    if isElsewhere { return "" }
    return PageTab.allCases.map { tab in
      let name =
        switch tab {
        case .train: text(PageText.train)
        case .hearing: text(PageText.hearing)
        case .instruments: text(PageText.instruments)
        case .songs: text(PageText.songs)
        case .tuning: text(BankText.tuning)
        }
      let current = tab == self.tab ? " aria-current=\"page\"" : ""
      return
        "<button type=\"button\" id=\"tab-\(tab.rawValue)\" "
        + "data-do=\"tab \(tab.rawValue)\"\(current)>"
        + "\(HTML.escaped(name))</button>"
    }.joined()
  }

  private var heading: String {
    if isElsewhere { return "Peach" }
    switch tab {
    case .train: return TrainerContent.title(of: trainer)
    case .hearing: return text(.hearing)
    case .instruments: return text(.instruments)
    case .songs: return song.name.isEmpty ? text(.songs) : song.name
    case .tuning: return text(.tuningQuestion)
    }
  }

  private var main: String {
    if isElsewhere {
      return HTML.paragraph(text(.elsewhere))
        + HTML.row([HTML.button(text(.claim), "claim", style: "main")])
    }
    switch tab {
    case .train: return trainingPart
    case .hearing: return hearingPart
    case .instruments: return instrumentsPart
    case .songs: return songsPart
    case .tuning: return tuningPart
    }
  }

  private var warnings: String {
    var lines: [String] = message.isEmpty ? [] : [message]
    if !trainer.note.isEmpty { lines.append(trainer.note) }
    let texts = trainer.texts
    if !trainer.soundProblem.isEmpty { lines.append(texts[.soundFailed, trainer.soundProblem]) }
    if let problem = trainer.storeProblem { lines.append(texts[.storedNowhere, problem]) }
    var html = problem.isEmpty ? "" : HTML.paragraph(problem, language: .english)
    html += lines.map { HTML.paragraph($0) }.joined()
    if hasUpdate {
      html += HTML.row([
        HTML.paragraph(text(.newVersion)), HTML.button(text(.reload), "update"),
      ])
    }
    return html
  }
}

/// The time of an event.
package struct PageTime: Hashable, Sendable {
  /// Monotonic time in seconds, since any origin.
  package var seconds: Double
  /// The time of day in milliseconds since 1970-01-01, UTC.
  package var milliseconds: Int64
  /// The local calendar day, counted from 1970-01-01.
  package var day: Int

  package init(seconds: Double, milliseconds: Int64, day: Int) {
    (self.seconds, self.milliseconds, self.day) = (seconds, milliseconds, day)
  }
}
