import Peach

/// `peach play 442.3 --sound cello --for 2`: one note, at exactly that pitch.
enum PlayCommand: WaitingCommand {
  static let syntax = Syntax(
    name: "play", summary: "Plays a note at any pitch, on the sound device or into a file.",
    operands: ["HERTZ"],
    options: [
      .init(name: "sound", value: "NAME", help: "sine, a preset's name, or sf2:BANK:PROGRAM"),
      .init(name: "for", value: "SECONDS", help: "how long, to the frame (2)"),
      .init(name: "amplitude", value: "0…1", help: "how loud (0.8)"),
      .init(
        name: "out", value: "FILE.wav", help: "into a file instead of the device", short: "o"),
      Shared.bankOption, Shared.samplesOption, Shared.rateOption, Shared.formatOption,
      .init(name: "device", value: "NAME", help: "a device that `peach devices` lists"),
      .init(name: "silent", value: nil, help: "keep time without a sound device"),
      Shared.interpolationOption,
      .init(name: "midi-bend", value: nil, help: "get the pitch by key and pitch bend"),
      .init(name: "as-recorded", value: nil, help: "as far out of tune as the bank's recordings"),
      .init(name: "steady", value: nil, help: "without vibrato that the bank adds"),
    ],
    examples: [
      ("peach play 442.3 --sound cello --for 2", "two seconds of a cello at 442.3 Hz"),
      ("peach play 440 --sound sine --out a.wav", "a sine into a file"),
    ])

  static func wait(_ arguments: Arguments) async throws {
    let begun = ContinuousClock.now
    let hertz = try Arguments.number(
      arguments.operands[0], called: "the pitch", in: 0.001...100_000)
    let seconds = try arguments.number("for", in: 0.001...86_400) ?? 2
    let amplitude = try arguments.number("amplitude", in: 0...1) ?? 0.8
    let settings = Shared.settings()
    let wanted = arguments.value("sound") ?? settings.soundSource
    guard let source = SoundSource(wanted) else {
      throw UsageError(
        reason: "\"\(wanted)\" is no sound; write sine, a name, or sf2:<bank>:<program>.")
    }
    let note = RequestedNote(
      source: source, frequency: .hertz(hertz), duration: .seconds(seconds),
      amplitude: amplitude, path: arguments.has("midi-bend") ? .midiBend : .direct,
      intonation: arguments.has("as-recorded") ? nil : IntonationCache(),
      steadyPitch: arguments.has("steady"),
      interpolation: try Shared.interpolation(arguments))
    if let path = arguments.value("out") {
      try write(note, to: path, arguments: arguments, begun: begun)
    } else {
      try await sound(note, settings: settings, arguments: arguments, begun: begun)
    }
  }

  private struct RequestedNote: Sendable {
    var source: SoundSource
    var frequency: Frequency
    var duration: Duration
    var amplitude: Double
    var path: PitchPath
    var intonation: IntonationCache?
    var steadyPitch: Bool
    var interpolation: InterpolationQuality
  }

  private static func write(
    _ note: RequestedNote, to path: String, arguments: Arguments,
    begun: ContinuousClock.Instant
  ) throws {
    let rate = try Shared.rate(arguments)
    let format = try Shared.format(arguments)
    let preset =
      note.source == .sine ? nil : try Shared.library(arguments).preset(for: note.source)
    var renderer = try NoteRenderer(
      playing: preset, frequency: note.frequency, duration: note.duration,
      amplitude: note.amplitude, sampleRate: Double(rate), path: note.path,
      intonation: note.intonation, steadyPitch: note.steadyPitch,
      interpolation: note.interpolation)
    var writer = try WAVWriter(path: path, sampleRate: rate, format: format)
    Interruption.watch()
    let blockFrames = 4096
    var left = [Float](repeating: 0, count: blockFrames)
    var right = left
    var done = 0
    while done < renderer.frameCount {
      try Interruption.check()
      let count = min(blockFrames, renderer.frameCount - done)
      renderer.render(left: &left, right: &right, count: count)
      if done == 0 { tellFirstFrame(since: begun) }
      try writer.write(left: left, right: right, frameCount: count)
      done += count
    }
    let summary = try writer.finish()
    tellNote(note, preset: preset)
    Console.note("\(path): \(summary.frameCount) frames, peak \(decibels(summary.peak)) dBFS")
  }

  private static func sound(
    _ note: RequestedNote, settings: Settings, arguments: Arguments,
    begun: ContinuousClock.Instant
  ) async throws {
    let library = try Shared.library(arguments)
    let device = try device(settings: settings, arguments: arguments)
    let engine = try PlaybackEngine(
      device: device, interpolation: note.interpolation)
    let sources = try SoundSources(
      engine: engine, library: library, source: note.source, path: note.path,
      intonation: note.intonation, steadyPitch: note.steadyPitch)
    sources.prepare()
    for problem in sources.problems { Console.error(problem) }
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
    tellFirstFrame(since: begun, latency: Double(device.latencyFrames) / device.sampleRate)
    tellNote(note, preset: try? library.preset(for: note.source))
    do {
      try await playing.value
    } catch is CancellationError {
      try await sources.player.stop()
      device.stop(.afterWhatWasRendered)
      throw CancellationError()
    }
    device.stop(.afterWhatWasRendered)
    if device.underrunCount > 0 {
      Console.note("the device ran dry \(device.underrunCount) times; try a longer period.")
    }
  }

  private static func device(
    settings: Settings, arguments: Arguments
  ) throws -> any AudioDevice {
    let rate = try Double(Shared.rate(arguments))
    do {
      return try StandardDevice.open(
        arguments.value("device") ?? settings.device, sampleRate: rate,
        periodFrames: settings.periodFrames, bufferFrames: settings.bufferFrames,
        isSilent: arguments.has("silent"))
    } catch {
      throw CommandFailure(
        reason: "\(error) Without a device, --out writes a file and --silent keeps time.")
    }
  }

  private static func tellFirstFrame(
    since begun: ContinuousClock.Instant, latency: Double? = nil
  ) {
    let milliseconds = (ContinuousClock.now - begun) / .milliseconds(1)
    let device = latency.map { ", the device adds \(($0 * 1000).decimals(1)) ms" } ?? ""
    Console.note("first frame after \(milliseconds.decimals(1)) ms\(device)")
  }

  private static func tellNote(_ note: RequestedNote, preset: BankPreset?) {
    let (key, cents) = FrequencyCalculation.midiNoteAndCents(frequency: note.frequency)
    let name = preset.map { "\($0.preset.name) (\($0.bank.information.name))" } ?? "Sine"
    let sign = cents.value < 0 ? "−" : "+"
    Console.note(
      "\(name) at \(note.frequency.hertz.brief) Hz: key \(key.number) "
        + "\(sign)\(abs(cents.value).decimals(3)) cents")
  }

  static func decibels(_ peak: Float) -> String {
    Decibels(amplitude: Double(peak)).value.decimals(1)
  }
}
