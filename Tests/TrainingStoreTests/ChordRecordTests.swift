import PeachEarTraining
import PeachMusicUnits
import PeachTrialRecords
import TestEnvironment
import Testing

@testable import PeachTrainingStore

@Suite("Stored trials with notes that sound together")
struct ChordRecordTests {
  private static let third = TrialQuestion(
    noteNumber: 60, interval: MusicalInterval(semitones: 4) ?? .unison)
  private static let reference = TrialNote(frequency: .hertz(261.6), durationSeconds: 2)

  private static func comparison(
    _ form: ComparisonForm, offset: Double, heard: PitchDirection, cents: Double
  ) -> CompletedTrial {
    .comparison(
      ComparisonTrial(
        answer: ComparisonResponse(question: third, offsetCents: offset, heard: heard),
        tuning: .just(), reference: reference,
        target: TrialNote(
          frequency: Tuning.just().target(
            reference: reference.frequency, interval: third.interval, offset: Cents(cents)),
          durationSeconds: 2),
        form: form, gapSeconds: 0.3, responseSeconds: 1))
  }

  static let trials: [CompletedTrial] = [
    // The second was pure, the first narrow; answered "the first": wrong.
    comparison(.purity(detuningCents: -3), offset: 3, heard: .lower, cents: -3),
    // The first was pure, the second wide; answered "the first": right.
    comparison(.purity(detuningCents: 4), offset: -4, heard: .lower, cents: 4),
    comparison(.width, offset: 2.5, heard: .higher, cents: 2.5),
    .matching(
      MatchingTrial(
        question: third, tuning: .just(), reference: reference, form: .drone,
        startOffsetCents: 20, offsetCents: -0.4)),
    .matching(
      MatchingTrial(
        question: third, tuning: .just(), reference: reference, form: .triad,
        startOffsetCents: -20, offsetCents: 1.2)),
    .beats(
      BeatTrial(
        question: third, tuning: .just(), reference: reference, offsetCents: 2, tapCount: 6,
        tappedRate: .hertz(1.5), responseSeconds: 3)),
  ]

  static let records = trials.enumerated().map { index, trial in
    TrialRecord(
      trial, sound: "sf2:a.sf2:0:42", milliseconds: 1_700_000_000_000 + Int64(index), day: 19_700,
      identifier: "0000000000000000000000000000000\(index)")
  }

  @Test("Both formats keep every value", arguments: TrialFormat.allCases)
  func roundTrip(format: TrialFormat) throws {
    let text = format.head + Self.records.map { format.line($0) }.joined()
    #expect(try TrialFormat.records(Array(text.utf8)) == Self.records)
  }

  @Test("CSV names the exercise, the pure interval, the answer, and whether it is correct")
  func columns() throws {
    let names = CSVFields.of(TrialFormat.csv.head)
    let rows = Self.records.map { record in
      Dictionary(
        uniqueKeysWithValues: zip(names, CSVFields.of(TrialFormat.csv.line(record))))
    }
    func values(_ name: String) -> [String] { rows.map { $0[name] ?? "?" } }
    #expect(values("kind") == ["purity", "purity", "width", "drone", "triad", "beats"])
    #expect(values("offsetCents") == ["-3.0", "4.0", "2.5", "-0.4", "1.2", "2.0"])
    #expect(values("pure") == ["second", "first", "", "", "", ""])
    #expect(values("response") == ["first", "first", "wider", "", "", ""])
    #expect(values("correct") == ["false", "true", "true", "", "", ""])
    #expect(values("tappedHertz") == ["", "", "", "", "", "1.5"])
    #expect(values("taps") == ["", "", "", "", "", "6"])
  }

  @Test("The tidy export has the beats per second of the common partials")
  func tidy() throws {
    let names = CSVFields.of(TidyFormat.head)
    for (record, cents) in zip(Self.records, [-3.0, 4, 2.5, -0.4, 1.2, 2]) {
      let row = Dictionary(
        uniqueKeysWithValues: zip(names, CSVFields.of(TidyFormat.line(record))))
      // 4 · f · 5/4 · 2^(c/1200) − 5 · f.
      let expected = 5 * 261.6 * abs(Exponential.exp2(cents / 1200) - 1)
      let rate = try #require(row["beatHertz"].flatMap { Double($0) })
      #expect(abs(rate - expected) < 1e-9)
      #expect(row["answeredHigher"] == (row["kind"] == "width" ? "1" : "NA"))
    }
  }

  @Test("Unknown answers and missing values are refused with their column")
  func invalid() throws {
    let lines = Self.records.map { TrialFormat.json.line($0) }
    for (line, from, to, name) in [
      (0, "\"pure\":\"second\"", "\"pure\":\"third\"", "pure must be second or first"),
      (0, "\"response\":\"first\"", "\"response\":\"lower\"", "response must be second or first"),
      (
        2, "\"response\":\"wider\"", "\"response\":\"higher\"", "response must be wider or narrower"
      ),
      (5, "\"taps\":6", "\"taps\":-1", "taps must be"),
      (5, "\"tappedHertz\":1.5", "\"tappedHertz\":-1", "tappedHertz must be"),
      (3, "\"kind\":\"drone\"", "\"kind\":\"chord\"", "kind must be"),
    ] {
      let changed = lines[line].replacing(from, with: to)
      #expect(changed != lines[line], "\(from)")
      #expect(
        TrialFormatTests.reason(changed).contains(name), "\(TrialFormatTests.reason(changed))")
    }
  }

  @Test("Chords have results of their own: no threshold of melodic intervals changes")
  func history() {
    var history = TrainingHistory()
    for record in Self.records { history.add(record) }
    #expect(history.comparisonCount == 0 && history.matchingCount == 0)
    #expect(history.practice.trialCount(day: 19_700) == 6)
    let chords: ChordHistory = history.chords
    #expect(chords.purityCounts[16] == 2 && chords.widthCounts[16] == 1)
    #expect(chords.matchings.errors.count == 2)
    #expect(abs(chords.matchings.errors.mean - 0.4) < 1e-12)
    // 1.5 Hz of 5 · 261.6 · (2^(2/1200) − 1) Hz.
    let rate = 5 * 261.6 * (Exponential.exp2(2.0 / 1200) - 1)
    #expect(abs(chords.beatErrors.mean - 100 * (1.5 / rate - 1)) < 1e-9)
    var expected = BeatProcedure()
    expected.beginDay(19_700)
    for case .comparison(let trial) in Self.trials.prefix(2) { expected.record(trial) }
    #expect(chords.purity.level == expected.level)
    #expect(chords.width.threshold(for: Self.third).cents != 11)
  }

  #if SQLite
    @Test("The store keeps them, and its history is that of its records")
    func store() throws {
      let folder = try TemporaryFolder()
      let store = try TrialStore(path: folder.path("training.sqlite"))
      #expect(try store.append(Self.records) == Self.records.count)
      #expect(try store.records() == Self.records)
      var expected = TrainingHistory()
      for record in Self.records { expected.add(record) }
      let found = try store.history()
      #expect(found.chords.purity.level == expected.chords.purity.level)
      #expect(found.chords.purityCounts == expected.chords.purityCounts)
      #expect(found.chords.matchings == expected.chords.matchings)
      #expect(found.chords.beatErrors == expected.chords.beatErrors)
      #expect(
        found.chords.width.threshold(for: Self.third)
          == expected.chords.width.threshold(for: Self.third))
    }
  #endif
}

private enum CSVFields {
  /// Returns the fields of a line, in which none is quoted.
  static func of(_ line: String) -> [String] {
    line.dropLast().split(separator: ",", omittingEmptySubsequences: false).map { String($0) }
  }
}
