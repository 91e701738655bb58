import PeachServices

enum PlayCommand: AsyncCommand {
  static let syntax = Syntax(
    name: "play", summary: "Play a note at an exact frequency, or MIDI files",
    purpose: "Plays one note at an exact frequency, or MIDI files.",
    usage: ["[options] PITCH [Hz]", "[options] SONG.mid…"],
    operands: ["PITCH|SONG.mid", "[Hz|SONG.mid…]"],
    groups: [
      "Note": [
        .sound, .value("duration", "SECONDS", "note length (default: 2)"),
        .value("amplitude", "0…1", "loudness (default: 0.8)"),
      ],
      "Output": [
        .value(
          "output", "FILE", "audio file, instead of the audio device; - for standard output",
          short: "o"),
        .fileType, .rate, .format, .device, .flag("jack", "use a JACK server"), .nullAudio,
      ],
      "Instruments": [.bank, .samplePath],
      "Pitch": [
        .interpolation, .flag("pitch-bend", "set the pitch by key and pitch bend"),
        .flag("uncorrected", "do not correct the intonation of the bank's samples"),
        .vibrato, .smooth,
        .flag("as-recorded", "keep the vibrato and drift of the recordings and of the bank"),
      ],
      "Songs": SongOptions.songOptions,
    ],
    notes: [
      "PITCH is a frequency such as 442.3, or a note with cents such as A4, C#5 or Bb3-20c, "
        + "in equal\ntemperament with A4 at 440 Hz. C4 is middle C, key 60.",
      "The pitch of the recordings is made constant: their vibrato, scoop and drift are removed.\n"
        + "Recordings of several players and drums stay as recorded. Of decaying tones, "
        + "the glide after\nthe onset is removed.",
      "SONG.mid is a MIDI file, a folder of MIDI files, an M3U playlist, or - for standard input.\n"
        + "Songs play as recorded, unless --in-tune or --straight is passed. At a terminal, keys\n"
        + "control them:\n\(SongTransport.help)",
    ],
    examples: [
      "peach play 442.3 --sound cello --duration 2": "Play two seconds of a cello at 442.3 Hz.",
      "peach play A4+13c --sound cello": "Play a cello 13 cents above A4.",
      "peach play A4 --sound cello --vibrato 50": "Play half of the recorded vibrato.",
      "peach play 440 --sound sine --output a.wav": "Write a sine tone to a file.",
      "peach play suite.mid": "Play a MIDI file with the first installed bank.",
      "peach play suite.mid --loop 5-8 --tempo 70 --solo 1":
        "Practise four bars of the first channel, slower.",
    ])

  static func runAsync(_ arguments: Arguments) async throws {
    let start = ContinuousClock.now
    if arguments.operands.contains(where: SongQueue.isSong) { return try playSongs(arguments) }
    for option in SongOptions.songOptions where arguments.has(option.name) {
      throw UsageError(reason: "--\(option.name) applies to songs only, not to a note.")
    }
    let frequency = try frequency(arguments.operands)
    let seconds = try arguments.number("duration", in: 0.001...86_400) ?? 2
    let amplitude = try arguments.number("amplitude", in: 0...1) ?? 0.8
    let tone = try arguments.tone()
    let output = arguments.value("output")
    if let output { try arguments.checkAudioOutput(output) }
    for name in ["type", "format"] where output == nil && arguments.has(name) {
      throw UsageError(reason: "--\(name) requires --output.")
    }
    let settings = CommonOptions.settings()
    let needsBanks = output == nil || (arguments.value("sound") ?? settings.soundSource) != "sine"
    let library = needsBanks ? try arguments.library() : SoundFontLibrary(folders: [])
    let note = RequestedNote(
      source: try arguments.soundSource(stored: settings.soundSource, in: library),
      note: ScheduledNote(
        frequency: frequency, duration: .seconds(seconds), amplitude: amplitude),
      options: NoteOptions(
        pitchMode: arguments.has("pitch-bend") ? .midiBend : .frequency,
        intonation: arguments.has("uncorrected") ? nil : IntonationCache(), tone: tone,
        interpolation: try arguments.interpolation()))
    if output == StandardStream.name {
      try StandardStream.write { path in
        try write(note, of: library, to: path, called: "-", arguments: arguments, start: start)
      }
    } else if let path = output {
      try write(note, of: library, to: path, called: path, arguments: arguments, start: start)
    } else {
      try await play(note, of: library, settings: settings, arguments: arguments, start: start)
    }
  }

  private static func playSongs(_ arguments: Arguments) throws {
    let options = try SongOptions(arguments)
    let queue = try SongQueue(arguments.operands)
    let bank = try arguments.firstBank().bank
    let settings = CommonOptions.settings()
    Interruption.watch()
    let session = SongSession(device: try device(settings: settings, arguments: arguments))
    let terminal = SongTerminal()
    defer { terminal.restore() }
    let transport = try SongTransport(
      queue, session: session, bank: bank, options: options, terminal: terminal)
    defer {
      session.device.stop(.drain)
      warnOfUnderruns(session.device)
    }
    try transport.run()
  }

  /// Parses the pitch, whose unit may be a separate operand.
  private static func frequency(_ operands: [String]) throws(UsageError) -> Frequency {
    if operands.count > 1, operands.count > 2 || operands[1].lowercased() != "hz" {
      let index = operands[1].lowercased() == "hz" ? 2 : 1
      throw UsageError(reason: "Unexpected argument \"\(operands[index])\".")
    }
    let text = operands.joined(separator: " ")
    guard let frequency = Frequency(text), 0.001...100_000 ~= frequency.hertz else {
      throw .invalid(
        text, "PITCH",
        use: "0.001 to 100000 Hz, such as 442.3, or a note such as A4, C#5 or Bb3-20c")
    }
    return frequency
  }

  private struct RequestedNote: Sendable {
    var source: SoundSource
    var note: ScheduledNote
    var options: NoteOptions

    /// Returns the requested preset; `nil` for the sine.
    func preset(in library: SoundFontLibrary) throws -> BankPreset? {
      if source == .sine { return nil }
      return try library.preset(
        for: source, ratedBy: options.intonation, straightTones: options.straightTones)
    }

    /// Returns the phrase for how the recordings of the note are played.
    func phrase(for played: PlayedNote) -> String {
      guard played.tone == .straight else {
        return played.tone.phrase + (played.isCorrected ? ", mean corrected" : "")
      }
      let tone = options.tone
      let phrase = tone.smoothsLevels ? "straight tone, levels smoothed" : "straight tone"
      if tone.vibrato == 0 { return phrase }
      let separator = tone.smoothsLevels ? "," : ""
      return "\(phrase)\(separator) with \((tone.vibrato * 100).brief) % vibrato"
    }
  }

  private static func write(
    _ note: RequestedNote, of library: SoundFontLibrary, to path: String, called name: String,
    arguments: Arguments, start: ContinuousClock.Instant
  ) throws {
    let rate = try arguments.rate()
    let format = try arguments.format()
    let preset = try note.preset(in: library)
    var renderer = try NoteRenderer(
      playing: preset, note.note, sampleRate: Double(rate), options: note.options)
    // Before the file is there, which an interruption removes.
    Interruption.watch()
    let writer = try AudioFileWriter(
      path: path, type: try arguments.fileType() ?? AudioFileType(ofPath: path) ?? .wav,
      sampleRate: rate, format: format)
    let blockFrames = 4096
    var left = [Float](repeating: 0, count: blockFrames)
    var right = left
    var position = 0
    while position < renderer.frameCount {
      try Interruption.check()
      let count = min(blockFrames, renderer.frameCount - position)
      renderer.render(left: &left, right: &right, count: count)
      if position == 0 { printFirstFrameTime(since: start) }
      try writer.write(left: left, right: right, frameCount: count)
      position += count
    }
    let summary = try writer.finish()
    printNote(note, preset: preset)
    if preset != nil { try printTone(of: note, renderer.playedNote()) }
    Console.info("\(name): \(summary.frameCount) frames, peak \(decibels(summary.peak)) dBFS")
  }

  private static func play(
    _ note: RequestedNote, of library: SoundFontLibrary, settings: PeachSettings,
    arguments: Arguments,
    start: ContinuousClock.Instant
  ) async throws {
    let device = try device(settings: settings, arguments: arguments)
    let engine = try PlaybackEngine(device: device, interpolation: note.options.interpolation)
    let player = try player(
      of: note, in: library, on: engine, isRequired: arguments.has("sound"))
    let sampled = player as? SoundFontNotePlayer
    printNote(note, preset: sampled?.source)
    Interruption.watch()
    let latency = Double(device.latencyFrames) / device.sampleRate
    let playing = Task {
      try await player.play([note.note]) { _ in
        printFirstFrameTime(since: start, latency: latency)
        if let sampled { try? printTone(of: note, sampled.playedNote(note.note)) }
      }
    }
    let watching = Task {
      while !Task.isCancelled {
        if (try? Interruption.check()) == nil { playing.cancel() }
        if (try? await Task.sleep(for: .milliseconds(20))) == nil { return }
      }
    }
    defer { watching.cancel() }
    do {
      try await playing.value
    } catch is CancellationError {
      try await player.stop()
      device.stop(.drain)
      throw CancellationError()
    }
    device.stop(.drain)
    warnOfUnderruns(device)
  }

  /// Returns the player of the requested sound. Unless that is required, a sine replaces a sound
  /// that cannot be loaded.
  private static func player(
    of note: RequestedNote, in library: SoundFontLibrary, on engine: PlaybackEngine,
    isRequired: Bool
  ) throws -> ChannelPlayer {
    do {
      if let preset = try note.preset(in: library) {
        return try SoundFontNotePlayer(playing: preset, on: engine, options: note.options)
      }
    } catch  where !isRequired {
      Console.warning("\(ErrorRemedy.message(for: error)) Playing a sine wave instead.")
    }
    return try SineWaveNotePlayer(on: engine)
  }

  private static func warnOfUnderruns(_ device: any AudioDevice) {
    if device.underrunCount == 0 { return }
    Console.warning(
      "\(Console.count(device.underrunCount, "buffer underrun")) occurred. Increase "
        + "periodFrames in the settings.")
  }

  private static func device(settings: PeachSettings, arguments: Arguments) throws
    -> any AudioDevice
  {
    let rate = try Double(arguments.rate())
    let chosen = ["jack", "device", "null-audio"].filter { arguments.has($0) }
    if chosen.count > 1 {
      throw UsageError(reason: "--\(chosen[0]) and --\(chosen[1]) exclude each other.")
    }
    if arguments.has("jack"), arguments.has("rate") {
      throw UsageError(reason: "--rate and --jack exclude each other: the server has a rate.")
    }
    if arguments.has("jack") { return try JACKDevice(name: "peach") }
    do {
      return try arguments.openDevice(settings, sampleRate: rate)
    } catch {
      throw CommandFailure(
        reason: "\(ErrorRemedy.message(for: error)) Pass --output to write a file, or --null-audio "
          + "to use no device.")
    }
  }

  private static func printFirstFrameTime(
    since start: ContinuousClock.Instant, latency: Double? = nil
  ) {
    let milliseconds = (ContinuousClock.now - start) / .milliseconds(1)
    let device = latency.map { ", device latency \(($0 * 1000).decimals(1)) ms" } ?? ""
    Console.info("First frame after \(milliseconds.decimals(1)) ms\(device)")
  }

  private static func printNote(_ note: RequestedNote, preset: BankPreset?) {
    let (key, cents) = FrequencyCalculation.midiNoteAndCents(frequency: note.note.frequency)
    let name = preset.map { "\($0.preset.name) (\($0.bank.information.name))" } ?? "Sine"
    let sign = cents.value < 0 ? "−" : "+"
    Console.info(
      "\(name) at \(note.note.frequency.hertz.brief) Hz: key \(key.number) "
        + "\(sign)\(abs(cents.value).decimals(3)) cents")
  }

  /// Prints how the recordings of the note are played.
  private static func printTone(of note: RequestedNote, _ played: PlayedNote?) throws {
    guard let phrase = played.map(note.phrase) else { return }
    Console.info(phrase.prefix(1).uppercased() + phrase.dropFirst())
  }

  static func decibels(_ peak: Float) -> String {
    Decibels(amplitude: Double(peak)).value.decimals(1)
  }
}
