import Peach
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
        .value("bank", "FILE", "use only this sound bank"), .samplePath, .device,
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
      ],
      "Display": [
        .language, .flag("plain", "line-by-line output for screen readers and simple terminals"),
        .flag("no-color", "disable colors; also set by the NO_COLOR variable"),
      ],
    ],
    options: [.value("seed", "N", "seed for the questions, for reproducible sessions")],
    notes: [
      "MIDI keyboards answer: middle C and above is higher, below is lower, the pedal repeats. While\n"
        + "matching, C to G and the wheel tune, B is done.",
      "Trials are saved as you answer. The difficulty adapts to you; there is no score.",
      "Keys: arrow keys answer or tune, Space repeats, M plays the last pair again, U withdraws an\n"
        + "answer, P pauses, Esc goes back, Q quits.",
    ],
    examples: [
      "peach train": "Start training. The first run demonstrates what a cent is.",
      "peach train --sound cello": "Train with a cello.",
      "peach train --bank my.sfz --sample-path samples":
        "Train with an instrument whose samples are in another folder.",
      "peach train --plain": "Train with a screen reader.",
      "peach train --protocol registers.csv --participant P01 --seed 7":
        "Present a study's conditions in random order.",
      "peach profile": "Show your results.",
    ])

  static func runAsync(_ arguments: Arguments) async throws {
    let language = try language(arguments)
    let isPlain = arguments.has("plain") || Console.environment["TERM"] == "dumb"
    guard isPlain || Console.isOnScreen else {
      throw CommandFailure(
        reason: "The trainer requires a terminal. Pass --plain to use line-by-line output "
          + "elsewhere.")
    }
    let library = try arguments.library()
    let (found, entries) = Self.sounds(of: library)
    var sounds = found
    let settings = CommonOptions.settings()
    let (preferences, file) = try preferences(
      arguments, library: library, language: language, settings: settings)
    if let index = sounds.firstIndex(where: { $0.tag == preferences.sound }) {
      sounds[index].compass = compass(of: preferences.sound, entries, library)
    }
    let log = TrialLog(environment: Console.environment, since: preferences.countsSince)
    let seed = try arguments.integer("seed", in: 0...Int.max).map { UInt64($0) }
    var trainer = Trainer(
      sounds: sounds, preferences: preferences,
      seed: seed ?? UInt64.random(in: 0...UInt64.max), history: log.past,
      today: TrainingTime.now().day)
    if let study = try StudyOptions.run(arguments) { trainer.beginStudy(study) }
    trainer.isSilent = arguments.has("null-audio")

    let events = try TrainerEventQueue()
    let (cache, straightTones) = (IntonationCache(), StraightToneCache())
    let audio = TrainerAudio(
      library: library, cache: cache, straightTones: straightTones, events: events,
      source: SoundSource(preferences.sound) ?? .sine
    ) { try arguments.openDevice(settings) }
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
    let loop = TrainerLoop(trainer, log: log, preferences: file, events: events, screen: screen) {
      effect in
      if case .measure(let tag) = effect { return badges.measure(tag) }
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
    if isPlain { Console.print(loop.texts[.goodbye]) }
    if log.unsavedCount > 0 {
      Console.error("\(log.unsavedCount) trials were not saved: \(log.problem ?? "")")
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
    settings: Settings
  ) throws -> (TrainerPreferences, TrainerPreferencesFile?) {
    let (saved, file) = savedPreferences(settings)
    var preferences = saved
    preferences.language = language ?? preferences.language
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
    _ settings: Settings
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
    guard source != .sine,
      let preset = try? library.preset(for: source, ratedBy: IntonationCache()),
      let bank = library.banks.first(where: { $0.bank.storage === preset.bank.storage })
    else { return source == .sine || library.banks.isEmpty ? "sine" : "\(source)" }
    return "\(SoundSource.preset(file: bank.file.name, preset.preset.identifier))"
  }
}
