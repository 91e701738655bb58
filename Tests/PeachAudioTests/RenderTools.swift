import Foundation
import PeachServices
import TestEnvironment
import Testing

/// Real files, and programs that read and play them: FluidSynth and the Python tools in
/// Tests/Tools.
enum RenderTools {
  static let smallBank = "/usr/share/sounds/sf2/TimGM6mb.sf2"
  static let compressedBank = "/usr/share/sounds/sf3/FluidR3Mono_GM.sf3"
  static let largeBank = "/usr/share/sounds/sf2/FluidR3_GM.sf2"
  static let userBank = "/usr/share/minuet/soundfonts/GeneralUser-v1.47.sf2"

  /// Whether Python has the packages that the tools need.
  static let canUsePython =
    OtherProgram.pythonHas("mido, numpy, scipy.io.wavfile")

  static let hasFluidSynth = OtherProgram.succeeds(["fluidsynth", "--version"])

  /// Whether songs, bank and programs for measured renderings are installed.
  static let canMeasure =
    TestFiles.exists(song("dance")) && TestFiles.exists(song("j-cycle"))
    && TestFiles.exists(smallBank)
    && hasFluidSynth && canUsePython
  static let whatIsMissing: Comment =
    "MIDI files, TimGM6mb.sf2, FluidSynth, or Python's mido, NumPy and SciPy are not there"

  static func song(_ name: String) -> String { TestFiles.shared("midi/\(name).mid") }

  /// Renders with FluidSynth without effects; a gain of 0.2 is −14 dB, as in Peach.
  static func fluidSynth(
    _ song: String, bank: String, to path: String, gain: Double = 0.2
  ) throws {
    try OtherProgram.output([
      "fluidsynth", "-ni", "-R", "0", "-C", "0", "-g", "\(gain)", "-r", "48000", "-T", "wav",
      "-O", "float", "-z", "64", "-o", "synth.polyphony=4096", "-F", path, bank, song,
    ])
  }

  /// Renders with Peach in floating point with the maximum polyphony.
  @discardableResult
  static func render(
    _ song: String, bank: String, to path: String, gain: Decibels = Decibels(-14),
    effects: Bool = false, interpolation: InterpolationQuality = RenderOptions().interpolation
  ) throws -> RenderSummary {
    var options = RenderOptions()
    options.interpolation = interpolation
    options.format = .float32
    options.maximumVoices = 4096
    options.gain = gain
    options.effects = effects
    options.limiter = false
    return try MIDIFile(contentsOf: song).render(
      with: SoundBank(contentsOf: bank), to: path, options: options)
  }
}

/// A temporary folder that is removed with this object.
final class RenderFolder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "peach-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// Returns the path of a file in the folder.
  func path(_ name: String) -> String { url.appending(path: name).path }
}
