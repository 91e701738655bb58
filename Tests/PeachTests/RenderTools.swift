import Foundation
import Peach
import Testing

/// Real files, and other programs that read and play them: FluidSynth, and Python with its tools in
/// Tests/Tools.
enum RenderTools {
  static let repository = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private static let sharedData: URL = {
    if let given = ProcessInfo.processInfo.environment["PEACH_SHARED_DATA"] {
      return URL(filePath: given)
    }
    let parent = repository.deletingLastPathComponent()
    let near = parent.appending(path: "shared/data")
    return exists(near.path)
      ? near : parent.deletingLastPathComponent().appending(path: "shared/data")
  }()

  static let smallBank = "/usr/share/sounds/sf2/TimGM6mb.sf2"
  static let compressedBank = "/usr/share/sounds/sf3/FluidR3Mono_GM.sf3"
  static let largeBank = "/usr/share/sounds/sf2/FluidR3_GM.sf2"
  static let userBank = "/usr/share/minuet/soundfonts/GeneralUser-v1.47.sf2"

  /// Whether Python has what the tools need.
  static let canUsePython =
    (try? run([python, "-c", "import mido, numpy, scipy.io.wavfile"])) != nil

  /// Whether songs, bank and programs that a measured rendering needs are all there.
  static let canMeasure =
    exists(song("dance")) && exists(song("j-cycle")) && exists(smallBank)
    && (try? run(["fluidsynth", "--version"])) != nil && canUsePython
  static let whatIsMissing: Comment =
    "MIDI files, TimGM6mb.sf2, FluidSynth, or Python's mido, NumPy and SciPy are not there"

  static func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

  static func song(_ name: String) -> String { shared("midi/\(name).mid") }

  /// A file of the shared test data.
  static func shared(_ path: String) -> String { sharedData.appending(path: path).path }

  private static let python = ProcessInfo.processInfo.environment["PEACH_PYTHON"] ?? "python3"

  /// What a command prints; an error where it fails.
  @discardableResult
  static func run(_ command: [String]) throws -> Data {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = command
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failure(description: "\(command) ended with \(process.terminationStatus)")
    }
    return data
  }

  /// What a tool of Tests/Tools prints.
  @discardableResult
  static func tool(_ name: String, _ arguments: [String]) throws -> Data {
    let path = repository.appending(path: "Tests/Tools/\(name)").path
    return try run([python, "-W", "ignore", path] + arguments)
  }

  /// FluidSynth's rendering, without its effects; 0.2 is −14 dB, as quiet as ours.
  static func fluidSynth(
    _ song: String, bank: String, to path: String, gain: Double = 0.2
  ) throws {
    try run([
      "fluidsynth", "-ni", "-R", "0", "-C", "0", "-g", "\(gain)", "-r", "48000", "-T", "wav",
      "-O", "float", "-z", "64", "-o", "synth.polyphony=4096", "-F", path, bank, song,
    ])
  }

  /// Our rendering, in floating point, with as many voices as there can be.
  @discardableResult
  static func render(
    _ song: String, bank: String, to path: String, gain: Decibels = Decibels(-14),
    effects: Bool = false
  ) throws -> RenderSummary {
    var options = RenderOptions()
    options.format = .float32
    options.maximumVoices = 4096
    options.gain = gain
    options.effects = effects
    options.limiter = false
    return try MIDIFile(contentsOf: song).render(
      with: SoundBank(contentsOf: bank), to: path, options: options)
  }

  struct Failure: Error, CustomStringConvertible { var description: String }
}

/// A folder that lasts as long as this object.
final class RenderFolder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "peach-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// The path of a file within it.
  func path(_ name: String) -> String { url.appending(path: name).path }
}
