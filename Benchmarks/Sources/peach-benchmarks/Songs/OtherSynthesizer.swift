import Foundation

/// A FluidSynth to compare with: its path, and how it is told to do what Peach does.
///
/// It runs as it comes: 4-point interpolation, 256 voices, reverb and chorus on; but where `commands`
/// are given, these first, as in its shell.
struct OtherSynthesizer {
  /// The program, found in PATH where it has no slash.
  var program = "fluidsynth"

  /// How the results name it.
  var name: String { program.contains("/") ? program : "Debian's FluidSynth" }

  /// A song into a WAV file of 16 bits.
  func render(
    _ song: String, bank: String, commands: String? = nil, to path: String
  ) -> [String] {
    [program, "-ni", "-q", "-r", "48000", "-O", "s16"] + (commands.map { ["-f", $0] } ?? [])
      + ["-F", path, bank, song]
  }

  /// The same without effects, for as many voices as there are.
  func renderDry(_ song: String, bank: String, to path: String) -> [String] {
    [
      program, "-ni", "-q", "-r", "48000", "-R", "0", "-C", "0", "-o", "synth.polyphony=8192",
      "-O", "s16", "-F", path, bank, song,
    ]
  }

  /// A song as bare frames on standard output, without effects.
  func stream(_ song: String, bank: String) -> [String] {
    [
      program, "-ni", "-q", "-r", "48000", "-R", "0", "-C", "0", "-O", "s16", "-T", "raw", "-F",
      "-",
      bank, song,
    ]
  }

  /// A shell, which reads commands from its input; nothing is played.
  func shell(bank: String) -> [String] {
    [program, "-n", "-q", "-a", "file", "-o", "audio.file.name=/dev/null", bank]
  }

  /// What has it interpolate 7 points, its highest order, on all channels.
  static let sevenPoints = "interp 7\n"

  /// What lists the first bank's presets in the shell.
  static let listing = "inst 1\nquit\n"
}
