import Peach

enum PlayCommand: AsyncCommand {
  static let syntax = Syntax(
    name: "play", summary: "Play one note at an exact frequency",
    purpose: "Plays one note at an exact frequency, on an audio device or into a WAV file.",
    operands: ["HERTZ"],
    groups: [
      "Note": [
        .sound, .value("duration", "SECONDS", "note length (default: 2)"),
        .value("amplitude", "0…1", "loudness (default: 0.8)"),
      ],
      "Output": [
        .value("output", "FILE.wav", "WAV file, instead of the audio device", short: "o"),
        .rate, .format, .device, .nullAudio,
      ],
      "Instruments": [.bank, .samplePath],
      "Pitch": [
        .interpolation, .flag("pitch-bend", "set the pitch by key and pitch bend"),
        .flag("uncorrected", "do not correct the intonation of the bank's samples"),
        .flag("steady-pitch", "disable the bank's vibrato and pitch envelopes"),
      ],
    ],
    examples: [
      "peach play 442.3 --sound cello --duration 2": "Play two seconds of a cello at 442.3 Hz.",
      "peach play 440 --sound sine --output a.wav": "Write a sine tone to a file.",
    ])

  static func runAsync(_ arguments: Arguments) async throws {
    let start = ContinuousClock.now
    let hertz = try Arguments.number(arguments.operands[0], called: "HERTZ", in: 0.001...100_000)
    let seconds = try arguments.number("duration", in: 0.001...86_400) ?? 2
    let amplitude = try arguments.number("amplitude", in: 0...1) ?? 0.8
    let settings = CommonOptions.settings()
    let note = RequestedNote(
      source: try CommonOptions.soundSource(arguments.value("sound") ?? settings.soundSource),
      frequency: .hertz(hertz), duration: .seconds(seconds), amplitude: amplitude,
      pitchMode: arguments.has("pitch-bend") ? .midiBend : .frequency,
      intonation: arguments.has("uncorrected") ? nil : IntonationCache(),
      steadyPitch: arguments.has("steady-pitch"),
      interpolation: try arguments.interpolation())
    if let path = arguments.value("output") {
      try write(note, to: path, arguments: arguments, start: start)
    } else {
      try await play(note, settings: settings, arguments: arguments, start: start)
    }
  }

  private struct RequestedNote: Sendable {
    var source: SoundSource
    var frequency: Frequency
    var duration: Duration
    var amplitude: Double
    var pitchMode: PitchMode
    var intonation: IntonationCache?
    var steadyPitch: Bool
    var interpolation: InterpolationQuality
  }

  private static func write(
    _ note: RequestedNote, to path: String, arguments: Arguments, start: ContinuousClock.Instant
  ) throws {
    let rate = try arguments.rate()
    let format = try arguments.format()
    let preset =
      note.source == .sine ? nil : try arguments.library().preset(for: note.source)
    var renderer = try NoteRenderer(
      playing: preset, frequency: note.frequency, duration: note.duration,
      amplitude: note.amplitude, sampleRate: Double(rate), pitchMode: note.pitchMode,
      intonation: note.intonation, steadyPitch: note.steadyPitch,
      interpolation: note.interpolation)
    var writer = try WAVWriter(path: path, sampleRate: rate, format: format, isDithered: true)
    Interruption.watch()
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
    Console.info("\(path): \(summary.frameCount) frames, peak \(decibels(summary.peak)) dBFS")
  }

  private static func play(
    _ note: RequestedNote, settings: Settings, arguments: Arguments,
    start: ContinuousClock.Instant
  ) async throws {
    let library = try arguments.library()
    let device = try device(settings: settings, arguments: arguments)
    let engine = try PlaybackEngine(device: device, interpolation: note.interpolation)
    let sources = try NotePlayerFactory(
      engine: engine, library: library, source: note.source, pitchMode: note.pitchMode,
      intonation: note.intonation, steadyPitch: note.steadyPitch)
    sources.prepare()
    for problem in sources.problems {
      Console.warning("\(ErrorRemedy.message(for: problem.error)) Playing a sine wave instead.")
    }
    Interruption.watch()
    let playing = Task {
      try await sources.player.play(
        frequency: note.frequency, duration: note.duration, amplitude: note.amplitude)
    }
    let watching = Task {
      while !Task.isCancelled {
        if (try? Interruption.check()) == nil { playing.cancel() }
        if (try? await Task.sleep(for: .milliseconds(20))) == nil { return }
      }
    }
    defer { watching.cancel() }
    printFirstFrameTime(since: start, latency: Double(device.latencyFrames) / device.sampleRate)
    printNote(note, preset: try? library.preset(for: note.source))
    do {
      try await playing.value
    } catch is CancellationError {
      try await sources.player.stop()
      device.stop(.drain)
      throw CancellationError()
    }
    device.stop(.drain)
    if device.underrunCount > 0 {
      Console.warning(
        "\(Console.count(device.underrunCount, "buffer underrun")) occurred. Increase "
          + "periodFrames in the settings.")
    }
  }

  private static func device(settings: Settings, arguments: Arguments) throws -> any AudioDevice {
    let rate = try Double(arguments.rate())
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
    let (key, cents) = FrequencyCalculation.midiNoteAndCents(frequency: note.frequency)
    let name = preset.map { "\($0.preset.name) (\($0.bank.information.name))" } ?? "Sine"
    let sign = cents.value < 0 ? "−" : "+"
    Console.info(
      "\(name) at \(note.frequency.hertz.brief) Hz: key \(key.number) "
        + "\(sign)\(abs(cents.value).decimals(3)) cents")
  }

  static func decibels(_ peak: Float) -> String {
    Decibels(amplitude: Double(peak)).value.decimals(1)
  }
}
