import Foundation

/// A FluidSynth executable as the reference, and its command lines.
///
/// Its defaults are 4-point interpolation, 256 voices, reverb and chorus.
struct OtherSynthesizer {
  /// The program's path, or its name in `PATH`.
  var program = "fluidsynth"

  /// The name in the results.
  var name: String { program.contains("/") ? program : "Debian's FluidSynth" }

  /// Renders a song to a 16-bit WAV file, after some shell commands.
  func render(
    _ song: String, bank: String, commands: String? = nil, to path: String
  ) -> [String] {
    [program, "-ni", "-q", "-r", "48000", "-O", "s16"] + (commands.map { ["-f", $0] } ?? [])
      + ["-F", path, bank, song]
  }

  /// Renders a song without effects and with unlimited polyphony.
  func renderDry(_ song: String, bank: String, to path: String) -> [String] {
    [
      program, "-ni", "-q", "-r", "48000", "-R", "0", "-C", "0", "-o", "synth.polyphony=8192",
      "-O", "s16", "-F", path, bank, song,
    ]
  }

  /// Renders a song without effects to standard output, as raw frames.
  func stream(_ song: String, bank: String) -> [String] {
    [
      program, "-ni", "-q", "-r", "48000", "-R", "0", "-C", "0", "-O", "s16", "-T", "raw", "-F",
      "-", bank, song,
    ]
  }

  /// Starts a shell, which reads commands from standard input, without audio output.
  func shell(bank: String) -> [String] {
    [program, "-n", "-q", "-a", "file", "-o", "audio.file.name=/dev/null", bank]
  }

  /// The command for 7-point interpolation, the highest order, on all channels.
  static let sevenPoints = "interp 7\n"

  /// The commands that list the presets of the first bank.
  static let listing = "inst 1\nquit\n"
}
