import Foundation
import PeachEarTraining
import PeachTrialRecords
import TestEnvironment
import Testing

@Suite("Protocols of studies, and the tidy export")
struct StudyProtocolTests {
  private static func read(_ text: String) throws(StudyProtocolError) -> StudyProtocol {
    try StudyProtocol(Array(text.utf8))
  }

  @Test("Conditions have the values of their columns, in any order, and defaults")
  func conditions() throws {
    let study = try Self.read(
      """
      # Two registers
      offsetCents,note,block,condition,repetitions,semitones,noteSeconds,\
      gapSeconds,levelDecibels,feedback

      -2.5,60,"a, b",near,3,7,0.5,0.2,-3,no\r
      10,69.5,c,,,,,,,

      """)
    #expect(study.conditions.count == 2 && study.blocks == ["a, b", "c"])
    let first = study.conditions[0]
    #expect(first.name == "near" && first.block == "a, b" && first.noteNumber == 60)
    #expect(first.offsetCents == -2.5 && first.repetitions == 3)
    #expect(first.interval.semitones == 7 && first.noteSeconds == 0.5 && first.gapSeconds == 0.2)
    #expect(first.levelDecibels == -3 && !first.showsFeedback)
    let second = study.conditions[1]
    #expect(second.name == "line 5" && second.noteNumber == 69.5 && second.repetitions == 1)
    #expect(second.interval == .unison && second.noteSeconds == 1 && second.gapSeconds == 0)
    #expect(second.levelDecibels == 0 && second.showsFeedback)
  }

  @Test(
    "An invalid line is named with its reason",
    arguments: [
      ("", "line 1: the protocol has no conditions."),
      ("block,note,offsetCents\n", "line 2: the protocol has no conditions."),
      ("block,note\na,60\n", "line 1: the column offsetCents is missing."),
      ("block,note,offsetCents,note\n", "line 1: the column note occurs twice."),
      ("block,note,offsetCents,pitch\n", "line 1: unknown column \"pitch\"; the columns are "),
      ("block,note,offsetCents\na,60\n", "line 2: found 2 values for 3 columns."),
      ("block,note,offsetCents\na,60,5\na,60,0\n", "line 3: offsetCents must be a number from "),
      ("block,note,offsetCents\n\na,60,inf\n", "line 3: offsetCents must be a number from "),
      ("block,note,offsetCents\na,128,5\n", "line 2: note must be a number from 0 to 127."),
      ("block,note,offsetCents\na,A4,5\n", "line 2: note must be a number from 0 to 127."),
      ("block,note,offsetCents\n,60,5\n", "line 2: block must be a name of at most 100 bytes."),
      (
        "block,note,offsetCents,semitones\na,60,5,1.5\n",
        "line 2: semitones must be an integer from -12 to 12."
      ),
      (
        "block,note,offsetCents,repetitions\na,60,5,9999\na,60,5,2\n",
        "line 3: more than 10000 trials."
      ),
      ("block,note,offsetCents,feedback\na,60,5,1\n", "line 2: feedback must be yes or no."),
      ("block,note,offsetCents\n\"a,60,5\n", "line 2: unterminated quotation mark."),
    ])
  func invalid(text: String, reason: String) {
    do throws(StudyProtocolError) {
      _ = try Self.read(text)
      Issue.record("no error")
    } catch { #expect("\(error)".hasPrefix(reason), "\(error)") }
  }

  private static let registers = """
    block,note,offsetCents,repetitions
    low,36,5,4
    low,40,-5,4
    middle,60,5,6
    high,84,5,5
    high,88,-5,2
    """

  @Test("Each condition is presented as often as it says, in blocks, numbered in order")
  func plan() throws {
    let study = try Self.read(Self.registers)
    for seed in Int64(0)..<50 {
      let trials: [PlannedTrial] = study.trials(seed: seed)
      #expect(trials.map(\.trialNumber) == Array(1...21))
      for condition in study.conditions {
        #expect(trials.count { $0.condition == condition } == condition.repetitions)
      }
      // The trials of a block follow each other.
      let numbers = trials.map(\.blockNumber)
      #expect(numbers == numbers.sorted() && Set(numbers) == [1, 2, 3])
      for number in 1...3 {
        let blocks = Set(trials.filter { $0.blockNumber == number }.map(\.condition.block))
        #expect(blocks.count == 1)
      }
      #expect(study.trials(seed: seed) == trials)
    }
  }

  /// The probability that a right program fails: a chi-squared value of 5 degrees of freedom above
  /// 30 has a probability below 2e-5, and the seeds are fixed.
  @Test("All orders of three blocks are equally frequent")
  func orders() throws {
    let study = try Self.read(Self.registers)
    var counts: [[String]: Int] = [:]
    for seed in Int64(0)..<1200 {
      var order: [String] = []
      for trial in study.trials(seed: seed) where order.last != trial.condition.block {
        order.append(trial.condition.block)
      }
      counts[order, default: 0] += 1
    }
    #expect(counts.count == 6)
    let squares = counts.values.map { pow(Double($0) - 200, 2) / 200 }.reduce(0, +)
    #expect(squares < 30, "\(counts)")
  }

  @Test("The order of a seed never changes")
  func stable() throws {
    // From a program in Python: SplitMix64, and the shuffle of Fisher and Yates.
    let trials = try Self.read(Self.registers).trials(seed: 1)
    #expect(
      trials.map { "\($0.condition.noteNumber)" }.joined(separator: " ")
        == "40.0 36.0 36.0 40.0 40.0 36.0 36.0 40.0 88.0 84.0 84.0 84.0 84.0 84.0 88.0 "
        + "60.0 60.0 60.0 60.0 60.0 60.0")
  }

  @Test(
    "Python reads the tidy export: a row for each trial, NA for what is missing",
    .enabled(if: OtherProgram.pythonHas("csv"), "needs Python"))
  func tidy() throws {
    let folder = try TemporaryFolder()
    let records = WithdrawnTrialTests.records()
    let text = TidyFormat.head + records.map { TidyFormat.line($0) }.joined()
    let path = try folder.put("tidy.csv", Array(text.utf8))
    let program =
      "import csv,sys\nfor r in csv.DictReader(open(sys.argv[1], newline='')):\n"
      + " assert None not in r and None not in r.values() and '' not in r.values()\n"
      + " right = 'NA' if r['kind'] == 'matching' else str(int("
      + "(float(r['offsetCents']) > 0) == (r['response'] == 'higher')))\n"
      + " assert r['correct'] == right\n"
      + " assert (r['errorCents'] == 'NA') == (r['kind'] == 'comparison')\n"
      + " assert r['answeredHigher'] == {'higher': '1', 'lower': '0', 'NA': 'NA'}[r['response']]\n"
      + " print(r['identifier'], r['participant'], r['withdrawn'], r['seed'], sep='|')"
    let result = try OtherProgram.run([OtherProgram.python, "-c", program, path])
    let expected = records.map { record in
      let participant = record.study?.participant ?? "NA"
      let seed = record.study.map { "\($0.seed)" } ?? "NA"
      return "\(record.identifier)|\(participant)|\(record.isWithdrawn ? 1 : 0)|\(seed)"
    }
    #expect(result.text.split(separator: "\n").map { String($0) } == expected)
  }

  @Test(
    "The codebook describes the columns of the tidy export, and protocols.md those of protocols")
  func codebook() throws {
    func names(_ path: String) throws -> [String] {
      let url = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Documentation/studies/\(path)")
      return try String(contentsOf: url, encoding: .utf8).split(separator: "\n").compactMap {
        $0.firstMatch(of: #/^\| `(\w+)` \|/#).map { String($0.1) }
      }
    }
    #expect(try names("trials-codebook.md") == TidyColumn.allCases.map(\.name))
    let header = try names("protocols.md").joined(separator: ",")
    let row = "low,x,60,0,5,1,1,0,0,yes"
    #expect(try Self.read("\(header)\n\(row)\n").conditions.count == 1)
  }
}
