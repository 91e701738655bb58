import Foundation
import PeachEarTraining
import PeachMusicUnits
import PeachTrainingStore
import PeachTrialRecords
import Testing

@Suite("peach listen-test --results and --export")
struct ListeningResultsTests {
  let peach: Peach

  init() throws { peach = try Peach() }

  /// Returns a complete test in which the first `correct` of `count` answers are right.
  private static func abx(
    _ correct: Int, of count: Int, sound: String = "sf2:0:42", session: Character = "1",
    planned: Int? = nil
  ) -> [ListeningRecord] {
    let plan = ListeningPlan(
      kind: .abx, pair: .straightening,
      conditions: [ListeningCondition(sound: 0, frequency: .hertz(220))], count: count, seed: 1)
    return plan.trials.enumerated().map { index, trial in
      let answer: ListeningAnswer = trial.isXEqualToB == (index < correct) ? .b : .a
      return ListeningRecord(
        ListeningResponse(trial: trial, answer: answer, plays: 3, responseSeconds: 2),
        session: String(repeating: session, count: 32), number: index + 1,
        plannedCount: planned ?? count, sound: sound, seconds: 1.5, version: "0.1.0",
        milliseconds: Int64(1_700_000_000_000 + index))
    }
  }

  private func store(_ records: [ListeningRecord], then text: String = "") throws {
    let lines = records.map { ListeningFormat.json.line($0) }.joined()
    try peach.put("listening.jsonl", Array((lines + text).utf8), in: "data/peach")
  }

  @Test("Without answers, the results name the command; the export has a header only")
  func empty() throws {
    let results = try peach.run("listen-test", "--results")
    #expect(results.status == 0 && results.output.contains("Run `peach listen-test`."))
    let json = try JSON(peach.run("listen-test", "--results", "--json").output)
    #expect(json["results"].list?.isEmpty == true)
    let export = try peach.run("listen-test", "--export", "-")
    #expect(export.status == 0 && export.output.hasPrefix("milliseconds,session,number,"))
    #expect(export.output.split(separator: "\n").count == 1)
  }

  @Test("Significant answers show a difference, with the numbers of the binomial distribution")
  func audible() throws {
    try store(Self.abx(14, of: 16))
    let result = try peach.run("listen-test", "--results")
    #expect(result.status == 0 && result.errors.isEmpty)
    #expect(result.output.contains("sf2:0:42: 14 of 16 right in 1 test\n"))
    // 137 of 2^16 outcomes; SciPy's exact interval is 0.6165 to 0.9845.
    #expect(result.output.contains("p = 0.0021; right: 95 % interval 62 to 98 %"))
    #expect(result.output.contains("The difference was heard: guessing achieves this in 0.21 %"))
    #expect(result.output.contains("does not tell which style is better"))
    #expect(result.output.contains("The default of the players rests on pitch measurements"))
    let json = try JSON(peach.run("listen-test", "--results", "--json").output)
    let row = try #require(json["results"].list?.first)
    #expect(row["correct"].number == 14 && row["conclusion"].text == "audible")
    #expect(abs((row["pValue"].number ?? 0) - 137 / 65_536) < 1e-12)
    #expect(abs((row["lowest"].number ?? 0) - 0.6165237631507436) < 1e-9)
  }

  @Test("Too few answers are no evidence of absence; enough of them limit the difference")
  func inaudible() throws {
    try store(Self.abx(9, of: 16))
    let few = try peach.run("listen-test", "--results").output
    // Leventhal: the power of 16 trials at 75 % is 1 − 0.3698; 23 trials exceed 80 %.
    #expect(few.contains("This is no evidence that there is none"))
    #expect(few.contains("with a probability of 63 %. 23 trials are needed for 80 %."))
    try store(Self.abx(50, of: 100))
    let many = try peach.run("listen-test", "--results").output
    #expect(many.contains("No difference was shown, although a listener who is right 75 % "))
    #expect(many.contains("Smaller differences remain possible: the interval includes 60 %."))
  }

  @Test("In German, the statements have German words and decimal commas")
  func german() throws {
    try store(Self.abx(14, of: 16))
    let heard = try peach.run("listen-test", "--results", "--language", "de").output
    #expect(heard.contains("sf2:0:42: 14 von 16 richtig in 1 Test\n"))
    #expect(heard.contains("p = 0,0021; richtig: 95-%-Intervall 62 bis 98 %"))
    #expect(heard.contains("Durch Raten gelingt das in 0,21 % aller Tests."))
    try store(Self.abx(9, of: 16))
    let few = try peach.run("listen-test", "--results", "--language", "de").output
    #expect(few.contains("mit einer Wahrscheinlichkeit von 63 % bestanden."))
    let json = try JSON(peach.run("listen-test", "--results", "--json", "--language", "de").output)
    #expect(json["results"].list?.first?["message"].text?.contains("No difference") == true)
  }

  @Test("On a terminal, lines break between words", .enabled(if: Tmux.isHere, "Requires tmux."))
  func narrow() throws {
    try store(Self.abx(9, of: 16))
    let program = try #require(Peach.program)
    let terminal = try Tmux(peach, width: 50, height: 60, "\(program) listen-test --results")
    let screen = try terminal.wait(for: "ended 0")
    let whole = try peach.run("listen-test", "--results").output
    let words = Set(whole.split { $0 == " " || $0 == "\n" })
    let shown = screen.split { $0 == " " || $0 == "\n" }.prefix { $0 != "ended" }
    #expect(shown.count > 40)
    for word in shown { #expect(words.contains(word), "\(word)") }
  }

  @Test("Sounds have rows of their own and a sum; several rows and early stops are noted")
  func rows() throws {
    try store(
      Self.abx(8, of: 10, sound: "sf2:0:40") + Self.abx(5, of: 6, session: "2", planned: 16))
    let output = try peach.run("listen-test", "--results").output
    #expect(output.contains("sf2:0:40: 8 of 10 right") && output.contains("sf2:0:42: 5 of 6 right"))
    #expect(output.contains("All sounds: 13 of 16 right in 2 tests"))
    #expect(output.contains("1 test stopped early."))
    #expect(output.contains("one in 20 falls below p = 0.05"))
  }

  /// Returns the records as those of another test, which compares temperaments.
  private static func temperaments(_ records: [ListeningRecord]) -> [ListeningRecord] {
    records.map { record in
      var record = record
      record.session = String(repeating: "9", count: 32)
      record.response.trial.pair = ListeningStylePair(baseline: .equal, candidate: .just)
      return record
    }
  }

  @Test("Each pair of styles has its title, in English and German, and its own rows")
  func pairs() throws {
    try store(Self.abx(8, of: 10) + Self.temperaments(Self.abx(9, of: 12)))
    let output = try peach.run("listen-test", "--results").output
    let lines = output.split(separator: "\n").map(String.init)
    let titles = ["ABX of recorded and straight", "ABX of equal temperament and just intonation"]
    let rows = ["  sf2:0:42: 8 of 10 right in 1 test", "  sf2:0:42: 9 of 12 right in 1 test"]
    #expect(
      lines.filter { titles.contains($0) || rows.contains($0) } == [
        titles[0], rows[0], titles[1], rows[1],
      ])
    #expect(!output.contains("All sounds"))
    let german = try peach.run("listen-test", "--results", "--language", "de").output
    #expect(german.contains("ABX-Test: aufgenommen und gerade\n"))
    #expect(german.contains("ABX-Test: gleichstufig und rein\n"))
  }

  @Test("Results about temperaments only say nothing about the default of tones")
  func temperamentsOnly() throws {
    try store(Self.temperaments(Self.abx(14, of: 16)))
    let output = try peach.run("listen-test", "--results").output
    #expect(output.contains("14 of 16 right") && !output.contains("The default of the players"))
    let misplaced = try peach.run("listen-test", "--results", "--styles", "equal-just")
    #expect(misplaced.status == 2)
    #expect(misplaced.errors.contains("--styles applies to a test only"))
  }

  @Test("An export is read again by --results, and several are merged", arguments: ["csv", "json"])
  func roundTrip(format: String) throws {
    try store(Self.abx(14, of: 16))
    let expected = try peach.run("listen-test", "--results").output
    let export = try peach.run("listen-test", "--export", "a.\(format)")
    #expect(export.status == 0 && export.output.isEmpty)
    #expect(export.errors == "a.\(format): 16 answers\n")
    let bytes = try #require(peach.bytes("a.\(format)"))
    #expect(ListeningFormat.read(bytes).records == Self.abx(14, of: 16))
    try store([])
    #expect(try peach.run("listen-test", "--results", "a.\(format)").output == expected)
    // The same file twice has no more answers, another test has.
    let other = Self.abx(2, of: 4, session: "3").map { ListeningFormat.json.line($0) }.joined()
    try peach.put("b.jsonl", Array(other.utf8))
    let merged = try peach.run(
      "listen-test", "--results", "a.\(format)", "b.jsonl", "a.\(format)")
    #expect(merged.output.contains("16 of 20 right in 2 tests"))
    let all = try peach.run("listen-test", "--export", "all.csv", "a.\(format)", "b.jsonl")
    #expect(all.errors == "all.csv: 20 answers\n")
  }

  @Test("Answers of a rehearsal are left out of results and exports, unless they are asked for")
  func rehearsal() throws {
    var records = Self.abx(14, of: 16)
    for index in 0..<4 { records[index].isSilent = true }
    try store(records)
    let results = try peach.run("listen-test", "--results")
    #expect(results.output.contains("sf2:0:42: 10 of 12 right"))
    #expect(results.errors.hasPrefix("4 answers without an audio device left out."))
    let all = try peach.run("listen-test", "--results", "--include-silent")
    #expect(all.output.contains("14 of 16 right") && all.errors.isEmpty)
    let export = try peach.run("listen-test", "--export", "a.csv")
    #expect(export.errors.contains("a.csv: 12 answers\n"))
    let whole = try peach.run("listen-test", "--export", "b.csv", "--include-silent")
    #expect(whole.errors == "b.csv: 16 answers\n")
    let test = try peach.run("listen-test", "--plain", "--include-silent")
    #expect(test.status == 2 && test.errors.contains("--results and --export only"))
  }

  @Test(
    "Invalid lines of the store are reported and skipped",
    arguments: [
      "{", "{}\n{}\n", "\u{0}\u{1}\n", "[[[[[[[[", "milliseconds,session\n1,2\n",
      #"{"session":"00000000000000000000000000000000","number":1e400}"#,
    ])
  func hostileStore(text: String) throws {
    try store(Self.abx(14, of: 16), then: text)
    let result = try peach.run("listen-test", "--results")
    #expect(result.status == 0 && result.output.contains("14 of 16 right"))
    #expect(result.errors.contains("warning") && result.errors.contains("Line 17: "))
    #expect(result.errors.split(separator: "\n").count == 1)
  }

  @Test("A store that is a folder, and missing files, are errors with their paths")
  func unreadable() throws {
    try FileManager.default.createDirectory(
      atPath: peach.path("data/peach/listening.jsonl"), withIntermediateDirectories: true)
    let folder = try peach.run("listen-test", "--results")
    #expect(folder.status == 1 && folder.errors.contains("listening.jsonl"))
    let missing = try peach.run("listen-test", "--results", "none.csv")
    #expect(missing.status == 1 && missing.errors.contains("none.csv"))
  }
}
