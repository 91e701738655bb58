import Foundation
import PeachAudio
import PeachSynthesis

/// The time to make the cello's recordings straight, and the cost of rendering straight tones.
enum StraightToneMeasurement {
  private static let firstNoteMilliseconds = 300.0
  private static let presetMilliseconds = 1000.0
  private static let secondStartMilliseconds = 60.0
  private static let channelSecondMilliseconds = 10.0
  /// The required ratio of the rendering time as recorded to that without vibrato or with the
  /// recorded vibrato from the table.
  private static let renderingThreshold = 0.95

  private static let noteCount = 24
  private static let blockFrames = 256
  private static let blockCount = 200

  /// Measures with a warm page cache.
  static func all(program: String, bank: String, runs: Int) throws -> [Measurement] {
    try firstNote(bank: bank, runs: runs) + wholePreset(bank: bank, runs: runs / 2) + [
      secondStart(program: program, bank: bank, runs: runs),
      channelSecond(runs: runs / 4),
    ]
  }

  /// Returns the wall time of `work`, and its CPU time with a limit per core, which other programs
  /// affect less.
  private static func times(
    _ name: String, runs: Int, threshold: Double, _ work: () throws -> Void
  ) throws -> [Measurement] {
    let times = try (0..<runs).map { _ in
      let begun = (ContinuousClock.now, CPUTime.processMilliseconds)
      try work()
      return (
        (ContinuousClock.now - begun.0) / .milliseconds(1), CPUTime.processMilliseconds - begun.1
      )
    }
    let cores = Double(ProcessInfo.processInfo.activeProcessorCount)
    return [
      Measurement(name, unit: "ms", values: times.map(\.0), threshold: threshold),
      Measurement(
        name + ", CPU time", unit: "ms", values: times.map(\.1), threshold: threshold * cores),
    ]
  }

  private static func cello(_ path: String) throws -> BankPreset {
    try SoundBank(contentsOf: path).preset(bank: 0, program: 42)
  }

  /// Measures the time from a bank's path to the first 64 frames of its cello, without caches.
  private static func firstNote(bank path: String, runs: Int) throws -> [Measurement] {
    var left = [Float](repeating: 0, count: 64)
    var right = left
    return try times(
      "first note of the straight cello, without caches", runs: runs,
      threshold: firstNoteMilliseconds
    ) {
      var note = try NoteRenderer(
        playing: cello(path), frequency: .hertz(442.3), duration: .seconds(1),
        options: NoteOptions(
          intonation: IntonationCache(folder: nil), straightTones: StraightToneCache(folder: nil)))
      note.render(left: &left, right: &right, count: 64)
    }
  }

  /// Measures the time until all recordings of the cello are straight, on all cores.
  private static func wholePreset(bank path: String, runs: Int) throws -> [Measurement] {
    try times(
      "all keys of the straight cello, without caches", runs: runs, threshold: presetMilliseconds
    ) {
      let prepared = try cello(path).prepared(
        intonation: IntonationCache(folder: nil), tone: .straight,
        straightTones: StraightToneCache(folder: nil))
      withExtendedLifetime(prepared) {}
    }
  }

  /// Measures `peach play` into a file from the second run on, as an entire program.
  private static func secondStart(program: String, bank: String, runs: Int) throws -> Measurement {
    let folder = try Folder()
    let command = [
      "env", "XDG_CACHE_HOME=" + folder.path("cache"), program, "play", "442.3", "--sound", "cello",
      "--duration", "0.01", "--bank", bank, "--output", folder.path("cello.wav"),
    ]
    _ = try ChildProcess(command)
    return Measurement(
      "select the straight cello and render, entire program, second run", unit: "ms",
      values: try (0..<runs).map { _ in try ChildProcess(command).milliseconds },
      threshold: secondStartMilliseconds)
  }

  /// Measures the CPU time of straightening, with verification, for each second of a channel: that
  /// of preparing a generated tone with vibrato, less that as recorded.
  private static func channelSecond(runs: Int) throws -> Measurement {
    let seconds = 8
    let bank = SoundBank(playing: vibratoTone(seconds: seconds), generators: [:], modulators: [])
    let preset = BankPreset(bank: bank, index: 0)
    func milliseconds(_ tone: ToneStyle) throws -> Double {
      let cache = StraightToneCache(folder: nil)
      let begun = CPUTime.processMilliseconds
      let prepared = try preset.prepared(
        intonation: IntonationCache(folder: nil), tone: tone, straightTones: cache)
      let passed = CPUTime.processMilliseconds - begun
      guard (cache.straightenedCount > 0) == (tone == .straight) else {
        throw ChildProcess.Failure(description: "The generated tone was not straightened.")
      }
      return withExtendedLifetime(prepared) { passed }
    }
    return Measurement(
      "straighten a second of a channel, CPU time", unit: "ms",
      values: try (0..<runs).map { _ in
        (try milliseconds(.straight) - milliseconds(.recorded)) / Double(seconds)
      }, threshold: channelSecondMilliseconds)
  }

  /// A4 with ten partials and a vibrato of 25 cents at 5.5 Hz.
  private static func vibratoTone(seconds: Int) -> SoundBank.Recording {
    let sampleRate = 44_100
    var phase = 0.0
    let frames = (0..<seconds * sampleRate).map { frame in
      let cents = 25 * sin(2 * .pi * 5.5 * Double(frame) / Double(sampleRate))
      phase += 440 * exp2(cents / 1200) / Double(sampleRate)
      let sum = (1...10).reduce(0.0) { $0 + sin(2 * .pi * phase * Double($1)) / Double($1) }
      return Int16(sum * 8000)
    }
    return SoundBank.Recording(
      name: "Tone", frames: frames, sampleRate: Double(sampleRate), rootKey: 69)
  }

  // MARK: Rendering

  /// Compares the CPU time of rendering straight tones with that of the recordings.
  static func comparisons(bank path: String, pairs: Int = 9) throws -> [Comparison] {
    let preset = try cello(path)
    let (intonation, straightTones) = (
      IntonationCache(folder: nil), StraightToneCache(folder: nil)
    )
    let recorded = try preset.prepared(intonation: intonation)
    let straight = try preset.prepared(
      intonation: intonation, tone: .straight, straightTones: straightTones)
    return [0.0, 1].map { amount in
      Comparison(
        "a frame of a straight cello's note, \(Int(100 * amount)) % vibrato", other: "as recorded",
        unit: "ns",
        pairs: (0..<pairs).map { _ in
          (nanoseconds(straight, vibrato: amount), nanoseconds(recorded, vibrato: 0))
        }, threshold: renderingThreshold)
    }
  }

  /// Returns the CPU time for each frame of a note.
  private static func nanoseconds(_ preset: PreparedPreset, vibrato: Double) -> Double {
    var configuration = SynthesizerConfiguration(maximumVoices: 4 * noteCount, effects: false)
    configuration.vibratoAmount = Float(vibrato)
    var synthesizer = Synthesizer(configuration)
    synthesizer.use(preset, onChannel: 0)
    for number in 0..<noteCount {
      synthesizer.handle(
        .startNote(Note(id: UInt64(number + 1), noteNumber: 40 + 1.5 * Double(number))))
    }
    var left = [Float](repeating: 0, count: blockFrames)
    var right = left
    func render() {
      for _ in 0..<blockCount {
        synthesizer.render(left: &left, right: &right, count: blockFrames)
      }
    }
    // Until the loops have begun.
    for _ in 0..<3 { render() }
    let begun = CPUTime.threadMilliseconds
    render()
    let passed = CPUTime.threadMilliseconds - begun
    precondition(left.contains { $0 != 0 }, "The cello is silent.")
    return withExtendedLifetime(preset) {
      passed * 1e6 / Double(blockCount * blockFrames * noteCount)
    }
  }
}
