import PeachServices

enum PracticeCommand: Command {
  static let syntax = Syntax(
    name: "practice", summary: "Render tracks to practice the parts of a song",
    purpose: "Renders two files for each part of a song: with the part raised, and without it.",
    operands: ["SONG.mid"],
    groups: [
      "Output": [
        .value(
          "output", "FOLDER", "folder for the files (default: the name of the song)", short: "o"),
        .fileType, .format, .rate, .mono, .channels,
        .value("quality", "0…1", "quality of .ogg, .opus and .mp3 files (default: 0.6)"),
        .value(
          "loudness", "LUFS",
          "integrated loudness of all files, −70 to −5 (ITU-R BS.1770-4; default: -16);\n"
            + "less if the true peak of one of them would exceed −1 dBTP"),
        .force, .json,
      ],
      "Parts": [
        .value(
          "part", "CHANNELS", "only the parts of these MIDI channels, such as 1,3-5 or 2:10"),
        .value("raise", "DECIBELS", "how much a part is raised, 0 to 24 (default: 6)"),
        .flag("only-without", "write only the files without the part, to play along"),
        .flag("only-raised", "write only the files with the part raised"),
      ],
      "Instruments": [
        .banks, .samplePath, .tone, .inTune, .straight, .straightVibrato,
        .flag("smooth", "smooth the levels of the partials of straight tones; requires --straight"),
      ],
      "Tuning": [.referencePitch] + Syntax.Option.tunings + Syntax.Option.adaptiveOptions
        + Syntax.Option.stretches,
      "Sound": [.voices, .interpolation, .noEffects],
      "Song": [.song, .loops, .tempo, .transpose, .instrument, .mute, .solo],
    ],
    notes: [
      "A part is a MIDI channel with notes. It has the name of the track that plays it."
    ],
    examples: [
      "peach practice quartet.mid": "Write quartet/01 Violin raised.wav, and so on.",
      "peach practice quartet.mid --part 3 --only-without --tempo 80":
        "Write the quartet without the viola, slower.",
      "peach practice choir.mid --raise 9 --type mp3 -o rehearsal":
        "Write MP3 files with each voice 9 dB louder.",
    ])

  static func run(_ arguments: Arguments) throws {
    let song = arguments.operands[0]
    let practice = try practice(arguments)
    let options = try options(arguments)
    let folder = try folder(of: song, arguments)
    let file = try arguments.song(at: song)
    let parts = file.parts.filter { practice.channels.contains($0.channel) }
    if parts.isEmpty {
      let names = file.parts.map { file.name(ofChannel: $0.channel) }
      throw CommandFailure(
        reason: names.isEmpty
          ? "\(song) has no notes."
          : "\(song) has no notes for these channels. Channels with notes: "
            + "\(names.joined(separator: ", ")).")
    }
    let isNew = FileAccess.resolved(folder) == nil
    if !isNew, !FileAccess.isFolder(folder) {
      throw UsageError(reason: "\(folder) is a file. \(syntax.name) requires a folder.")
    }
    let banks = try arguments.bankStack(for: file)
    for path in file.practicePaths(in: folder, options: options, practice: practice) {
      try CommonOptions.checkReplacing(path, arguments)
    }
    try FileAccess.makeFolder(ofFileAt: "\(folder)/file", isPrivate: false)
    let (tracks, summary) = try Progress.track(song) { report in
      try file.renderPractice(
        with: banks, to: folder, options: options, practice: practice, progress: report)
    }
    try report(tracks, summary, practice, file, arguments)
    if summary?.missingSamples.isEmpty == false {
      throw CommandExit(status: ExitStatus.incomplete)
    }
  }

  private static func report(
    _ tracks: [PracticeTrack], _ summary: RenderSummary?, _ practice: PracticeOptions,
    _ file: MIDIFile, _ arguments: Arguments
  ) throws {
    let warnings =
      try (summary.map { RenderReport.warnings($0) } ?? []) + arguments.channelWarnings(for: file)
    if arguments.has("json") {
      let list = tracks.map {
        [
          "file": $0.path, "channel": Int($0.part.channel % 16) + 1,
          "port": file.ports.count > 1 ? Int($0.part.channel / 16) + 1 : nil,
          "name": $0.part.name, "part": $0.kind.rawValue,
          "loudness": $0.loudness.isFinite ? $0.loudness : nil,
          "truePeak": $0.truePeak.isFinite ? $0.truePeak : nil,
        ] as JSON
      }
      return try Console.print(
        json: ["files": list, "raise": practice.raisedDecibels, "warnings": warnings] as JSON)
    }
    for warning in warnings { Console.warning(warning) }
    for track in tracks {
      Console.info(track.loudness.isFinite ? track.path : "\(track.path): silent")
    }
    guard let loudness = tracks.map({ $0.loudness }).first(where: { $0.isFinite }) else { return }
    let peak = tracks.map { $0.truePeak }.max() ?? 0
    Console.info(
      "\(Console.count(tracks.count, "file")) with a loudness of \(loudness.decimals(1)) LUFS, "
        + "true peaks up to \(peak.decimals(1)) dBTP")
    if loudness < practice.loudness - 0.05 {
      Console.info("At \(practice.loudness.brief) LUFS, true peaks would exceed −1 dBTP.")
    }
  }

  private static func folder(of song: String, _ arguments: Arguments) throws -> String {
    if let folder = arguments.value("output") {
      if folder == StandardStream.name {
        throw UsageError(reason: "--output is a folder: several files are written.")
      }
      return folder
    }
    guard song != StandardStream.name, !FileAccess.isPipe(song) else {
      throw UsageError(reason: "A song from standard input or a pipe requires --output.")
    }
    let path = RenderJob.audioPath(ofSong: song, type: .wav)
    return String(path.dropLast(".wav".count))
  }

  private static func practice(_ arguments: Arguments) throws -> PracticeOptions {
    var practice = PracticeOptions()
    practice.loudness = try arguments.number("loudness", in: -70 ... -5) ?? practice.loudness
    practice.raisedDecibels = try arguments.number("raise", in: 0...24) ?? practice.raisedDecibels
    if let text = arguments.value("part") {
      practice.channels = try Arguments.channels(text, "--part")
    }
    switch (arguments.has("only-without"), arguments.has("only-raised")) {
    case (true, true):
      throw UsageError(reason: "--only-without and --only-raised exclude each other.")
    case (true, false): practice.kinds = [.without]
    case (false, true): practice.kinds = [.raised]
    case (false, false): break
    }
    return practice
  }

  private static func options(_ arguments: Arguments) throws -> RenderOptions {
    var options = try arguments.fileOptions(named: nil)
    try arguments.setSoundOptions(of: &options, CommonOptions.settings())
    options.songNumber = try arguments.songNumber()
    options.loops = try arguments.loops()
    options.excerpt.rate = try arguments.tempo()
    options.excerpt.transposition = try arguments.transposition()
    options.excerpt.mutedChannels = try arguments.mutedChannels()
    return options
  }
}

extension Arguments {
  /// Returns options with the type and the format of files.
  ///
  /// - Parameter name: The name of the file, whose extension is its type without `--type`.
  func fileOptions(named name: String?) throws -> RenderOptions {
    var options = RenderOptions()
    options.sampleRate = try rate()
    options.format = try format()
    options.fileType = try fileType()
    options.isMono = try isMono()
    let named = name.flatMap { AudioFileType(ofPath: $0) }
    let isLossy = (options.fileType ?? named ?? .wav).isLossy
    for name in [isLossy ? "format" : "quality"] where has(name) {
      throw UsageError(
        reason: "--\(name) applies to \(isLossy ? "other" : ".ogg, .opus and .mp3") files only.")
    }
    options.quality = try number("quality", in: 0...1) ?? options.quality
    return options
  }
}
