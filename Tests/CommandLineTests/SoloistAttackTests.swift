import Foundation
import TestEnvironment
import Testing

private let bank = "/usr/share/sounds/sf2/TimGM6mb.sf2"

/// Attacks of real instruments as `peach play` plays them, by two programs that share no code with
/// Peach: Praat's autocorrelation and phases of partials (Tests/Tools/soloist_table.py).
@Suite(
  "Attacks of soloists as `peach play` plays them",
  .enabled(if: TestFiles.exists(bank), "TimGM6mb.sf2 is not installed."),
  .enabled(if: OtherProgram.peach != nil, "Requires peach-cli."),
  .enabled(
    if: OtherProgram.pythonHas("numpy, scipy, parselmouth"),
    "Requires Python with NumPy, SciPy and Praat."))
struct SoloistAttackTests {
  // Keys below the recording's: their first 50 ms last longer. As recorded they begin 8 to 18 cents
  // flat at full level, and were so as straight tones, or refused as such.
  @Test(
    "The mean is within 1 cent, and each 100 ms from 50 ms on within 3, by both meters",
    arguments: TestScale.cases(
      short: [("66", "44"), ("42", "36")],
      full: [("66", "44"), ("66", "71"), ("71", "50"), ("70", "34"), ("41", "66"), ("42", "36")]))
  func attack(program: String, key: String) throws {
    let peach = try #require(OtherProgram.peach)
    let output = try OtherProgram.tool("soloist_table.py", ["notes", peach, bank, program, key])
    let lines = String(decoding: output, as: UTF8.self).split(separator: "\n")
    let line = try #require(lines.first { !$0.contains("--uncorrected") })
    #expect(line.hasPrefix("\(key) Straight tone"), "\(line)")
    let numbers = try JSON(String(line[(line.firstIndex(of: "{") ?? line.startIndex)...]))
    for meter in ["praat", "phases"] {
      let mean = try #require(numbers[meter]["mean"].number)
      let worst = try #require(numbers[meter]["worst"].number)
      #expect(abs(mean) <= 1 && abs(worst) <= 3, "\(meter): \(line)")
    }
  }
}
