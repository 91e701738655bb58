import Foundation
import PeachEarTraining
import PeachInstrumentModel
import PeachMusicUnits
import PeachTrainingStore
import PeachTrialRecords
import SoundFontFixtures
import Testing

@Suite("peach listen-test --plain")
struct ListenTestTests {
  let peach: Peach

  init() throws {
    peach = try Peach()
    try peach.put("my.sf2", Self.bank(vibratoCents: 40).chunks.file)
  }

  /// A bank whose vibrato LFO is the difference between the styles.
  private static func bank(vibratoCents: Int16) -> SoundFontBuilder {
    var bank = Fixtures.bank
    bank.instruments[0].zones[0].settings += [.init(.vibratoLFOToPitch, vibratoCents)]
    return bank
  }

  private var storePath: String { peach.path("data/peach/listening.jsonl") }

  private func stored() throws -> [ListeningRecord] {
    try ListeningStore(path: storePath).read().records
  }

  /// A running test that reads keys from a pipe.
  private final class Listening {
    let peach: Peach
    let process: Process
    let keys = Pipe()

    init(_ peach: Peach, _ options: [String], environment: [String: String] = [:]) throws {
      self.peach = peach
      process = try peach.start(
        [
          "listen-test", "--plain", "--null-audio", "--bank", "my.sf2", "--seconds", "0.2",
          "--pitch", "A4", "--seed", "1",
        ] + options, input: keys, environment: environment)
    }

    var lines: [String] {
      let data = FileManager.default.contents(atPath: peach.path("output0")) ?? Data()
      return String(decoding: data, as: UTF8.self).split(separator: "\n").map { String($0) }
    }

    func type(_ text: String) throws {
      try keys.fileHandleForWriting.write(contentsOf: Data(text.utf8))
    }

    /// Waits until `count` lines are `text`.
    func wait(_ count: Int, for text: String) throws {
      let begun = ContinuousClock.now
      while lines.count(where: { $0 == text }) < count {
        if ContinuousClock.now - begun > .seconds(20) || !process.isRunning {
          throw TmuxError(description: "No \"\(text)\" came; there is: \(lines)")
        }
        Thread.sleep(forTimeInterval: 0.005)
      }
    }

    /// Answers the trials in order, each after its question.
    func answer(_ keys: String, question: String = "Is X equal to A or to B?") throws {
      for (index, key) in keys.enumerated() {
        // The introduction has the question, too.
        try wait(index + 2, for: question)
        try type("\(key)")
      }
    }

    func end() throws -> Peach.Result { try peach.end(process) }
  }

  @Test("Four ABX trials: every answer is stored, and only the end shows how many were right")
  func abx() throws {
    let listening = try Listening(peach, ["--trials", "4"])
    try listening.answer("1212")
    let result = try listening.end()
    #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
    let records = try stored()
    #expect(records.map(\.number) == [1, 2, 3, 4])
    // --null-audio marks them.
    #expect(records.allSatisfy { $0.isSilent })
    #expect(records.allSatisfy { $0.plannedCount == 4 && $0.sound == "sf2:my.sf2:0:42" })
    #expect(records.map(\.response.answer) == [.a, .b, .a, .b])
    #expect(records.allSatisfy { $0.response.plays == 3 && $0.response.responseSeconds > 0.6 })
    #expect(records.allSatisfy { abs($0.response.trial.frequency.hertz - 440) < 1e-9 })
    let right = records.count { $0.isCorrect == true }
    #expect(result.output.contains("Pure Cello (my.sf2): \(right) of 4 right in 1 test\n"))
    #expect(!result.output.unicodeScalars.contains { $0.value < 32 && $0 != "\n" })
    // Nothing before the report names a style.
    let report = try #require(result.output.range(of: "ABX of recorded and straight"))
    let course = result.output[..<report.lowerBound]
    #expect(!course.contains("recorded") && !course.contains("straight"))
    #expect(course.components(separatedBy: "\nTrial ").count == 5)
  }

  @Test("--styles selects the compared styles")
  func styles() throws {
    let listening = try Listening(peach, ["--trials", "1", "--styles", "recorded-smooth"])
    try listening.answer("1")
    let result = try listening.end()
    #expect(result.status == 0 && result.output.contains("ABX of recorded and smooth"))
    let pair = try #require(try stored().first?.response.trial.pair)
    #expect(pair == ListeningStylePair(baseline: .recorded, candidate: .smooth))
    let wrong = try peach.run("listen-test", "--plain", "--styles", "smooth-recorded")
    #expect(wrong.status == 2 && wrong.errors.contains("straight-smooth"))
  }

  @Test("Temperaments are compared by a cadence, and stored with its tonic")
  func temperaments() throws {
    let listening = try Listening(peach, ["--trials", "2", "--styles", "equal-just"])
    try listening.answer("12")
    let result = try listening.end()
    #expect(result.status == 0, "\(result.errors)")
    let report = try #require(
      result.output.range(of: "ABX of equal temperament and just intonation"))
    let course = result.output[..<report.lowerBound]
    #expect(!course.contains("temperament") && !course.contains("just"))
    let records = try stored()
    #expect(records.map(\.response.answer) == [.a, .b])
    for record in records {
      let trial = record.response.trial
      #expect(trial.pair == ListeningStylePair(baseline: .equal, candidate: .just))
      #expect(abs(trial.frequency.hertz - 440) < 1e-9 && record.seconds == 0.2)
      // Three cadences of 0.6 seconds, and two pauses of 0.3 seconds.
      #expect(record.response.plays == 3 && record.response.responseSeconds > 2.2)
    }
    let json = try JSON(
      peach.run("listen-test", "--results", "--include-silent", "--json").output)
    let row = try #require(json["results"].list?.first)
    #expect(row["baseline"].text == "equal" && row["candidate"].text == "just")
  }

  @Test(
    "A tone and a temperament, and pairs in another order, are refused",
    arguments: [
      ("recorded-just", "mixes a tone and a temperament. Use two tones, such as"),
      ("equal-straight", "or two temperaments, such as equal-just."),
      ("just-equal", "equal-just, vallotti-meantone, vallotti-just or meantone-just."),
      ("equal-pythagorean", "Use recorded-straight,"), ("equal", "equal-vallotti,"),
    ])
  func refusedPairs(styles: String, message: String) throws {
    let result = try peach.run("listen-test", "--plain", "--styles", styles)
    #expect(result.status == 2 && result.output.isEmpty)
    #expect(result.errors.contains("\(styles)") && result.errors.contains(message))
  }

  @Test("A warning names sounds whose own beats mask those of chords, with temperaments only")
  func unsteady() throws {
    try peach.put("ensemble.sf2", VibratoRecording.bank.chunks.file)
    // The end of input quits.
    func run(_ styles: String) throws -> Peach.Result {
      try peach.run(
        "listen-test", "--plain", "--null-audio", "--bank", "ensemble.sf2", "--sound", "Strings",
        "--styles", styles, "--pitch", "A4", "--seconds", "0.2")
    }
    let cadences = try run("equal-just")
    #expect(cadences.status == 0 && cadences.output.contains("Trial 1 of 16"))
    let warning = "The tones of Strings are not steady (several players). Beats of their own mask"
    #expect(cadences.errors.contains(warning), "\(cadences.errors)")
    #expect(try !run("recorded-straight").errors.contains("steady"))
    let sine = try peach.run("listen-test", "--plain", "--styles", "equal-just", "--sound", "sine")
    #expect(sine.status == 2 && sine.errors.contains("no partials that beat"))
  }

  @Test("Keys repeat sounds; an answer before all sounds is refused; Q stops early")
  func keys() throws {
    let listening = try Listening(peach, ["--trials", "3"])
    try listening.wait(1, for: "Trial 1 of 3")
    try listening.type("1")
    let refusal = "Listen to A, B and X first. Press the keys of those that you have not heard."
    try listening.wait(1, for: refusal)
    #expect(try stored().isEmpty)
    try listening.wait(2, for: "Is X equal to A or to B?")
    // Other keys do nothing. Sounds have time to begin.
    try listening.type("0z\r")
    for key in "abX" {
      try listening.type("\(key)")
      Thread.sleep(forTimeInterval: 0.25)
    }
    try listening.type("2")
    try listening.wait(1, for: "Trial 2 of 3")
    try listening.type("q")
    let result = try listening.end()
    #expect(result.status == 0)
    let records = try stored()
    #expect(records.count == 1 && records.first?.response.plays == 6)
    #expect(result.output.contains("The test was stopped early."))
    let results = try peach.run("listen-test", "--results", "--include-silent")
    #expect(results.output.contains("1 test stopped early."))
  }

  @Test("Preferences may be ties; results as JSON agree with the answers; end of input quits")
  func preference() throws {
    let listening = try Listening(peach, ["--trials", "9", "--kind", "preference"])
    try listening.answer("1200", question: "Which is better, A or B?")
    try listening.wait(1, for: "Trial 5 of 9")
    try listening.keys.fileHandleForWriting.close()
    #expect(try listening.end().status == 0)
    let records = try stored()
    #expect(records.map(\.response.answer) == [.a, .b, .neither, .neither])
    let result = try peach.run("listen-test", "--results", "--include-silent", "--json")
    let row = try #require(JSON(result.output)["results"].list?.first)
    #expect(row["kind"].text == "preference" && row["answers"].number == 4)
    #expect(row["noDifference"].number == 2 && row["correct"].number == nil)
    let straight = records.count { $0.response.preferred == .straight }
    #expect(row["candidatePreferred"].number == Double(straight))
    #expect(row["conclusion"].text == "tooFewAnswers" && row["stoppedEarly"].number == 1)
    #expect(row["needed"].number == 30)
  }

  @Test("SIGTERM ends the test; answers given before are stored")
  func signal() throws {
    let listening = try Listening(peach, ["--trials", "4"])
    try listening.answer("1")
    try listening.wait(1, for: "Trial 2 of 4")
    kill(listening.process.processIdentifier, SIGTERM)
    listening.process.waitUntilExit()
    #expect(listening.process.terminationReason == .uncaughtSignal)
    #expect(try stored().count == 1)
  }

  @Test("Without a writable store, the test continues, and the end reports it")
  func readOnly() throws {
    let listening = try Listening(
      peach, ["--trials", "1"], environment: ["XDG_DATA_HOME": "/proc/nowhere"])
    try listening.answer("2")
    let result = try listening.end()
    #expect(result.status == 0 && result.output.contains("1 right in 1 test"))
    #expect(result.errors.contains("1 answer could not be saved"))
  }

  @Test("Equal styles are nothing to compare; a terminal or --plain is required")
  func mistakes() throws {
    try peach.put("flat.sf2", Self.bank(vibratoCents: 0).chunks.file)
    let equal = try peach.run("listen-test", "--plain", "--null-audio", "--bank", "flat.sf2")
    #expect(equal.status == 1 && equal.output.isEmpty)
    #expect(equal.errors.contains("There is nothing to compare"))
    let terminal = try peach.run("listen-test", "--null-audio", "--bank", "my.sf2")
    #expect(terminal.status == 1 && terminal.errors.contains("--plain"))
    let unknown = try peach.run(
      "listen-test", "--plain", "--null-audio", "--bank", "my.sf2", "--sound", "chello")
    #expect(unknown.status == 1 && unknown.errors.contains("Did you mean \"Pure Cello\"?"))
    let device = try peach.run(
      "listen-test", "--plain", "--bank", "my.sf2", "--device", "no-such-device")
    #expect(device.status == 1 && device.errors.contains("--null-audio"))
    let many = (0..<33).flatMap { ["--pitch", "\(100 + $0)"] }
    let process = try peach.start(
      ["listen-test", "--plain", "--null-audio", "--bank", "my.sf2"] + many)
    let result = try peach.end(process)
    #expect(result.status == 2 && result.errors.contains("at most 32"))
  }
}
