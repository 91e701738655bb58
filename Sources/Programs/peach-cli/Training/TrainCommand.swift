import Peach

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// `peach train`: the ear trainer at the terminal.
enum TrainCommand: WaitingCommand {
  static let syntax = Syntax(
    name: "train", summary: "Trains your ear: which note is higher, and by how little.",
    operands: [],
    options: [
      .init(name: "sound", value: "NAME", help: "sine, a preset's name, or sf2:BANK:PROGRAM"),
      .init(name: "language", value: "en|de", help: "English or German (as the system has it)"),
      .init(name: "plain", value: nil, help: "line by line, for screen readers"),
      .init(name: "monochrome", value: nil, help: "no colours; as with NO_COLOR"),
      Shared.bankOption,
      .init(name: "device", value: "NAME", help: "a device that `peach devices` lists"),
      .init(name: "silent", value: nil, help: "keep time without a sound device"),
      .init(name: "seed", value: "N", help: "which questions; any other each time where missing"),
    ],
    examples: [
      ("peach train", "the first time it shows what a cent is; Esc leads back, Q ends"),
      ("peach train --sound cello", "with a cello"),
      ("peach train --plain", "for a screen reader, or a terminal that cannot move its cursor"),
      ("peach profile", "what was learnt of your hearing"),
    ])

  static func wait(_ arguments: Arguments) async throws {
    let language = try language(arguments)
    let isPlain = arguments.has("plain") || Console.environment["TERM"] == "dumb"
    if !isPlain && (isatty(STDIN_FILENO) != 1 || isatty(STDOUT_FILENO) != 1) {
      throw CommandFailure(
        reason: "the trainer needs a terminal; --plain takes keys and gives lines anywhere.")
    }
    let library = try Shared.library(arguments)
    let (sounds, entries) = Self.sounds(of: library)
    let (preferences, file) = try preferences(arguments, library: library, language: language)
    let journal = TrainingJournal(environment: Console.environment)
    let seed = try arguments.integer("seed", in: 0...Int.max).map { UInt64($0) }
    var trainer = Trainer(
      sounds: sounds, preferences: preferences,
      seed: seed ?? UInt64.random(in: 0...UInt64.max), profile: journal.past.profile,
      kazez: journal.past.kazez, numbers: journal.past.sounds)
    trainer.isSilent = arguments.has("silent")

    let inbox = try TrainerInbox()
    let cache = IntonationCache()
    let stage = try stage(
      arguments, library: library, cache: cache, inbox: inbox, sound: preferences.sound)
    let (effects, sink) = AsyncStream.makeStream(of: TrainerEffect.self)
    let playing = Task.detached {
      await stage.warmUp()
      for await effect in effects { await stage.perform(effect) }
      await stage.close()
    }
    let badges = TrainerBadges(library: library, entries: entries, cache: cache, inbox: inbox)
    let measuring = Task.detached(priority: .background) { badges.tellStored() }

    TerminalMode.enter(ownsScreen: !isPlain, wakeDescriptor: inbox.wakeWriting)
    let screen = isPlain ? nil : TerminalScreen(hasColour: hasColour(arguments))
    let loop = TrainerLoop(
      trainer, journal: journal, preferences: file, inbox: inbox, screen: screen
    ) { effect in
      if case .measure(let tag) = effect { return badges.measure(tag) }
      sink.yield(effect)
    }
    loop.run()
    TerminalMode.restore()
    measuring.cancel()
    sink.finish()
    await playing.value
    if isPlain { Console.print(loop.texts[.goodbye]) }
    if journal.waitingCount > 0 {
      Console.error("\(journal.waitingCount) trials were not stored: \(journal.problem ?? "")")
    }
  }

  private static func hasColour(_ arguments: Arguments) -> Bool {
    // https://no-color.org: any value but an empty one.
    !arguments.has("monochrome") && Console.environment["NO_COLOR", default: ""].isEmpty
  }

  static func language(_ arguments: Arguments) throws -> TrainerLanguage? {
    guard let code = arguments.value("language") else { return nil }
    guard let language = TrainerLanguage(code: code) else {
      throw UsageError(reason: "--language is \"\(code)\"; it must be en or de.")
    }
    return language
  }

  /// The language of the system, as POSIX orders its variables (XBD §8.2).
  static var systemLanguage: TrainerLanguage {
    for name in ["LC_ALL", "LC_MESSAGES", "LANG"] {
      if let value = Console.environment[name], !value.isEmpty {
        return TrainerLanguage(code: value) ?? .english
      }
    }
    return .english
  }

  private static func sounds(
    of library: SoundFontLibrary
  ) -> (sounds: [TrainerSound], entries: [String: LibraryEntry]) {
    var sounds = [TrainerSound.sine]
    var entries: [String: LibraryEntry] = [:]
    for entry in library.entries where entry.isPitched {
      let tag = "\(SoundSource.preset(file: entry.file, entry.preset.identifier))"
      // Of two files of one name the first is what the tag means.
      guard entries[tag] == nil else { continue }
      entries[tag] = entry
      sounds.append(TrainerSound(tag: tag, name: entry.preset.name, bank: entry.file))
    }
    return (sounds, entries)
  }

  private static func preferences(
    _ arguments: Arguments, library: SoundFontLibrary, language: TrainerLanguage?
  ) throws -> (TrainerPreferences, TrainerPreferencesFile?) {
    let settings = Shared.settings()
    var preferences = TrainerPreferences()
    preferences.language = systemLanguage
    preferences.sound = settings.soundSource
    preferences.settings.referencePitch = .hertz(settings.referencePitch)
    let file = try? TrainerPreferencesFile(environment: Console.environment)
    do {
      preferences = try file?.load(over: preferences) ?? preferences
    } catch {
      Console.error("\(Console.sentence("\(error)")) Going on with the defaults.")
    }
    preferences.language = language ?? preferences.language
    let wanted = arguments.value("sound") ?? preferences.sound
    guard let source = SoundSource(wanted) else {
      throw UsageError(
        reason: "\"\(wanted)\" is no sound; write sine, a name, or sf2:<bank>:<program>.")
    }
    preferences.sound = tag(of: source, in: library)
    return (preferences, file)
  }

  /// The tag of the very preset that a source means; a sine where there is none.
  private static func tag(of source: SoundSource, in library: SoundFontLibrary) -> String {
    guard source != .sine, let found = try? library.preset(for: source),
      let bank = library.banks.first(where: { $0.file.path == found.bank.storage.path })
    else { return source == .sine || library.banks.isEmpty ? "sine" : "\(source)" }
    return "\(SoundSource.preset(file: bank.file.name, found.preset.identifier))"
  }

  private static func stage(
    _ arguments: Arguments, library: SoundFontLibrary, cache: IntonationCache,
    inbox: TrainerInbox, sound: String
  ) throws -> TrainerStage {
    let settings = Shared.settings()
    let name = arguments.value("device") ?? settings.device
    let isSilent = arguments.has("silent")
    return TrainerStage(
      library: library, cache: cache, inbox: inbox, source: SoundSource(sound) ?? .sine
    ) {
      try StandardDevice.open(
        name, periodFrames: settings.periodFrames, bufferFrames: settings.bufferFrames,
        isSilent: isSilent)
    }
  }
}
