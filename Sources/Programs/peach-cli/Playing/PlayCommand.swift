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
        .force, .fileType, .rate, .format, .device, .flag("jack", "use a JACK server"), .nullAudio,
      ],
      "Instruments": [.banks, .samplePath],
      "Pitch": [
        .referencePitch, .interpolation, .flag("pitch-bend", "set the pitch by key and pitch bend"),
        .tone, .flag("uncorrected", "do not correct the intonation of the bank's samples"),
        .vibrato, .smooth,
        .flag("as-recorded", "keep the vibrato and drift of the recordings and of the bank"),
      ],
      "Songs": SongOptions.songOptions,
    ],
    notes: [
      "PITCH is a frequency such as 442.3, or a note with cents such as A4, C#5 or Bb3-20c, "
        + "in equal\ntemperament. C4 is middle C, key 60. --a4 is the frequency of A4: of notes, "
        + "and of songs in\naddition to their own tunings. Drums keep their pitch.",
      "The pitch of the recordings is made constant: their vibrato, scoop and drift are removed.\n"
        + "Recordings of several players and drums stay as recorded. Of decaying tones, "
        + "the glide after\nthe onset is removed.",
      "Exit status: 0 on success, 1 on failure, 2 for invalid options, 4 if notes are silent "
        + "because\ntheir samples are missing or damaged.",
      "Without --bank, notes play the banks of the settings, then those installed.",
      "SONG.mid is a MIDI file, a folder of MIDI files, an M3U playlist, or - for standard input.\n"
        + "Songs play as recorded, unless --tone, --straight or --adaptive is passed. At a\n"
        + "terminal, keys control them:\n\(SongTransport.help)",
    ],
    examples: [
      "peach play 442.3 --sound cello --duration 2": "Play two seconds of a cello at 442.3 Hz.",
      "peach play A4+13c --sound cello": "Play a cello 13 cents above A4.",
      "peach play A4 --sound cello --vibrato 50": "Play half of the recorded vibrato.",
      "peach play 440 --sound sine --output a.wav": "Write a sine tone to a file.",
      "peach play A4 --bank gm.sf2 --bank cello.sfz=0:42 --sound sf2:0:42":
        "Play a cello of your own, which precedes that of gm.sf2.",
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
    let settings = CommonOptions.settings()
    let referencePitch = try arguments.referencePitch(settings)
    let frequency = try frequency(arguments.operands, referencePitch)
    let seconds = try arguments.number("duration", in: 0.001...86_400) ?? 2
    let amplitude = try arguments.number("amplitude", in: 0...1) ?? 0.8
    let tone = try arguments.recordingTone(settings, standard: .straight)
    let output = arguments.value("output")
    if let output { try arguments.checkAudioOutput(output) }
    for name in ["type", "format", "force"] where output == nil && arguments.has(name) {
      throw UsageError(reason: "--\(name) requires --output.")
    }
    let needsBanks = output == nil || (arguments.value("sound") ?? settings.soundSource) != "sine"
    let library = needsBanks ? try arguments.library() : SoundFontLibrary(folders: [])
    let note = RequestedNote(
      isStored: !arguments.has("sound"), referencePitch: referencePitch,
      source: try arguments.soundSource(stored: settings.soundSource, in: library),
      note: ScheduledNote(
        frequency: frequency, duration: .seconds(seconds), amplitude: amplitude),
      options: NoteOptions(
        pitchMode: arguments.has("pitch-bend") ? .midiBend : .frequency,
        intonation: tone.isCorrected ? IntonationCache() : nil, tone: tone.style,
        interpolation: try arguments.interpolation()))
    if output == StandardStream.name {
      try StandardStream.write { path in
        try write(note, of: library, to: path, called: "-", arguments: arguments, start: start)
      }
    } else if let path = output {
      try CommonOptions.checkReplacing(path, arguments)
      try write(note, of: library, to: path, called: path, arguments: arguments, start: start)
    } else {
      try await play(note, of: library, settings: settings, arguments: arguments, start: start)
    }
  }

  private static func playSongs(_ arguments: Arguments) throws {
    let settings = CommonOptions.settings()
    let options = try SongOptions(arguments, stored: settings)
    let queue = try SongQueue(arguments.operands)
    // Before the device is opened, whose error would seem to concern the song.
    var song: MIDIFile?
    if queue.paths.count == 1, queue.current != StandardStream.name,
      !FileAccess.isPipe(queue.current)
    {
      song = try LoadedSong(queue.current, options).file
    }
    let banks = try arguments.bankStack()
    if let song {
      try CommonOptions.checkBanks(banks, for: song)
      for warning in try arguments.channelWarnings(for: song) { Console.warning(warning) }
    }
    Interruption.watch()
    let session = SongSession(
      device: try device(settings: settings, arguments: arguments, file: .render))
    let terminal = SongTerminal()
    defer { terminal.restore() }
    let transport = try SongTransport(
      queue, session: session, banks: banks, options: options, terminal: terminal)
    defer {
      session.device.stop(.drain)
      warnOfUnderruns(session.device)
    }
    try transport.run()
  }

  /// Parses the pitch, whose unit may be a separate operand.
  private static func frequency(
    _ operands: [String], _ referencePitch: Frequency
  ) throws(UsageError) -> Frequency {
    if operands.count > 1, operands.count > 2 || operands[1].lowercased() != "hz" {
      let index = operands[1].lowercased() == "hz" ? 2 : 1
      throw UsageError(reason: "Unexpected argument \"\(operands[index])\".")
    }
    return try Arguments.pitch(
      operands.joined(separator: " "), called: "PITCH", in: 0.001...100_000, referencePitch)
  }

  private struct RequestedNote: Sendable {
    /// Whether the sound is that of the settings.
    var isStored: Bool
    var referencePitch: Frequency
    var source: SoundSource
    var note: ScheduledNote
    var options: NoteOptions

    /// Returns the requested preset; `nil` for the sine.
    func preset(in library: SoundFontLibrary) throws -> BankPreset? {
      if source == .sine { return nil }
      do {
        return try library.preset(for: source)
      } catch {
        if !isStored { throw error }
        throw CommandFailure(
          reason: "The setting soundSource is \"\(source)\". \(ErrorRemedy.message(for: error)) "
            + "Run `peach settings set soundSource NAME` to change it.")
      }
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
    // Unknown recordings are measured and straightened first.
    let waiting = WaitingLine("Preparing the sound")
    defer { waiting.clear() }
    var renderer = try NoteRenderer(
      playing: preset, note.note, sampleRate: Double(rate), options: note.options)
    waiting.clear()
    // Before the file is there, which an interruption removes.
    Interruption.watch()
    let writer = try AudioFileWriter(
      path: path, type: try arguments.fileType() ?? AudioFileType(ofPath: path) ?? .wav,
      sampleRate: rate, format: format)
    let blockFrames = 4096
    var left = [Float](repeating: 0, count: blockFrames)
    var right = left
    var position = 0
    var firstFrame: ContinuousClock.Instant?
    while position < renderer.frameCount {
      try Interruption.check()
      let count = min(blockFrames, renderer.frameCount - position)
      renderer.render(left: &left, right: &right, count: count)
      firstFrame = firstFrame ?? .now
      try writer.write(left: left, right: right, frameCount: count)
      position += count
    }
    let summary = try writer.finish()
    printNote(note, preset: preset)
    if preset != nil { try printTone(of: note, renderer.playedNote()) }
    let missing = try warnOfSamples(of: preset, renderer.missingSamples())
    let seconds = Double(summary.frameCount) / Double(rate)
    Console.info("\(name): \(seconds.decimals(2)) s, peak \(decibels(summary.peak)) dBFS")
    warnOfClipping(peak: summary.peak)
    printFirstFrameTime(since: start, at: firstFrame ?? .now)
    if missing { throw CommandExit(status: ExitStatus.incomplete) }
  }

  /// Prints the warnings of a note's bank, and about its samples. Returns whether it lacks any.
  private static func warnOfSamples(of preset: BankPreset?, _ missing: [String]) -> Bool {
    if let bank = preset?.bank {
      let path = bank.storage.path ?? bank.information.name
      Console.warn(of: bank, named: FileAccess.fileName(of: path))
    }
    for text in missing { Console.warning(text) }
    return !missing.isEmpty
  }

  /// Warns of a note above full scale, which a device or a file of integers clips.
  private static func warnOfClipping(peak: Float) {
    if peak <= 1 { return }
    Console.warning(
      "The peak of the note is \(decibels(peak)) dBFS, above full scale: it is clipped. Lower "
        + "--amplitude.")
  }

  /// Returns the peak of the start of a note.
  private static func peak(
    of note: RequestedNote, playing preset: BankPreset, rate: Double
  ) throws -> Float {
    var renderer = try NoteRenderer(
      playing: preset, note.note, sampleRate: rate, options: note.options)
    let blockFrames = 4096
    var left = [Float](repeating: 0, count: blockFrames)
    var right = left
    var peak: Float = 0
    var rest = min(renderer.frameCount, Int(saturating: peakSeconds * rate))
    while rest > 0 {
      let count = min(blockFrames, rest)
      renderer.render(left: &left, right: &right, count: count)
      for index in 0..<count { peak = max(peak, abs(left[index]), abs(right[index])) }
      rest -= count
    }
    return peak
  }

  /// The part of a note on a device whose peak is examined, in seconds.
  private static let peakSeconds = 10.0

  private static func play(
    _ note: RequestedNote, of library: SoundFontLibrary, settings: PeachSettings,
    arguments: Arguments,
    start: ContinuousClock.Instant
  ) async throws {
    let device = try device(settings: settings, arguments: arguments)
    let engine = try PlaybackEngine(device: device, interpolation: note.options.interpolation)
    let waiting = WaitingLine("Preparing the sound")
    defer { waiting.clear() }
    let player = try player(
      of: note, in: library, on: engine, isRequired: arguments.has("sound"))
    waiting.clear()
    let sampled = player as? SoundFontNotePlayer
    printNote(note, preset: sampled?.source)
    let missing = warnOfSamples(
      of: sampled?.source, try await sampled?.missingSamples(of: note.note) ?? [])
    Interruption.watch()
    let latency = Double(device.latencyFrames) / device.sampleRate
    let playing = Task {
      try await player.play([note.note]) { _ in
        let now = ContinuousClock.now
        if let sampled { try? printTone(of: note, sampled.playedNote(note.note)) }
        printFirstFrameTime(since: start, at: now, latency: latency)
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
    if let sampled {
      warnOfClipping(peak: try peak(of: note, playing: sampled.source, rate: device.sampleRate))
    }
    if missing { throw CommandExit(status: ExitStatus.incomplete) }
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

  private static func device(
    settings: PeachSettings, arguments: Arguments, file: MissingDevice.File = .output
  ) throws -> any AudioDevice {
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
      return try arguments.openDevice(settings, sampleRate: rate, file: file)
    } catch let error as AudioDeviceError {
      let other = file == .output ? "Pass --output" : "Run `peach render`"
      throw CommandFailure(
        reason: "\(ErrorRemedy.message(for: error)) \(other) to write a file, or pass "
          + "--null-audio to use no device.")
    }
  }

  private static func printFirstFrameTime(
    since start: ContinuousClock.Instant, at now: ContinuousClock.Instant, latency: Double? = nil
  ) {
    let milliseconds = (now - start) / .milliseconds(1)
    let device = latency.map { ", device latency \(($0 * 1000).decimals(0)) ms" } ?? ""
    Console.info("First frame after \(milliseconds.decimals(0)) ms\(device)")
  }

  private static func printNote(_ note: RequestedNote, preset: BankPreset?) {
    let hertz = note.note.frequency.hertz
    let (key, cents) = RecordingPitchReport.note(hertz, note.referencePitch)
    let name = preset.map { "\($0.preset.name) (\($0.bank.information.name))" } ?? "Sine"
    let rounded = cents.rounded(toDecimals: 2)
    let deviation =
      rounded == 0 ? "" : " \(rounded < 0 ? "−" : "+")\(abs(rounded).brief) cents"
    Console.info(
      "\(name) at \(hertz.rounded(toDecimals: 3).brief) Hz: \(key)\(deviation)"
        + RecordingPitchReport.suffix(note.referencePitch))
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
