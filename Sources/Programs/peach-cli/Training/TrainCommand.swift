import PeachServices
import PeachTrainerUI

enum TrainCommand: AsyncCommand {
  static let syntax = Syntax(
    name: "train", summary: "Train pitch discrimination in the terminal",
    purpose: "Trains your ear to hear small differences in pitch.",
    groups: [
      "Sound": [
        .value(
          "sound", "NAME",
          "\"sine\", a preset name such as \"cello\", or sf2:BANK:PROGRAM\n"
            + "(default: the sound you chose last)"),
        .noteBanks, .samplePath, .device,
        .flag("null-audio", "run without an audio device"),
      ],
      "MIDI keyboards": [
        .values(
          "connect", "PORT",
          "connect MIDI ports with this name; may be repeated\n(default: all hardware ports)"),
        .flag("no-connect", "do not connect MIDI ports"),
        .values("midi", "FILE", "raw MIDI device or pipe; may be repeated"),
      ],
      "Study": [
        .value("protocol", "FILE.csv", "present the conditions of a protocol to a participant"),
        .value("participant", "NAME", "the participant, who is stored with each trial"),
        .flag("resume", "continue the participant's last session, which was interrupted"),
        .flag("any-key", "present keys outside the compass of the sound, too"),
      ],
      "Display": [
        .language, .flag("plain", "line-by-line output for screen readers and simple terminals"),
        .flag("no-color", "disable colors; also set by the NO_COLOR variable"),
      ],
    ],
    options: [
      .referencePitch, .value("seed", "N", "seed for the questions, for reproducible sessions"),
    ],
    notes: [
      "MIDI keyboards answer: middle C and above is higher, below is lower, the pedal repeats. "
        + "While\nmatching, C to G and the wheel tune, B is done.",
      "\"Chords\" in the menu has exercises with notes that sound together: pure or out of tune, a "
        + "note\nover a drone, counting beats.",
      "Trials are saved as you answer. The difficulty adapts to you; there is no score.",
      "Keys: arrow keys answer or tune, Space repeats, M plays the last pair again, U withdraws "
        + "an\n"
        + "answer, P pauses, Esc goes back, Q quits (except while you search for a sound).",
      "Trials with --null-audio are marked. They are no part of your results and exports, unless\n"
        + "--include-silent is passed to peach profile or peach trials export.",
    ],
    examples: [
      "peach train": "Start training. The first run demonstrates what a cent is.",
      "peach train --sound cello": "Train with a cello.",
      "peach train --bank my.sfz --sample-path samples":
        "Train with an instrument whose samples are in another folder.",
      "peach train --plain": "Train with a screen reader.",
      "peach train --protocol registers.csv --participant P01 --seed 7":
        "Present a study's conditions in random order.",
      "peach train --protocol registers.csv --participant P01 --resume":
        "Continue after an interruption.",
      "peach profile": "Show your results.",
    ])

  static func runAsync(_ arguments: Arguments) async throws {
    let language = try language(arguments)
    let isPlain = arguments.has("plain") || Console.environment["TERM"] == "dumb"
    try StudyOptions.check(arguments)
    guard isPlain || Console.isOnScreen else {
      throw CommandFailure(
        reason: "The trainer requires a terminal. Pass --plain to use line-by-line output "
          + "elsewhere.")
    }
    let library = try arguments.library()
    let settings = CommonOptions.settings()
    let start = try Start(arguments, library: library, language: language, settings: settings)
    let (trainer, entries) = (start.trainer, start.entries)
    let run = TrialRecord.newIdentifier()
    let studies = start.plan.map {
      StudyRecorder($0, run: run, sound: trainer.sound, library, trainer.isSilent)
    }

    let events = try TrainerEventQueue()
    let (cache, straightTones) = (IntonationCache(), StraightToneCache())
    let audio = TrainerAudio(
      library: library, cache: cache, straightTones: straightTones, events: events,
      source: SoundSource(trainer.preferences.sound) ?? .sine,
      openDevice: { try arguments.openDevice(settings) },
      deviceOpened: { device in
        studies?.record(device, name: arguments.value("device") ?? settings.device)
      })
    let keyboards = try TrainerMIDI(arguments, events: events, texts: trainer.texts)
    let (effects, sink) = AsyncStream.makeStream(of: TrainerEffect.self)
    let playing = Task.detached {
      await audio.warmUp()
      for await effect in effects { await audio.perform(effect) }
      await audio.close()
    }
    let badges = TrainerBadges(
      library: library, entries: entries, cache: cache, straightTones: straightTones,
      events: events)
    let measuring = Task.detached(priority: .background) { badges.postCached() }

    TerminalMode.enter(usesAlternateScreen: !isPlain, wakeDescriptor: events.wake.writing)
    let screen = isPlain ? nil : TerminalScreen(hasColor: hasColor(arguments))
    let loop = TrainerLoop(
      trainer, log: start.log, runIdentifier: run, preferences: start.preferencesFile,
      events: events, screen: screen
    ) { effect in
      if case .measure(let tag) = effect { return badges.measure(tag) }
      if case .checkSteadiness(let tag) = effect {
        let keys = compass(of: tag, badges.entries, library)
        return badges.checkSteadiness(tag, keys: keys ?? 36...84)
      }
      if case .chooseSound(let tag) = effect {
        events.post(.compass(tag: tag, compass(of: tag, badges.entries, library)))
      }
      sink.yield(effect)
    }
    withExtendedLifetime(keyboards) { loop.run() }
    TerminalMode.restore()
    measuring.cancel()
    sink.finish()
    await playing.value
    if let problem = await studies?.finish() { Console.error(problem) }
    if isPlain { Console.print(loop.texts[.goodbye]) }
    let log = start.log
    if log.unsavedCount > 0 {
      Console.error("\(log.unsavedCount) trials were not saved: \(log.problem ?? "")")
    }
  }

  /// The trainer, its store and its study at the start of a run.
  private struct Start {
    let trainer: Trainer
    let entries: [String: LibraryEntry]
    let log: TrialLog
    let plan: StudyOptions.Plan?
    let preferencesFile: TrainerPreferencesFile?

    init(
      _ arguments: Arguments, library: SoundFontLibrary, language: TrainerLanguage?,
      settings: PeachSettings
    ) throws {
      let (found, entries) = TrainCommand.sounds(of: library)
      var sounds = found
      let (preferences, file) = try TrainCommand.preferences(
        arguments, library: library, language: language, settings: settings)
      if let index = sounds.firstIndex(where: { $0.tag == preferences.sound }) {
        sounds[index].compass = TrainCommand.compass(of: preferences.sound, entries, library)
      }
      let isSilent = arguments.has("null-audio") || AudioDevices.isNullRequested
      log = TrialLog(
        environment: Console.environment, since: preferences.countsSince, includesSilent: isSilent)
      let seed = try arguments.integer("seed", in: 0...Int.max).map { UInt64($0) }
      var trainer = Trainer(
        sounds: sounds, preferences: preferences,
        seed: seed ?? UInt64.random(in: 0...UInt64.max), history: log.past,
        today: TrainingTime.now().day)
      trainer.isSilent = isSilent
      plan = try StudyOptions.plan(arguments, log: log, sound: trainer.sound)
      if let plan { trainer.begin(plan) }
      (self.trainer, self.entries, preferencesFile) = (trainer, entries, file)
    }
  }

  private static func hasColor(_ arguments: Arguments) -> Bool {
    // https://no-color.org: any value except an empty one.
    !arguments.has("no-color") && Console.environment["NO_COLOR", default: ""].isEmpty
  }

  static func language(_ arguments: Arguments) throws -> TrainerLanguage? {
    guard let code = arguments.value("language") else { return nil }
    guard let language = TrainerLanguage(code: code) else {
      throw UsageError.invalid(code, "--language", use: "en or de")
    }
    return language
  }

  /// The system language, from the locale variables in POSIX order (XBD §8.2).
  static var systemLanguage: TrainerLanguage {
    let locales = ["LC_ALL", "LC_MESSAGES", "LANG"].compactMap { Console.environment[$0] }
    return locales.first { !$0.isEmpty }.flatMap { TrainerLanguage(code: $0) } ?? .english
  }

  private static func sounds(
    of library: SoundFontLibrary
  ) -> (sounds: [TrainerSound], entries: [String: LibraryEntry]) {
    var sounds = [TrainerSound.sine]
    var entries: [String: LibraryEntry] = [:]
    for entry in library.entries where entry.isPitched {
      // If two files share a name, the tag refers to the first one.
      guard entries[entry.tag] == nil else { continue }
      entries[entry.tag] = entry
      sounds.append(TrainerSound(tag: entry.tag, name: entry.preset.name, bank: entry.file))
    }
    return (sounds, entries)
  }

  /// Returns the keys with regions that are in the range of the General MIDI instrument; `nil` for
  /// all keys.
  private static func compass(
    of tag: String, _ entries: [String: LibraryEntry], _ library: SoundFontLibrary
  ) -> ClosedRange<UInt8>? {
    guard let entry = entries[tag], let keys = library.keys(of: entry) else { return nil }
    return GeneralMIDICompass.keys(keys, ofProgram: entry.preset.program)
  }

  private static func preferences(
    _ arguments: Arguments, library: SoundFontLibrary, language: TrainerLanguage?,
    settings: PeachSettings
  ) throws -> (TrainerPreferences, TrainerPreferencesFile?) {
    let (saved, file) = savedPreferences(settings)
    var preferences = saved
    preferences.language = language ?? preferences.language
    let option = try arguments.has("a4") ? arguments.referencePitch(settings) : nil
    file?.begin(preferences.settings.referencePitch, option: option)
    preferences.settings.referencePitch = option ?? preferences.settings.referencePitch
    let source = try arguments.soundSource(stored: preferences.sound, in: library)
    if source != .sine, library.banks.isEmpty {
      Console.warning("No sound bank is installed. Playing a sine wave instead of \(source).")
    }
    preferences.sound = tag(of: source, in: library)
    return (preferences, file)
  }

  /// Loads the user's preferences. Uses the settings and the system language if there are none, and
  /// prints a warning if they are invalid.
  static func savedPreferences(
    _ settings: PeachSettings
  ) -> (preferences: TrainerPreferences, file: TrainerPreferencesFile?) {
    var preferences = TrainerPreferences()
    preferences.language = systemLanguage
    preferences.sound = settings.soundSource
    preferences.settings.referencePitch = .hertz(settings.referencePitch)
    let file = try? TrainerPreferencesFile(environment: Console.environment)
    do {
      preferences = try file?.load(over: preferences) ?? preferences
    } catch {
      Console.warning("\(Console.punctuated("\(error)")) The defaults are used.")
    }
    return (preferences, file)
  }

  /// Returns the tag of the preset that a source selects, or of the sine without banks.
  private static func tag(of source: SoundSource, in library: SoundFontLibrary) -> String {
    guard source != .sine, let preset = try? library.preset(for: source),
      let found = library.source(of: preset)
    else { return source == .sine || library.banks.isEmpty ? "sine" : "\(source)" }
    return "\(found)"
  }
}
