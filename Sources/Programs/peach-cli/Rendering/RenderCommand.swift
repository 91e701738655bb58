import Peach

/// `peach render song.mid -o song.wav`: renders MIDI files to WAV.
enum RenderCommand: Command {
  static let syntax = Syntax(
    name: "render", summary: "Render MIDI files to WAV", purpose: "Renders MIDI files to WAV.",
    usage: ["[options] SONG.mid…", "[options] --manifest FILE"], operands: ["[SONG.mid…]"],
    groups: [
      .init(
        "Output",
        [
          .init(
            name: "output", value: "PATH",
            help: "WAV file for one song, folder for several\n"
              + "(default: next to the MIDI file, with .wav)", short: "o"),
          CommonOptions.format, CommonOptions.rate,
          .init(
            name: "json", value: nil, help: "print the result as JSON, one line per song"),
        ]),
      .init(
        "Instruments",
        [
          CommonOptions.bank, CommonOptions.samplePath,
          .init(
            name: "in-tune", value: nil, help: "correct the intonation of the bank's samples"),
          .init(
            name: "scale", value: "FILE.scl",
            help: "Scala scale (default: equal temperament)"),
          .init(
            name: "keyboard-mapping", value: "FILE.kbm",
            help: "Scala keyboard mapping; requires --scale"),
        ]),
      .init(
        "Sound",
        [
          CommonOptions.gain, CommonOptions.voices, CommonOptions.interpolation,
          CommonOptions.noEffects,
          .init(
            name: "no-limiter", value: nil, help: "clip peaks instead of limiting them to −0.1 dBFS"
          ),
        ]),
      .init(
        "Batch rendering",
        [
          .init(
            name: "manifest", value: "FILE",
            help: "list of songs, one per line: SONG or SONG<tab>OUTPUT"),
          .init(
            name: "force", value: nil, help: "render songs again that are up to date"),
          .init(
            name: "jobs", value: "COUNT",
            help: "number of threads (default: all cores; for one song, 2)", short: "j"),
          .init(
            name: "shard", value: "I/N", help: "render only the I-th of N equal parts"),
          .init(
            name: "kernels", value: "fastest|avx2|portable",
            help: "DSP kernels; \"portable\" is bit-identical on every machine\n"
              + "(default: fastest)"),
        ]),
    ],
    notes: [
      "Exit status: 0 on success, 1 if a song failed, 2 for invalid options, 130 if interrupted."
    ],
    examples: [
      ("peach render suite.mid -o suite.wav", "Render one song with the first installed bank."),
      (
        "peach render suite.mid --bank FluidR3_GM.sf2 --in-tune",
        "Use a particular bank and correct its intonation."
      ),
      (
        "peach render *.mid -o audio",
        "Render every song that is missing or out of date in the folder \"audio\"."
      ),
    ])

  static func run(_ arguments: Arguments) throws {
    let options = try options(arguments)
    if let batch = try BatchRendering(arguments, options: options) {
      return try batch.run(with: CommonOptions.firstBank(arguments).bank)
    }
    let song = arguments.operands[0]
    let path = arguments.value("output") ?? RenderJob.audioPath(ofSong: song)
    let file = try MIDIFile(contentsOf: song)
    let bank = try CommonOptions.firstBank(arguments).bank
    Interruption.watch()
    var progress = Progress(song)
    defer { progress.finish() }
    let threadCount =
      try arguments.integer("jobs", in: 1...1024) ?? ActiveProcessors.count
    let summary = try file.render(
      with: bank, to: path, options: options, processors: threadCount
    ) { fraction in
      try Interruption.check()
      progress.show(fraction)
    }
    progress.finish()
    try printSummary(summary, path: path, asJSON: arguments.has("json"))
  }

  private static func options(_ arguments: Arguments) throws -> RenderOptions {
    var options = RenderOptions()
    options.sampleRate = try CommonOptions.rate(arguments)
    options.format = try CommonOptions.format(arguments)
    if let gain = try CommonOptions.gain(arguments) { options.gain = gain }
    if let voices = try CommonOptions.voices(arguments) { options.maximumVoices = voices }
    options.interpolation = try CommonOptions.interpolation(arguments)
    options.kernels = try kernels(arguments)
    options.inTune = arguments.has("in-tune")
    options.effects = !arguments.has("no-effects")
    options.limiter = !arguments.has("no-limiter")
    options.tuning = try tuning(arguments)
    return options
  }

  private static func kernels(_ arguments: Arguments) throws(UsageError) -> KernelChoice {
    switch arguments.value("kernels") {
    case nil, "fastest": return .fastest
    case "avx2": return .avx2
    case "portable": return .portable
    case let other?: throw .invalid(other, "--kernels", use: "fastest, avx2 or portable")
    }
  }

  private static func tuning(_ arguments: Arguments) throws -> KeyboardTuning? {
    let mapping = arguments.value("keyboard-mapping")
    guard let scale = arguments.value("scale") else {
      if mapping != nil { throw UsageError(reason: "--keyboard-mapping requires --scale.") }
      return nil
    }
    return try KeyboardTuning(scaleAt: scale, mappingAt: mapping)
  }

  private static func printSummary(_ summary: RenderSummary, path: String, asJSON: Bool) throws {
    if asJSON { return try Console.print(json: RenderReport(file: path, summary)) }
    for warning in RenderReport.warnings(summary) { Console.warning(warning) }
    let seconds = Double(summary.frameCount) / Double(summary.sampleRate)
    Console.info(
      "\(path): \(seconds.decimals(2)) s, peak \(PlayCommand.decibels(summary.peak)) dBFS")
  }
}
