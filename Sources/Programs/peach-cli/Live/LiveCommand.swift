import Peach

/// `peach live`: plays live from MIDI input.
enum LiveCommand: Command {
  static let syntax = Syntax(
    name: "live", summary: "Play live from MIDI keyboards and programs",
    purpose: "Plays live from MIDI keyboards and programs.",
    groups: [
      .init(
        "Instruments",
        [
          CommonOptions.bank, CommonOptions.samplePath,
          .init(
            name: "program", value: "CH=BANK:PROGRAM",
            help: "preset of a channel, 1 to 16; may be repeated", isRepeated: true),
        ]),
      .init(
        "MIDI input",
        [
          .init(
            name: "connect", value: "PORT",
            help: "connect MIDI ports with this name; may be repeated\n"
              + "(default: all hardware ports)", isRepeated: true),
          .init(name: "no-connect", value: nil, help: "do not connect MIDI ports"),
          .init(
            name: "midi", value: "FILE",
            help: "raw MIDI device or pipe, - for standard input; may be repeated",
            isRepeated: true),
        ]),
      .init(
        "Audio output",
        [
          CommonOptions.device,
          .init(name: "jack", value: nil, help: "use a JACK server"),
          CommonOptions.nullAudio, CommonOptions.rate,
        ]),
      .init(
        "Sound",
        [
          CommonOptions.gain, CommonOptions.voices, CommonOptions.interpolation,
          CommonOptions.noEffects,
        ]),
    ],
    examples: [
      ("peach live", "Play the first installed bank from every MIDI device."),
      (
        "peach live --jack --connect Keystation --program 1=0:42",
        "Play a cello from one keyboard, through JACK."
      ),
      ("echo ports | peach live --null-audio", "List MIDI ports."),
    ])

  static func run(_ arguments: Arguments) throws {
    let options = try Options(arguments)
    let bank = try CommonOptions.firstBank(arguments)
    let unit = SamplerUnit(
      access: access(sampleFolders: arguments.all("sample-path")),
      configuration: options.configuration)
    try unit.load(bank.file.path)
    let inputs = LiveInputs()
    let rawInputs = try arguments.all("midi").map {
      try RawMIDIInput(path: $0, receiver: inputs.receiver())
    }
    Interruption.watch()
    let terminal = LiveTerminal(readsInput: !arguments.all("midi").contains("-"))
    defer { terminal.restore() }
    let controller = LiveController(unit, inputs: inputs, options: options, terminal: terminal)
    try withExtendedLifetime(rawInputs) { try controller.run() }
  }

  /// The configuration of a live session.
  struct Options {
    var configuration: SynthesizerConfiguration
    var programs: [LiveConsoleCommand]
    var connectionNames: [String]
    var disablesConnections: Bool
    /// Opens the audio output.
    var open: () throws -> LiveSession.Output

    init(_ arguments: Arguments) throws {
      let rate = try Double(CommonOptions.rate(arguments))
      configuration = SynthesizerConfiguration(
        sampleRate: rate,
        maximumVoices: try CommonOptions.voices(arguments) ?? 256,
        gain: try CommonOptions.gain(arguments) ?? Decibels(-14),
        effects: !arguments.has("no-effects"), limiter: true,
        interpolation: try CommonOptions.interpolation(arguments))
      programs = try arguments.all("program").map { text in
        let parts = text.split(separator: "=", omittingEmptySubsequences: false)
          .map { String($0) }
        guard parts.count == 2 else {
          throw UsageError.invalid(
            text, "--program", use: "a channel and a preset, such as 1=0:42")
        }
        return try LiveConsoleCommand.program(channel: parts[0], preset: parts[1])
      }
      connectionNames = arguments.all("connect")
      disablesConnections = arguments.has("no-connect")
      let chosen = ["jack", "device", "null-audio"].filter { arguments.has($0) }
      if chosen.count > 1 {
        throw UsageError(reason: "--\(chosen[0]) and --\(chosen[1]) exclude each other.")
      }
      let settings = CommonOptions.settings()
      let (isJACK, isNull) = (arguments.has("jack"), arguments.has("null-audio"))
      let device = arguments.value("device") ?? settings.device
      open = {
        if isJACK { return .jack(try JACKClient(name: "peach")) }
        return .device(
          try AudioDevices.open(
            device, sampleRate: rate, periodFrames: settings.periodFrames,
            bufferFrames: settings.bufferFrames, isNull: isNull))
      }
    }
  }

  private static func access(sampleFolders: [String]) -> BankAccess {
    var access = BankAccess.files()
    access.open = { path throws(UnitLoadError) in
      do {
        return try SoundBank(contentsOf: path, sampleFolders: sampleFolders)
      } catch {
        throw .unreadable(path: path, reason: "\(error)")
      }
    }
    return access
  }
}
