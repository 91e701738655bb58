import PeachServices
import PeachTrainerUI

enum ListenTestCommand: Command {
  static let syntax = Syntax(
    name: "listen-test", summary: "Compare tones or temperaments in a blind test",
    purpose: "Compares tones, or temperaments of chords, in a blind listening test.",
    usage: ["[options]", "--results [FILE…] [--json]", "--export FILE [FILE…]"],
    operands: ["[FILE…]"],
    groups: [
      "Test": [
        .value(
          "kind", "abx|preference",
          "abx: is X equal to A or to B? (default)\npreference: is A or B better?"),
        .value(
          "styles", "PAIR",
          "recorded-straight (default): with and without pitch contour\n"
            + "straight-smooth: without pitch contour; levels as recorded or smoothed\n"
            + "recorded-smooth: as recorded, or with both changes\n"
            + "equal-just: a cadence in equal temperament, or of pure chords\n"
            + "other temperaments: any two of equal, vallotti, meantone\n"
            + "(quarter-comma) and just, in this order",
          words: ListeningStylePair.all.map(\.name)),
        .value("trials", "N", "number of trials, 1 to 200 (default: 16)"),
        .value("seed", "N", "seed for the order, for reproducible tests"),
      ],
      "Sound": [
        .values("sound", "NAME", "preset; may be repeated (default: cello)"),
        .values(
          "pitch", "PITCH",
          "frequency or note, such as A4; of a cadence, its tonic;\n"
            + "may be repeated (default: three keys of the instrument)"),
        .value(
          "seconds", "S",
          "length of a note, or of the last chord of a cadence,\n0.2 to 5 (default: 1.5)"),
        .noteBanks, .samplePath, .device, .nullAudio,
      ],
      "Results": [
        .flag("results", "print the statistics of all stored answers, or of exported FILEs"),
        .value("export", "FILE", "write all answers to FILE: .csv, .json or .jsonl; CSV for -"),
        .flag(
          "include-silent", "--results and --export: include answers without an audio device, too"),
        .json,
      ],
    ],
    options: [
      .flag("plain", "line-by-line output for screen readers and simple terminals"), .language,
    ],
    notes: [
      "Keys: A, B and X play; 1: A, 2: B, 0: no difference (preference only); Q quits.",
      "Answers are saved as you give them. Nothing shows which sound is which until the end.",
      "Answers of a rehearsal with --null-audio are marked; results and exports leave them out.",
    ],
    examples: [
      "peach listen-test": "Find out whether you hear the difference, with a cello.",
      "peach listen-test --kind preference --sound violin --sound flute --trials 24":
        "Find out which you prefer.",
      "peach listen-test --styles equal-just":
        "Find out whether you hear that chords are pure.",
      "peach listen-test --results": "Show the statistics, and the evidence they provide.",
      "peach listen-test --export answers.csv": "Export the answers, to send them.",
      "peach listen-test --results one.csv two.csv": "Show the statistics of several listeners.",
    ])

  static func run(_ arguments: Arguments) throws {
    if arguments.has("results") || arguments.has("export") {
      return try ListeningResults.run(arguments)
    }
    if let operand = arguments.operands.first {
      throw UsageError(
        reason: "Unexpected argument \"\(operand)\". Pass --results to read exported answers.")
    }
    if arguments.has("include-silent") {
      throw UsageError(reason: "--include-silent applies to --results and --export only.")
    }
    let options = try ListeningOptions(arguments)
    let isPlain =
      arguments.has("plain") || arguments.has("json") || Console.environment["TERM"] == "dumb"
    guard isPlain || Console.isOnScreen else {
      throw CommandFailure(
        reason: "The test requires a terminal. Pass --plain to use line-by-line output elsewhere.")
    }
    let library = try arguments.library()
    let sounds = try options.sounds(in: library, arguments)
    let texts = try texts(arguments, library)
    let device = try openDevice(arguments)
    let material = try ListeningMaterial(sounds, options, sampleRate: device.sampleRate)
    let plan = ListeningPlan(
      kind: options.kind, pair: options.pair, conditions: material.conditions,
      count: options.trialCount, seed: options.seed)
    let log = ListeningLog(
      sounds: sounds, seconds: options.seconds, plannedCount: options.trialCount,
      isSilent: arguments.has("null-audio") || AudioDevices.isNullRequested,
      environment: Console.environment)
    let (player, wake) = (try AudioClipPlayer(device: device), try WakePipe())
    TerminalMode.enter(usesAlternateScreen: !isPlain, wakeDescriptor: wake.writing)
    let display = ListeningDisplay(
      kind: options.kind, texts: texts, trialCount: options.trialCount, isPlain: isPlain,
      output: arguments.has("json") ? .error : .result)
    let loop = ListeningLoop(
      plan, material: material, player: player, log: log, display: display, wake: wake)
    let failure = loop.run()
    TerminalMode.restore()
    try Console.print(
      ListeningReport(records: log.records, texts: texts, isSession: true),
      asJSON: arguments.has("json"))
    if log.unsavedCount > 0 {
      Console.error(
        "\(Console.count(log.unsavedCount, "answer")) could not be saved: \(log.problem ?? "")")
    }
    if let failure { throw failure }
  }

  /// Returns the texts in the language of the trainer, with the names of the presets.
  static func texts(
    _ arguments: Arguments, _ library: SoundFontLibrary
  ) throws -> ListeningTexts {
    let preferences = TrainCommand.savedPreferences(CommonOptions.settings()).preferences
    let language = try TrainCommand.language(arguments) ?? preferences.language
    var texts = ListeningTexts(language: language)
    for entry in library.entries where texts.names[entry.tag] == nil {
      texts.names[entry.tag] = "\(entry.preset.name) (\(entry.file))"
    }
    return texts
  }

  private static func openDevice(_ arguments: Arguments) throws -> any AudioDevice {
    do {
      return try arguments.openDevice(CommonOptions.settings())
    } catch {
      throw CommandFailure(
        reason: "\(ErrorRemedy.message(for: error)) Pass --null-audio to use no device.")
    }
  }
}
