import PeachEarTraining
import PeachMIDIEvents
import PeachMusicUnits
package import PeachTrainerUI
package import PeachTrialRecords

/// The page: the trainer and its tabs, without a browser. Takes events and returns commands for
/// the script, as JSON. Not thread-safe.
///
/// ```swift
/// let page = Page(preferences: "", trials: [], language: "en", seed: 1)
/// page.open(at: now).commands  // [["language","en"],["set","main","<p>…"],…]
/// page.handle("do", "answer higher", at: now).commands  // [["store",…],["set","status",…],…]
/// ```
package final class Page {
  package internal(set) var trainer: Trainer
  package internal(set) var tab = PageTab.train
  /// The identifiers of all trials.
  var identifiers = KeyedArray<String, Bool>()
  /// The last stored trial.
  var lastRecord: TrialRecord?
  /// The identifier of this load of the page, which is stored with each trial.
  package let run: String
  var random: RandomSource
  /// The number of notes matched, which tells the dials of two notes apart.
  var dialCount = 0
  /// The difference that was demonstrated last, in cents.
  var heardCents = 0
  var filter = ""
  /// The banks all of whose sounds are shown.
  var expandedBanks: [String] = []
  /// The sounds that the library shows.
  var soundKind = SoundKind.all
  /// The frequency of A4 that the engine has.
  private var enginePitch = FrequencyCalculation.concertPitch
  /// The tuning of the keyboard, in cents.
  var keyboardCents = 0.0
  /// The tuning of the chords of the keyboard and of songs.
  var chords = PureChords.off
  /// The stretch of the octaves of the keyboard and of songs.
  var octaves = StretchedOctaves()
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
  var badges = KeyedArray<String, StoredBadge>()
  /// The bytes that the browser stores for the page, and may store; `nil` if it does not tell.
  var storage: (used: Double, limit: Double)?
  /// Whether another window of the browser shows the page.
  var isElsewhere = false
  /// Whether the audio thread has the whole engine, because memory cannot be shared.
  var isAlone = false
  var message = ""
  /// A failure that the engine or the browser has reported.
  var problem: PageProblem?
  /// The exercise that was opened last.
  var lastExercise = TrainerAction.Destination.comparison
  var appearance = PageAppearance.system
  /// The part of the General MIDI bank that has been loaded, 0…1, while it is.
  var generalFraction: Double?
  /// Whether the service worker has a new version of the page.
  var hasUpdate = false
  /// The contents of parts; `nil` if they are to be replaced.
  private var shown = KeyedArray<String, String?>()
  private var announced: String?

  /// The number of pairs of a session, unless the listener chooses another one.
  static var recommendedCount: Int { 20 }

  /// A kind of sounds by their intonation.
  package enum SoundKind: String, Hashable, Sendable, CaseIterable {
    case all, straight, unmeasured
  }

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
    defaults.length = .trials(Self.recommendedCount)
    defaults.language = TrainerLanguage(code: language) ?? .english
    let stored = TrainerPreferences(json: preferences, defaults: defaults) ?? defaults
    var history = TrainingHistory(since: stored.countsSince)
    let file = Array(TrialFormat.csv.head.utf8) + TrialFormat.completed(trials)
    for record in (try? TrialFormat.records(file)) ?? []
    where identifiers.insert(record.identifier) {
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
  package func open(at time: PageTime) -> PageOutput {
    trainer.beginDay(time.day)
    var commands = PageCommands()
    let sound = trainer.preferences.sound
    commands.send(.select(tag: sound))
    if sound.utf8.starts(with: "sf2:\(Self.generalBank):".utf8) { loadGeneralBank(&commands) }
    show(&commands)
    return commands.output
  }

  /// The results of all trials.
  package var history: TrainingHistory { trainer.history }

  var language: TrainerLanguage { trainer.preferences.language }

  // Called at hundreds of places, which inlining would make larger.
  @inline(never) func text(_ text: PageText, _ values: String...) -> String {
    fill(PageText.lines, text.rawValue, values)
  }

  @inline(never) func text(_ text: BankText, _ values: String...) -> String {
    fill(BankText.lines, text.rawValue, values)
  }

  @inline(never) func text(_ text: PracticeText, _ values: String...) -> String {
    fill(PracticeText.lines, text.rawValue, values)
  }

  @inline(never) func text(_ text: TrainingText, _ values: String...) -> String {
    fill(TrainingText.lines, text.rawValue, values)
  }

  @inline(never) func text(_ text: HearingText, _ values: String...) -> String {
    fill(HearingText.lines, text.rawValue, values)
  }

  @inline(never) private func fill(_ lines: [String], _ index: UInt8, _ values: [String]) -> String
  {
    filled(lines[2 * Int(index) + (language == .german ? 1 : 0)], values)
  }

  // MARK: Parts

  /// Adds commands for the parts that have changed.
  func show(_ commands: inout PageCommands) {
    if changes("language", language.code) { commands.setLanguage(language.code) }
    let pitch = trainer.preferences.settings.referencePitch
    if pitch != enginePitch {
      enginePitch = pitch
      commands.send(.referencePitch(pitch))
    }
    set("tabs", tabs, &commands)
    if changes("layout", layout.rawValue) { commands.setLayout(layout.rawValue) }
    let heading = heading
    let isNewScreen = changes("heading", HTML.escaped(heading))
    if isNewScreen {
      commands.set("heading", html: HTML.escaped(heading))
      commands.setTitle(heading == "Peach" ? heading : "\(heading) – Peach")
    }
    set("subtitle", HTML.escaped(subtitle), &commands)
    set("top", top, &commands)
    set("main", main, &commands)
    set("rendering", renderingPart, &commands)
    set("position", positionPart, &commands)
    set("roll", rollPart, &commands)
    showNotes(&commands)
    set("status", status, &commands)
    if let tuned, changes("dial", "\(dialCount) \(tuned)") {
      commands.turnDial(cents: tuned, text: trainer.texts.signed(tuned))
    }
    set("warnings", warnings, &commands)
    if isNewScreen { commands.focusHeading() }
    announce(&commands)
  }

  /// Sends the script the notes of the piano roll once, and what changes.
  private func showNotes(_ commands: inout PageCommands) {
    guard tab == .songs, !song.bars.isEmpty else { return }
    if changes("notes", "\(language.code) \(song.revision)") {
      var bars = ""
      for start in song.bars { bars += (bars.isEmpty ? "" : " ") + start.decimals(3) }
      commands.setRoll(
        rollBytes, seconds: song.seconds, bars: bars, names: rollNames, lyrics: song.lyrics)
    }
    var loop = ""
    if let bars = song.loopSeconds {
      loop = "\(bars.lowerBound.decimals(3)) \(bars.upperBound.decimals(3))"
    }
    var muted = ""
    for channel in song.silent.channels { muted += (muted.isEmpty ? "" : " ") + "\(channel)" }
    if changes("marks", "\(song.revision) \(loop) \(muted)") {
      commands.markRoll(loop: loop, muted: muted)
    }
    let speed = song.isPlaying ? song.tempoPercent / 100 : 0
    if changes("roll position", "\(song.revision) \(song.position) \(speed)") {
      commands.scrollRoll(to: song.position, speed: speed)
    }
  }

  private func set(_ part: String, _ html: String, _ commands: inout PageCommands) {
    if changes(part, html) { commands.set(part, html: html) }
  }

  /// Has ``show(_:)`` replace a part even if its contents are those that it was last given.
  func redraw(_ part: String) { shown.setValue(nil, for: part) }

  private func changes(_ part: String, _ contents: String) -> Bool {
    defer { shown.setValue(contents, for: part) }
    return shown[part] != contents
  }

  /// Has screen readers say what an exercise shows once the notes have ended.
  private func announce(_ commands: inout PageCommands) {
    let line = isExercise ? announcement : nil
    // The heading has the focus, and so is read without being announced.
    if let line, let announced, line != announced, !line.isEmpty { commands.say(line) }
    announced = line
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
