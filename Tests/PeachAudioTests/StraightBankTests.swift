import Foundation
import PeachServices
import TestEnvironment
import Testing

/// The first second of straight tones of real banks, as an independent program measures it
/// (Tests/Tools/sounding_pitch.py). Documentation/evidence/straight-tone-table.md has all presets.
@Suite(
  "Straight tones of real banks", .serialized,
  .enabled(
    if: RenderTools.canUsePython && OtherProgram.peach != nil, "NumPy or peach-cli is missing."))
struct StraightBankTests {
  struct Case: Sendable, CustomStringConvertible {
    var bank: String
    var preset: String
    /// The keys of the instrument's compass.
    var keys: ClosedRange<Int>
    var description: String { "\(preset) of \(bank.split(separator: "/").last ?? "")" }
  }

  /// Bowed strings and woodwinds: the loops are longer than several periods.
  static let sustained = TestScale.cases(
    short: [Case(bank: RenderTools.largeBank, preset: "0:42", keys: 60...72)],
    full: [RenderTools.largeBank, RenderTools.userBank].flatMap { bank in
      [
        Case(bank: bank, preset: "0:40", keys: 55...100),
        Case(bank: bank, preset: "0:41", keys: 48...88),
        Case(bank: bank, preset: "0:43", keys: 28...67),
        Case(bank: bank, preset: "0:73", keys: 60...96),
        Case(bank: bank, preset: "0:68", keys: 58...91),
        Case(bank: bank, preset: "0:70", keys: 34...75),
      ]
    } + [
      Case(bank: RenderTools.largeBank, preset: "0:42", keys: 36...84),
      Case(bank: RenderTools.largeBank, preset: "0:66", keys: 44...75),
    ]
  ).filter { TestFiles.exists($0.bank) }

  /// A second recording of the attack sounds at the same time.
  static let layered = TestScale.cases(
    short: [Case](), full: [Case(bank: RenderTools.userBank, preset: "0:42", keys: 36...84)]
  ).filter { TestFiles.exists($0.bank) }

  /// Brass, clarinets and GeneralUser's tenor saxophone, with loops of a few periods.
  static let brass = TestScale.cases(
    short: [Case](),
    full: [RenderTools.largeBank, RenderTools.userBank].flatMap { bank in
      [
        Case(bank: bank, preset: "0:56", keys: 52...84),
        Case(bank: bank, preset: "0:57", keys: 40...72),
        Case(bank: bank, preset: "0:71", keys: 50...91),
      ]
    } + [Case(bank: RenderTools.userBank, preset: "0:66", keys: 44...75)]
  ).filter { TestFiles.exists($0.bank) }

  /// Mean, largest deviation from 50 and from 150 ms on, in cents, by key.
  private func notes(
    _ chosen: Case, _ style: String, byPraat: Bool = false
  ) throws -> [Int: [Double]] {
    let step = TestScale.cases(short: 4, full: 1)
    let keys = stride(from: chosen.keys.lowerBound, through: chosen.keys.upperBound, by: step)
    let output = try OtherProgram.tool(
      "straight_tone_table.py",
      [
        "preset", try #require(OtherProgram.peach), chosen.bank, chosen.preset,
        keys.map { "\($0)" }.joined(separator: ","), style,
      ] + (byPraat ? ["praat"] : []))
    let found = try JSONDecoder().decode([String: [Double]].self, from: output)
    let pairs = found.compactMap { key, note in Int(key).map { ($0, note) } }
    return Dictionary(uniqueKeysWithValues: pairs)
  }

  @Test(
    "Strings and woodwinds: mean within 0.1 cents, 100 ms within 0.25 (median) and 0.8 (worst)",
    arguments: sustained)
  func sustainedTones(chosen: Case) throws {
    let notes = try notes(chosen, "straight")
    try #require(notes.count >= 3)
    for (key, note) in notes {
      // Above 2 kHz a cent is a fraction of what the frames' noise moves.
      #expect(abs(note[0]) <= (key > 95 ? 0.25 : 0.1), "mean of key \(key)")
      #expect(note[1] <= 0.8, "100 ms of key \(key)")
    }
    let windows = notes.values.map { $0[1] }.sorted()
    print("\(chosen): median \(windows[windows.count / 2]), worst \(windows.last ?? 0) cents")
    #expect(windows[windows.count / 2] <= 0.25)
  }

  /// Below the keys whose bow noise is as strong as their partials.
  static let confirmed = TestScale.cases(
    short: [Case(bank: RenderTools.largeBank, preset: "0:73", keys: 60...72)],
    full: [
      Case(bank: RenderTools.largeBank, preset: "0:42", keys: 36...76),
      Case(bank: RenderTools.largeBank, preset: "0:43", keys: 28...67),
      Case(bank: RenderTools.largeBank, preset: "0:66", keys: 44...75),
      Case(bank: RenderTools.largeBank, preset: "0:68", keys: 58...91),
      Case(bank: RenderTools.largeBank, preset: "0:70", keys: 34...75),
      Case(bank: RenderTools.largeBank, preset: "0:73", keys: 60...96),
    ]
  ).filter { TestFiles.exists($0.bank) }

  /// Praat's autocorrelation (Boersma 1993) of three periods follows noise that a comb of 100 ms
  /// averages: its windows vary more.
  @Test(
    "Praat, too, measures a mean within 0.1 cents, and 100 ms within 0.4 in the median",
    arguments: confirmed)
  func praat(chosen: Case) throws {
    let notes = try notes(chosen, "straight", byPraat: true)
    try #require(notes.count >= 3)
    for (key, note) in notes { #expect(abs(note[0]) <= 0.1, "mean of key \(key)") }
    let windows = notes.values.map { $0[1] }.sorted()
    print("\(chosen) by Praat: median \(windows[windows.count / 2]) cents")
    #expect(windows[windows.count / 2] <= 0.4)
  }

  @Test(
    "Layered attacks: mean within 0.1 cents, 100 ms within 3 from 50 ms, 0.8 from 150 ms on",
    arguments: layered)
  func layeredTones(chosen: Case) throws {
    let notes = try notes(chosen, "straight")
    try #require(notes.count >= 3)
    for (key, note) in notes {
      #expect(abs(note[0]) <= 0.1, "mean of key \(key)")
      #expect(note[1] <= 3, "key \(key) from 50 ms on")
      #expect(note[2] <= 0.8, "key \(key) from 150 ms on")
    }
  }

  @Test(
    "Loops of a few periods: 100 ms within 0.6 cents from 150 ms on, within 1.6 from 50 ms on",
    arguments: brass)
  func brassTones(chosen: Case) throws {
    let notes = try notes(chosen, "straight")
    try #require(notes.count >= 3)
    for (key, note) in notes {
      #expect(note[2] <= 0.6, "key \(key) from 150 ms on")
      #expect(note[1] <= 1.6, "key \(key) from 50 ms on")
    }
  }
}
