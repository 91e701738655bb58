import Peach

/// `peach live`: plays what MIDI says, now.
enum LiveCommand: Command {
  static let syntax = Syntax(
    name: "live", summary: "Plays from MIDI keyboards and programs.", operands: [],
    options: [
      Shared.bankOption, Shared.samplesOption,
      .init(
        name: "program", value: "CH=BANK:PROGRAM", help: "a preset for a channel, 1 to 16",
        isRepeated: true),
      .init(name: "jack", value: nil, help: "through a JACK server"),
      .init(name: "device", value: "NAME", help: "a device that `peach devices` lists"),
      .init(name: "silent", value: nil, help: "keep time without a sound device"),
      .init(
        name: "connect", value: "PORT", help: "MIDI ports of this name (all devices)",
        isRepeated: true),
      .init(name: "no-connect", value: nil, help: "connect nothing by itself"),
      .init(
        name: "midi", value: "FILE", help: "a raw MIDI device or pipe; - is standard input",
        isRepeated: true),
      Shared.rateOption,
      .init(name: "gain", value: "DB", help: "level of the whole, −60 to 20 (−14)"),
      .init(name: "voices", value: "COUNT", help: "voices at once, 1 to 4096 (256)"),
      Shared.interpolationOption,
      .init(name: "dry", value: nil, help: "without reverb and chorus"),
    ],
    examples: [
      ("peach live", "every MIDI device plays the first bank found"),
      ("peach live --jack --connect Keystation --program 1=0:42", "a cello, from one keyboard"),
      ("echo ports | peach live --silent", "what could be connected"),
    ])

  static func run(_ arguments: Arguments) throws {
    let options = try Options(arguments)
    guard let bank = try Shared.library(arguments).banks.first else {
      throw SoundSourceError.notFound("bank", bankCount: 0)
    }
    let unit = SamplerUnit(
      access: access(sampleFolders: arguments.all("samples")),
      configuration: options.configuration)
    try unit.load(bank.file.path)
    let inputs = LiveInputs()
    let rawInputs = try arguments.all("midi").map {
      try RawMIDIInput(path: $0, receiver: inputs.receiver())
    }
    Interruption.watch()
    let lines = LiveLines(readsInput: !arguments.all("midi").contains("-"))
    defer { lines.end() }
    let desk = LiveDesk(unit, inputs: inputs, options: options, lines: lines)
    try withExtendedLifetime(rawInputs) { try desk.run() }
  }

  /// How a live session is to be.
  struct Options {
    var configuration: SynthesizerConfiguration
    var programs: [LiveOrder]
    var wanted: [String]
    var connectsNothing: Bool
    /// Opens what it sounds on.
    var open: () throws -> LiveSession.Output

    init(_ arguments: Arguments) throws {
      let rate = try Double(Shared.rate(arguments))
      configuration = SynthesizerConfiguration(
        sampleRate: rate,
        maximumVoices: try arguments.integer("voices", in: 1...4096) ?? 256,
        gain: Decibels(try arguments.number("gain", in: -60...20) ?? -14),
        effects: !arguments.has("dry"), limiter: true,
        interpolation: try Shared.interpolation(arguments))
      programs = try arguments.all("program").map { text in
        let parts = text.split(separator: "=", omittingEmptySubsequences: false)
          .map { String($0) }
        guard parts.count == 2 else {
          throw UsageError(
            reason: "--program is \"\(text)\"; write a channel and a preset, like 1=0:42.")
        }
        return try LiveOrder.program(channel: parts[0], preset: parts[1])
      }
      wanted = arguments.all("connect")
      connectsNothing = arguments.has("no-connect")
      let chosen = ["jack", "device", "silent"].filter { arguments.has($0) }
      if chosen.count > 1 {
        throw UsageError(reason: "--\(chosen[0]) and --\(chosen[1]) do not go together.")
      }
      let settings = Shared.settings()
      let (isJACK, isSilent) = (arguments.has("jack"), arguments.has("silent"))
      let device = arguments.value("device") ?? settings.device
      open = {
        if isJACK { return .jack(try JACKClient(name: "peach")) }
        return .device(
          try StandardDevice.open(
            device, sampleRate: rate, periodFrames: settings.periodFrames,
            bufferFrames: settings.bufferFrames, isSilent: isSilent))
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
