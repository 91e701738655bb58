import PeachServices

enum RenderCommand: Command {
  static let syntax = Syntax(
    name: "render", summary: "Render MIDI files to WAV, FLAC, MP3 and other files",
    purpose: "Renders MIDI files to WAV, FLAC, Ogg Vorbis, Opus, MP3, AIFF or CAF files.",
    usage: ["[options] SONG.mid…", "[options] --manifest FILE"], operands: ["[SONG.mid…]"],
    groups: [
      "Output": [
        .value(
          "output", "PATH",
          "file for one song, folder for several, - for standard output\n"
            + "(default: next to the MIDI file)",
          short: "o"),
        .fileType, .format, .rate, .mono, .channels,
        .value("quality", "0…1", "quality of .ogg, .opus and .mp3 files (default: 0.6)"),
        .value("title", "TEXT", "tag for the title (default: the name in the song)"),
        .value("artist", "TEXT", "tag for the performer or composer"),
        .flag("json", "print the result as JSON, one line per song"),
        .value(
          "longest", "DURATION",
          "reject longer songs: seconds, or with m or h, such as 90, 30m or 8h\n(default: 4h)"),
      ],
      "Instruments": [
        .banks, .samplePath, .tone, .inTune, .straight, .straightVibrato,
        .flag("smooth", "smooth the levels of the partials of straight tones; requires --straight"),
      ],
      "Tuning": [.referencePitch] + Syntax.Option.tunings + Syntax.Option.adaptiveOptions
        + Syntax.Option.stretches,
      "Sound": [
        .gain,
        .value(
          "loudness", "LUFS",
          "integrated loudness, −70 to −5, such as -16 (ITU-R BS.1770-4), instead of --gain;\n"
            + "the true peak does not exceed −1 dBTP"),
        .voices, .interpolation, .noEffects, .cutSameKey,
        .flag("no-limiter", "clip peaks instead of limiting them to −0.1 dBFS"),
      ],
      "Song": [
        .value("from", "SECONDS", "start of the part to render (default: 0)"),
        .value("to", "SECONDS", "end of the part to render, where notes are released"),
        .value("tail", "SECONDS", "exact length of the decay at the end (default: until silence)"),
        .song, .loops,
        .value("fade", "SECONDS", "repeat the loop further while it fades out; requires --loops"),
        .tempo, .transpose, .instrument, .mute, .solo, .click, .clickLevel,
        .flag("stems", "write a file for each channel, and their sum, into the folder of --output"),
      ],
      "Batch rendering": [
        .value("manifest", "FILE", "list of songs, one per line: SONG or SONG<tab>OUTPUT"),
        .flag(
          "force",
          "render songs again that are up to date; replace the file of a song without asking\nat a "
            + "terminal"),
        .value(
          "jobs", "COUNT",
          "number of threads (default: all cores); one song uses at most 2,\n"
            + "and 1 if other programs are busy",
          short: "j"),
        .value("shard", "I/N", "render only the I-th of N equal parts"),
        .value(
          "kernels", "fastest|avx2|portable",
          "DSP kernels; \"portable\" is bit-identical on every machine\n(default: fastest)"),
      ],
    ],
    notes: [
      "--a4 is the frequency of A4, in addition to the tunings of the song. Drums keep their "
        + "pitch. A\nkeyboard mapping has its own frequency, which the setting does not change.",
      "SONG.mid may be - for standard input, a pipe, or a folder, whose MIDI files are rendered, "
        + "without\nthose of subfolders. --output is a folder if it exists as one, or if its name "
        + "has no extension. WAV\nfiles have no tags. FLAC has no float format.",
      "Exit status: 0 on success, 1 if a song failed, 2 for invalid options, 4 if songs were "
        + "written, but\nnotes in them are silent because samples are missing or damaged; if "
        + "interrupted, 128 plus the\nsignal: 130 by Ctrl-C, 143 by SIGTERM, 129 by SIGHUP.",
    ],
    examples: [
      "peach render suite.mid -o suite.wav": "Render one song with the first installed bank.",
      "peach render suite.mid --bank FluidR3_GM.sf2 --in-tune":
        "Use a particular bank and correct its intonation.",
      "peach render suite.mid --bank FluidR3_GM.sf2 --bank drums.sf2:128 --bank cello.sfz=0:42":
        "Replace the drums and the cello of a bank.",
      "peach render suite.mid --straight --vibrato 30":
        "Play straight tones with a little of the recorded vibrato.",
      "peach render hymn.mid --adaptive": "Play chords in pure intervals, on straight tones.",
      "peach render suite.mid -o suite.flac --format 24": "Write a FLAC file of 24 bits.",
      "peach render suite.mid --stems -o stems --format float":
        "Write each channel to a separate file.",
      "peach render - -o - < suite.mid | aplay": "Play a song from standard input.",
      "peach render *.mid -o audio":
        "Render every song that is missing or out of date in the folder \"audio\".",
    ])

  static func run(_ arguments: Arguments) throws {
    for bank in arguments.all("bank") { try StandardStream.checkInput(bank) }
    let options = try options(arguments)
    let target = try loudness(arguments)
    if arguments.has("stems") { return try renderStems(arguments, options) }
    let songs = try SongQueue.expandingFolders(arguments.operands)
    if let batch = try BatchRendering(arguments, songs: songs, options: options) {
      if target != nil {
        throw UsageError(reason: "--loudness requires a single song, and a file as --output.")
      }
      return try batch.run(with: arguments.bankStack())
    }
    let song = songs[0]
    try checkOutput(of: song, arguments)
    let path =
      arguments.value("output")
      ?? RenderJob.audioPath(ofSong: song, type: options.fileType ?? .wav)
    try arguments.checkAudioOutput(path)
    try CommonOptions.checkReplacing(path, arguments)
    let isStreamed = path == StandardStream.name
    if isStreamed, arguments.has("json") {
      throw UsageError(
        reason: "--json and --output - exclude each other: both use standard output.")
    }
    let file = try arguments.song(at: song)
    if options.loops == nil, options.excerpt.startSeconds > 0,
      options.excerpt.startSeconds >= file.duration.seconds
    {
      throw CommandFailure(
        reason: "\(song) ends at \(file.duration.seconds.decimals(2)) s, before --from.")
    }
    let banks = try arguments.bankStack(for: file)
    let threadCount = try threadCount(arguments)
    var final = options
    var reached: SongLoudness?
    if let target {
      let found = try naming(song) {
        try Progress.track("Measuring \(song)") { report in
          try file.loudness(
            with: banks, options: options, processors: threadCount, progress: report)
        }
      }
      (final, reached) = changed(options, from: found, to: target)
    }
    let chosen = final
    func render(to path: String) throws -> RenderSummary {
      try naming(song) {
        try Progress.track(song) { report in
          try file.render(
            with: banks, to: path, options: chosen, processors: threadCount, progress: report)
        }
      }
    }
    let summary = try isStreamed ? StandardStream.write { try render(to: $0) } : render(to: path)
    let warnings = try warnings(of: file, summary, arguments)
    if arguments.has("json") {
      let json = RenderReport.json(
        file: path, loudness: reached, banks: banks, warnings: warnings, summary)
      try Console.print(json: json)
      return try checkSamples(of: summary)
    }
    for warning in RenderReport.warnings(summary) + warnings { Console.warning(warning) }
    let seconds = Double(summary.frameCount) / Double(summary.sampleRate)
    Console.info(
      "\(path): \(seconds.decimals(2)) s, peak \(PlayCommand.decibels(summary.peak)) dBFS"
        + (reached.map {
          ", loudness \($0.integrated.decimals(1)) LUFS, true peak \($0.truePeak.decimals(1)) dBTP"
        } ?? ""))
    try checkSamples(of: summary)
  }

  /// Throws if a song has no name for its output.
  private static func checkOutput(of song: String, _ arguments: Arguments) throws(UsageError) {
    guard song == StandardStream.name || FileAccess.isPipe(song) else { return }
    if arguments.has("output") { return }
    throw UsageError(reason: "A song from standard input or a pipe requires --output.")
  }

  /// Ends the command with a status of its own if notes are silent because they lack samples.
  private static func checkSamples(of summary: RenderSummary) throws {
    if !summary.missingSamples.isEmpty { throw CommandExit(status: ExitStatus.incomplete) }
  }

  /// Half of a 16-bit step. A volume of 0 attenuates by 96 dB.
  private static let silentPeak: Float = 0.5 / 32_768

  /// Returns warnings if options name channels without notes, and if the audio is silent.
  private static func warnings(
    of file: MIDIFile, _ summary: RenderSummary, _ arguments: Arguments
  ) throws(UsageError) -> [String] {
    let warnings = try arguments.channelWarnings(for: file)
    if summary.peak >= silentPeak { return warnings }
    let channels = SongOutline(file).channels
    return warnings + [
      channels.isEmpty
        ? "The audio is silent: the song has no notes."
        : "The audio is silent. Channels with notes: \(file.channelNames(channels))."
    ]
  }

  /// Adds the song's name to the error that it is too long, or has too many notes.
  static func naming<Result>(_ song: String, _ body: () throws -> Result) throws -> Result {
    let name = song == StandardStream.name ? "standard input" : song
    do { return try body() } catch var error as SongLengthError {
      error.path = name
      throw error
    } catch var error as TunedNoteCountError {
      error.path = name
      throw error
    }
  }

  /// Returns the options that change a song to a loudness, and the values that it then has: gain
  /// changes both by as many decibels.
  private static func changed(
    _ options: RenderOptions, from found: SongLoudness, to target: Double
  ) -> (RenderOptions, reached: SongLoudness?) {
    guard found.integrated.isFinite else {
      Console.warning("The song is silent or too short: its loudness is not changed.")
      return (options, nil)
    }
    var options = options
    options.gain = Decibels(options.gain.value + found.gain(to: target).value)
    options.limiter = false
    let gain = found.gain(to: target).value
    let reached = found.integrated + gain
    if reached < target - 0.05 {
      Console.warning(
        "The loudness is \(reached.decimals(1)) LUFS: at \(target.brief) LUFS, the true peak "
          + "would exceed −1 dBTP.")
    }
    return (options, SongLoudness(integrated: reached, truePeak: found.truePeak + gain))
  }

  private static func threadCount(_ arguments: Arguments) throws -> Int {
    try arguments.integer("jobs", in: 1...1024) ?? ActiveProcessors.countForOneSong
  }

  private static let optionsWithoutStems = [
    "manifest", "shard", "force", "jobs", "loudness", "click",
  ]

  /// Writes `01.wav` and so on, and `mix.wav`.
  private static func renderStems(_ arguments: Arguments, _ options: RenderOptions) throws {
    for name in optionsWithoutStems where arguments.has(name) {
      throw UsageError(reason: "--\(name) and --stems exclude each other.")
    }
    guard arguments.operands.count == 1, let folder = arguments.value("output"),
      folder != StandardStream.name
    else { throw UsageError(reason: "--stems requires a single song, and a folder as --output.") }
    let song = arguments.operands[0]
    let file = try arguments.song(at: song)
    if FileAccess.resolved(folder) != nil, !FileAccess.isFolder(folder) {
      throw UsageError(reason: "\(folder) is a file. --stems requires a folder as --output.")
    }
    let mix = "\(folder)/mix.\((options.fileType ?? .wav).rawValue)"
    try CommonOptions.checkReplacing(mix, arguments)
    try FileAccess.makeFolder(ofFileAt: mix, isPrivate: false)
    let banks = try arguments.bankStack(for: file)
    let (stems, summary) = try naming(song) {
      try Progress.track(song) { report in
        try file.renderStems(with: banks, to: folder, mix: mix, options: options, progress: report)
      }
    }
    let warnings = try warnings(of: file, summary, arguments)
    if arguments.has("json") {
      let list = stems.map {
        [
          "port": file.ports.count > 1 ? $0.port + 1 : nil, "channel": Int($0.channel) + 1,
          "file": $0.path, "clippedFrames": $0.clippedFrameCount,
          "isSilent": $0.peak < silentPeak,
        ] as JSON
      }
      try Console.print(
        json: [
          "mix": RenderReport.json(file: mix, banks: banks, warnings: warnings, summary),
          "stems": list,
        ] as JSON)
      return try checkSamples(of: summary)
    }
    for warning in RenderReport.warnings(summary) + warnings { Console.warning(warning) }
    for stem in stems where stem.peak < silentPeak { Console.warning("\(stem.path) is silent.") }
    for stem in stems {
      let clipped =
        stem.clippedFrameCount > 0
        ? ", \(Console.count(stem.clippedFrameCount, "frame")) clipped" : ""
      let port = file.ports.count > 1 ? "port \(stem.port + 1), " : ""
      Console.info("\(stem.path): \(port)channel \(stem.channel + 1)\(clipped)")
    }
    Console.info("\(mix): the sum of \(Console.count(stems.count, "stem"))")
    try checkSamples(of: summary)
  }

  private static func options(_ arguments: Arguments) throws -> RenderOptions {
    var options = try arguments.fileOptions(named: arguments.value("output"))
    (options.title, options.artist) = (arguments.value("title"), arguments.value("artist"))
    try arguments.setSoundOptions(of: &options, CommonOptions.settings())
    let kernels: KeyValuePairs<String, KernelChoice> = [
      "fastest": .fastest, "avx2": .avx2, "portable": .portable,
    ]
    options.kernels = try arguments.choice("kernels", of: kernels) ?? .fastest
    options.limiter = !arguments.has("no-limiter")
    options.excerpt = try excerpt(arguments)
    options.songNumber = try arguments.songNumber()
    options.loops = try arguments.loops()
    if let seconds = try arguments.number("fade", in: 0...3600) {
      if options.loops == nil { throw UsageError(reason: "--fade requires --loops.") }
      options.fadeSeconds = seconds
    }
    if let seconds = try maximumSeconds(arguments) { options.maximumSeconds = seconds }
    return options
  }

  private static func loudness(_ arguments: Arguments) throws(UsageError) -> Double? {
    let target = try arguments.number("loudness", in: -70 ... -5)
    if target != nil, arguments.has("gain") {
      throw UsageError(reason: "--loudness and --gain exclude each other.")
    }
    // The gain that reaches the loudness does not change clicks.
    if target != nil, arguments.has("click") {
      throw UsageError(reason: "--loudness and --click exclude each other.")
    }
    return target
  }

  private static func excerpt(_ arguments: Arguments) throws(UsageError) -> SongExcerpt {
    var excerpt = SongExcerpt()
    excerpt.startSeconds = try arguments.number("from", in: 0...1e6) ?? 0
    excerpt.endSeconds = try arguments.number("to", in: 0...1e6)
    excerpt.tailSeconds = try arguments.number("tail", in: 0...3600)
    excerpt.rate = try arguments.tempo()
    excerpt.transposition = try arguments.transposition()
    excerpt.mutedChannels = try arguments.mutedChannels()
    excerpt.clickDecibels = try arguments.clickDecibels()
    if let end = excerpt.endSeconds, end <= excerpt.startSeconds {
      throw UsageError(reason: "--to must be later than --from.")
    }
    return excerpt
  }

  private static func maximumSeconds(_ arguments: Arguments) throws(UsageError) -> Double? {
    guard let text = arguments.value("longest") else { return nil }
    let units: [Character: Double] = ["s": 1, "m": 60, "h": 3600]
    let unit = text.last.flatMap { units[$0] }
    let number = Double(unit == nil ? text : String(text.dropLast()))
    guard let number, number.isFinite, number > 0 else {
      throw .invalid(text, "--longest", use: "a duration above 0, such as 90, 30m or 8h")
    }
    return number * (unit ?? 1)
  }
}
