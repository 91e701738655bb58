import PeachServices

enum LiveCommand: Command {
  static let syntax = Syntax(
    name: "live", summary: "Play live from MIDI keyboards and programs",
    purpose: "Plays live from MIDI keyboards and programs.",
    groups: [
      "Instruments": [
        .banks, .samplePath,
        .values("program", "CH=BANK:PROGRAM", "preset of a channel, 1 to 16; may be repeated"),
        .tone, .flag("uncorrected", "do not correct the intonation of the bank's samples"),
        .flag("straight", "remove the vibrato and drift of the bank's samples"), .straightVibrato,
        .smooth,
      ],
      "MIDI input": [
        .values(
          "connect", "PORT",
          "connect MIDI ports with this name; may be repeated\n(default: all hardware ports)"),
        .flag("no-connect", "do not connect MIDI ports"),
        .values(
          "midi", "FILE", "raw MIDI device or pipe, - for standard input; may be repeated"),
      ],
      "Audio output": [.device, .flag("jack", "use a JACK server"), .nullAudio, .rate],
      "Tuning": [.referencePitch] + Syntax.Option.tunings + Syntax.Option.adaptiveOptions
        + Syntax.Option.stretches,
      "Sound": [.gain, .voices, .interpolation, .noEffects, .cutSameKey],
    ],
    notes: [
      "A preset plays as in the bank until it is corrected or straight, some seconds after its\n"
        + "first selection. With --straight, MIDI controller 77 changes the vibrato: 0 is none,\n"
        + "64 is as recorded.",
      "Where MTS-ESP is installed, keys have the tuning of its master, while there is one.",
    ],
    examples: [
      "peach live": "Play the first installed bank from every MIDI device.",
      "peach live --straight --vibrato 50":
        "Play straight tones with half of the recorded vibrato.",
      "peach live --adaptive": "Play chords that do not beat.",
      "peach live --jack --connect Keystation --program 1=0:42":
        "Play a cello from one keyboard, through JACK.",
      "peach live --bank gm.sf2 --bank drums.sf2:128":
        "Play with drums.sf2's percussion over gm.sf2.",
      "echo ports | peach live --null-audio": "List MIDI ports.",
    ])

  static func run(_ arguments: Arguments) throws {
    let options = try Options(arguments)
    let banks = try arguments.bankStack()
    if banks.layers.isEmpty { throw SoundSourceError.notFound("bank", bankCount: 0) }
    let unit = SamplerUnit(
      access: BankAccess.files(sampleFolders: arguments.all("sample-path"))
        .straightening(),
      configuration: options.configuration)
    if !options.isCorrected { try unit.set(0, ofParameterAt: UnitMode.inTune.rawValue) }
    if arguments.has("cut-same-key") {
      try unit.set(1, ofParameterAt: UnitMode.oneVoicePerKey.rawValue)
    }
    if options.tone.isStraight {
      try unit.set(1, ofParameterAt: UnitMode.straightTone.rawValue)
      try unit.set(
        Float(options.tone.vibrato * 100), ofParameterAt: UnitMode.vibratoAmount.rawValue)
      try unit.set(
        options.tone.smoothsLevels ? 1 : 0, ofParameterAt: UnitMode.smoothTone.rawValue)
    }
    if let adaptive = options.adaptive { try unit.set(adaptive) }
    try unit.setOctaveStretch(options.stretch)
    if options.referencePitch != FrequencyCalculation.concertPitch {
      try unit.set(
        Float(options.referencePitch.hertz), ofParameterAt: UnitMode.concertPitch.rawValue)
    }
    try unit.load(banks)
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

  struct Options {
    var configuration: SynthesizerConfiguration
    var programs: [LiveConsoleCommand]
    var connectionNames: [String]
    var disablesConnections: Bool
    var tone: ToneStyle
    var isCorrected: Bool
    var stretch: OctaveStretch?
    var adaptive: AdaptiveTuning?
    var referencePitch: Frequency
    var open: () throws -> LiveSession.Output

    init(_ arguments: Arguments) throws {
      let settings = CommonOptions.settings()
      referencePitch = try arguments.tunedReferencePitch(settings)
      let rate = try Double(arguments.rate())
      configuration = SynthesizerConfiguration(
        sampleRate: rate, maximumVoices: try arguments.voices() ?? 256,
        gain: try arguments.gain() ?? Decibels(-14), effects: !arguments.has("no-effects"),
        limiter: true, tuning: try arguments.tuning(settings),
        interpolation: try arguments.interpolation())
      programs = try arguments.all("program").map { text in
        let parts = text.split(separator: "=", omittingEmptySubsequences: false)
        guard parts.count == 2 else {
          throw UsageError.invalid(text, "--program", use: "a channel and a preset, such as 1=0:42")
        }
        return try .program(channel: String(parts[0]), preset: String(parts[1]))
      }
      let tone = try arguments.recordingTone(settings, standard: .corrected)
      (self.tone, isCorrected) = (tone.style, tone.isCorrected)
      adaptive = try arguments.adaptiveTuning(settings)
      stretch = try arguments.octaveStretch(settings)
      connectionNames = arguments.all("connect")
      disablesConnections = arguments.has("no-connect")
      let chosen = ["jack", "device", "null-audio"].filter { arguments.has($0) }
      if chosen.count > 1 {
        throw UsageError(reason: "--\(chosen[0]) and --\(chosen[1]) exclude each other.")
      }
      open = {
        arguments.has("jack")
          ? .jack(try JACKClient(name: "peach"))
          : .device(try arguments.openDevice(settings, sampleRate: rate))
      }
    }
  }
}
