import Foundation
import PeachAudio

/// `peach-benchmarks PEACH-CLI [options]`: measures Peach and compares it with FluidSynth.
@main
enum PeachBenchmarks {
  static let runs = 20
  // The limits of medians.
  static let listingMilliseconds = 20.0
  static let listingMegabytes = 20.0
  static let firstSoundMilliseconds = 50.0

  /// Exits with 1 if a target is missed, and with 2 if a measurement failed.
  static func main() {
    do {
      try measure()
    } catch {
      FileHandle.standardError.write(Data("peach-benchmarks: \(error)\n".utf8))
      exit(2)
    }
  }

  private static func measure() throws {
    var arguments = Array(CommandLine.arguments.dropFirst())
    let isJSON = arguments.contains("--json")
    arguments.removeAll { $0 == "--json" }
    let allArguments = arguments
    var bank = "/usr/share/sounds/sf2/FluidR3_GM.sf2"
    if let option = arguments.firstIndex(of: "--bank"), option + 1 < arguments.count {
      bank = arguments[option + 1]
      arguments.removeSubrange(option...(option + 1))
    }
    let parts = try BenchmarkParts(&arguments)
    guard arguments.count == 1 else {
      print(
        "peach-benchmarks PEACH-CLI [--bank FILE] [--json] [--only PART,…] [--many COUNT] "
          + "[--fluidsynth PROGRAM]…\nparts: \(BenchmarkParts.names.joined(separator: ", "))")
      exit(64)
    }
    var results = Results(
      machine: machine, load: loadAverage, bank: (bank as NSString).lastPathComponent,
      measurements: [], comparisons: [])
    if parts.selectedNames.count == 1 {
      results.measurements = try measurements(of: parts, program: arguments[0], bank: bank)
      results.comparisons = try parts.comparisons(peach: arguments[0], bank: bank)
    } else {
      try SeparateParts(arguments: allArguments).measure(parts.selectedNames, into: &results)
    }
    if isJSON {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
      print(String(decoding: try encoder.encode(results), as: UTF8.self))
    } else {
      results.printLines(runs: runs)
    }
    if !results.meetsTarget { exit(1) }
  }

  /// Measures the selected parts without a comparison.
  private static func measurements(
    of parts: BenchmarkParts, program: String, bank: String
  ) throws -> [Measurement] {
    var measurements: [Measurement] = []
    if parts.has("loading") {
      // Programs first: the system counts this process's memory at fork as theirs.
      measurements = try listing(program, bank: bank) + firstSounds(program, bank: bank)
      measurements.append(try firstSoundInProcess(bank: bank))
      measurements.append(
        try IntonationMeasurement.cachedCello(
          bank: bank, runs: runs, threshold: firstSoundMilliseconds))
      measurements += try IntonationMeasurement.uncachedPresets(bank: bank)
    }
    if parts.has("straight-tones") {
      measurements += try StraightToneMeasurement.all(program: program, bank: bank, runs: runs)
    }
    if parts.has("trainer") {
      measurements += try TrainerMeasurement.all(program: program, bank: bank, runs: runs / 2)
    }
    if parts.has("deadline") { measurements.append(try DeadlineMeasurement.blocks(bank: bank)) }
    if parts.has("chords") { measurements += try ChordMeasurement.all(bank: bank) }
    if parts.has("voices") { measurements += try VoiceMeasurement.all() }
    return measurements
  }

  /// Measures listing the presets of a bank, as an entire program.
  private static func listing(_ program: String, bank: String) throws -> [Measurement] {
    let command = [program, "sounds", "--bank", bank]
    let children = try (0..<runs).map { _ in try ChildProcess(command) }
    return [
      Measurement(
        "list presets, entire program", unit: "ms", values: children.map(\.milliseconds),
        threshold: listingMilliseconds),
      Measurement(
        "list presets, peak memory", unit: "MB",
        values: try children.map { _ in try ChildProcess.megabytes(of: command) },
        threshold: listingMegabytes),
    ]
  }

  /// Measures rendering 10 ms of the cello to a file as an entire program, with a warm and a cold
  /// page cache.
  private static func firstSounds(_ program: String, bank: String) throws -> [Measurement] {
    let folder = try Folder()
    let command = [
      program, "play", "442.3", "--sound", "cello", "--duration", "0.01", "--bank", bank,
      "--output", folder.path("cello.wav"),
    ]
    let warm = try (0..<runs).map { _ in try ChildProcess(command).milliseconds }
    let cold = try (0..<runs).map { _ in
      try evict(bank)
      return try ChildProcess(command).milliseconds
    }
    return [
      Measurement(
        "select the cello and render, entire program", unit: "ms", values: warm,
        threshold: firstSoundMilliseconds),
      Measurement(
        "select the cello and render, cold page cache", unit: "ms", values: cold,
        threshold: firstSoundMilliseconds),
    ]
  }

  /// Evicts a file from the page cache. No process may have mapped it.
  private static func evict(_ path: String) throws {
    #if os(Linux)
      let file = open(path, O_RDONLY)
      guard file >= 0, posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED) == 0 else {
        throw ChildProcess.Failure(description: "Cannot evict \(path) from the page cache.")
      }
      close(file)
    #endif
  }

  /// Measures the time from a bank's path to the first 64 frames of its cello, in this process.
  private static func firstSoundInProcess(bank path: String) throws -> Measurement {
    var left = [Float](repeating: 0, count: 64)
    var right = left
    let values = try (0..<runs).map { _ in
      let begun = ContinuousClock.now
      let bank = try SoundBank(contentsOf: path)
      var note = try NoteRenderer(
        playing: bank.preset(bank: 0, program: 42), frequency: .hertz(442.3),
        duration: .seconds(1), options: NoteOptions(intonation: nil, tone: .recorded))
      note.render(left: &left, right: &right, count: 64)
      let passed = (ContinuousClock.now - begun) / .milliseconds(1)
      precondition(left.contains { $0 != 0 }, "The cello is silent.")
      return passed
    }
    return Measurement(
      "select the cello and render, in process", unit: "ms", values: values,
      threshold: firstSoundMilliseconds)
  }

  private static var loadAverage: Double {
    var average = 0.0
    return getloadavg(&average, 1) == 1 ? (average * 100).rounded() / 100 : -1
  }

  private static var machine: String {
    #if arch(x86_64)
      let architecture = "x86-64"
    #elseif arch(arm64)
      let architecture = "arm64"
    #else
      let architecture = "other"
    #endif
    return "\(ProcessInfo.processInfo.activeProcessorCount)-core \(architecture)"
  }
}
