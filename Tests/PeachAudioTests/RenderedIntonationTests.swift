import Foundation
import PeachServices
import TestEnvironment
import Testing

/// The error of rendered keys, by an estimator that knows neither regions nor loops
/// (Tests/Tools/rendered_pitch.py). Documentation/evidence/intonation.md lists all keys.
@Suite(
  "Intonation of rendered presets", .serialized,
  .enabled(
    if: RenderTools.canUsePython && OtherProgram.peach != nil, "NumPy or peach-cli is missing."))
struct RenderedIntonationTests {
  /// The output of rendered_intonation.py.
  struct Row: Decodable {
    struct Figures: Decodable {
      var median: Double
      var worst: Double
      var jumpOf90Percent: Double
    }
    struct Key: Decodable {
      var key: Int
      var after: Double
      /// The uncertainty of the measurement, in cents.
      var spread: Double
      /// The mean of the contour and its uncertainty.
      var contour: [Double]?
      var isPeriodic: Bool
    }
    var file: String
    var name: String
    var badge: String
    var after: Figures
    var silentKeys: [Int]
    var keys: [Key]
  }

  struct Case: Sendable, CustomStringConvertible {
    var preset: String
    var keys: ClosedRange<Int>
    var description: String { preset }
  }

  static let banks = TestScale.cases(
    short: [RenderTools.smallBank],
    full: [
      RenderTools.largeBank, RenderTools.compressedBank, RenderTools.smallBank,
      RenderTools.userBank,
    ]
  ).filter { TestFiles.exists($0) }
  /// The distance of the measured keys, in semitones.
  static let step = TestScale.cases(short: 14, full: 10)
  static let sustained = TestScale.cases(
    short: [Case(preset: "0:42", keys: 36...84)],
    full: [
      Case(preset: "0:42", keys: 36...84), Case(preset: "0:40", keys: 55...103),
      Case(preset: "0:71", keys: 50...94), Case(preset: "0:56", keys: 54...86),
      Case(preset: "0:68", keys: 58...91), Case(preset: "0:60", keys: 34...77),
      Case(preset: "0:73", keys: 60...98), Case(preset: "0:16", keys: 36...96),
      Case(preset: "0:19", keys: 36...96),
    ])
  static let decaying = TestScale.cases(
    short: [Case(preset: "0:0", keys: 60...71)],
    full: [
      Case(preset: "0:0", keys: 21...108), Case(preset: "0:46", keys: 23...103),
      Case(preset: "0:24", keys: 40...88), Case(preset: "0:25", keys: 40...88),
      Case(preset: "0:26", keys: 40...88), Case(preset: "0:27", keys: 40...88),
    ])
  static let celloKeys = TestScale.cases(short: 79...82, full: 36...84)

  private func row(
    _ chosen: Case, _ mode: String, of bank: String, step: Int, _ output: String
  ) throws -> Row {
    let peach = try #require(OtherProgram.peach)
    return try JSONDecoder().decode(
      Row.self,
      from: OtherProgram.tool(
        "rendered_intonation.py",
        [
          peach, bank, chosen.preset, "\(chosen.keys.lowerBound)", "\(chosen.keys.upperBound)",
          mode, "\(step)", output,
        ]))
  }

  @Test(
    "Sustained tones: median error 0.1 cents, maximum 0.3 (periodic loop) or 1, or as rated",
    .enabled(if: !banks.isEmpty, "No bank is installed."),
    arguments: banks, sustained)
  func held(bank: String, chosen: Case) throws {
    let row = try row(chosen, "steady", of: bank, step: Self.step, "tuned")
    print("\(bank), \(row.name), \(row.badge): \(row.after)")
    // Of each step, two adjacent keys are rendered.
    let minCount = min(2 * (chosen.keys.count / Self.step), chosen.keys.count)
    #expect(row.keys.count + row.silentKeys.count >= minCount)
    // Other ratings state the residual or the fluctuation of the sample, whichever is larger.
    let isExact = row.badge == "exact"
    let stated = row.badge.split(separator: " ").compactMap { Double($0) }.max()
    // The badge is rounded to a tenth.
    let rated = try isExact ? 1 : #require(stated, "\(row.badge)") + 0.05
    if isExact { #expect(row.after.median <= 0.1) }
    for key in row.keys {
      if isExact {
        #expect(abs(key.after) <= (key.isPeriodic ? 0.3 : rated), "key \(key.key)")
        continue
      }
      // Where vibrato modulates the levels of partials, their phases lose cycles. Windows do not,
      // but they average the vibrato less exactly.
      let estimates = [[key.after, key.spread], key.contour ?? []].filter { $0.count == 2 }
      #expect(estimates.contains { abs($0[0]) - $0[1] <= rated }, "key \(key.key)")
    }
  }

  @Test(
    "Decaying tones: steps of at most 1 cent for 90 % of adjacent keys",
    arguments: banks, decaying)
  func plucked(bank: String, chosen: Case) throws {
    let row = try row(chosen, "decaying", of: bank, step: 1, "after")
    print("\(bank), \(row.name), \(row.badge): \(row.after)")
    func isSmall() { #expect(row.after.jumpOf90Percent <= 1) }
    guard TestScale.isFull, let reason = Self.missedTargets["\(row.file) \(chosen.preset)"] else {
      return isSmall()
    }
    withKnownIssue("\(reason)", isSmall)
  }

  /// The presets that miss the target, with the reason.
  private static let missedTargets = [
    "FluidR3_GM.sf2 0:0":
      "1.16 cents: the two channels of key 27 differ by 50 cents; without it, 0.84",
    "FluidR3_GM.sf2 0:26": smallCorrections, "FluidR3Mono_GM.sf3 0:26": smallCorrections,
    "GeneralUser-v1.47.sf2 0:25": equalSeries, "GeneralUser-v1.47.sf2 0:26": equalSeries,
  ]
  private static let smallCorrections =
    "1.1 and 1.2 cents: corrections of 0.3 cents are below the doubt about a stiff string"
  private static let equalSeries =
    "1.1 and 2.0 cents: harmonic and stiff series hold the same power at single keys"

  @Test(
    "FluidSynth plays the loops of a corrected FluidR3Mono's cello within 0.15 cents of the report",
    .enabled(
      if: TestFiles.exists(RenderTools.compressedBank) && RenderTools.canMeasure,
      RenderTools.whatIsMissing))
  func otherSynthesizer() throws {
    let folder = try RenderFolder()
    let peach = try #require(OtherProgram.peach)
    let (tuned, song, sound) = (
      folder.path("tuned.sf3"), folder.path("song.mid"), folder.path("sound.wav")
    )
    let words = [peach, "tune", RenderTools.compressedBank, "--preset", "0:42", "-o", tuned]
    let table = try JSONDecoder().decode(Tuned.self, from: OtherProgram.output(words + ["--json"]))
    let range = ["\(Self.celloKeys.lowerBound)", "\(Self.celloKeys.upperBound)", "5", "0.2"]
    try OtherProgram.tool("rendered_pitch.py", ["song", song, "0:42"] + range)
    try RenderTools.fluidSynth(song, bank: tuned, to: sound)
    let output = try OtherProgram.tool("rendered_pitch.py", ["steady", sound] + range)
    var checked = 0
    for line in String(decoding: output, as: UTF8.self).split(separator: "\n") {
      let words = line.split(separator: " ").compactMap { Double($0) }
      guard words.count == 4 else { continue }
      let note = table.presets[0].notes.last { $0.key == Int(words[0]) && $0.velocity <= 100 }
      guard let note else { continue }
      // Measured from a third of the note on, where the sample loops.
      #expect(abs(words[2] - note.later) <= 0.15, "key \(words[0])")
      checked += 1
    }
    #expect(checked == Self.celloKeys.count)
  }

  private struct Tuned: Decodable {
    struct Preset: Decodable { var notes: [Note] }
    struct Note: Decodable {
      var key: Int
      var velocity: Int
      var later: Double
    }
    var presets: [Preset]
  }
}
