import PeachEarTraining
import PeachTrainerUI
import PeachTrialRecords
import Testing

@Suite("Results in the trainer: how long they are shown, and what they compare")
struct FeedbackTests {
  typealias Bench = TrainerTests.Bench

  private static func lines(
    _ bench: Bench, width: Int = 80, height: Int = 24
  ) -> [String] {
    TrainerView(width: width, height: height).lines(of: bench.trainer).map(\.text)
  }

  @Test("Space, Enter and the pedal end the display of a result; keys of answers do not")
  func key() throws {
    for event in [
      TrainerEvent.key(.space), .key(.enter), .midi(status: 0xB0, first: 64, second: 127),
    ] {
      var bench = Bench()
      bench.type("1")
      try SessionTests.answer(&bench)
      let feedback = bench.effects
      #expect(bench.trainer.isResultShown)
      #expect(bench.press(.up, .down).isEmpty && bench.trainer.isResultShown)
      bench.send(event)
      let next = try #require(bench.pair, "\(event)")
      // The time of the first result ends while the next one is shown: it stays.
      bench.send(.targetBegan(next.cue))
      bench.press(.up)
      #expect(bench.trainer.isResultShown)
      let second = bench.effects
      bench.effects = feedback
      SessionTests.endFeedback(&bench)
      #expect(bench.trainer.isResultShown)
      bench.effects = second
      SessionTests.endFeedback(&bench)
      #expect(!bench.trainer.isResultShown && bench.pair != nil)
    }
  }

  @Test("A key after the last result of a session shows the summary; in matchings, too")
  func sessionEnd() throws {
    var bench = Bench()
    bench.send(.action(.set(.length(.trials(10)))))
    for keys in ["1", "2"] {
      bench.type(keys)
      for _ in 1...10 {
        if keys == "1" {
          try SessionTests.answer(&bench)
        } else {
          SessionTests.match(&bench, cents: 3)
        }
        bench.press(.space)
      }
      guard case .summary(let summary) = bench.trainer.screen else {
        Issue.record("\(bench.trainer.screen)")
        return
      }
      #expect(summary.trialCount == 10)
      bench.press(.escape)
    }
  }

  @Test("A key ends the display in a study, and a block")
  func study() throws {
    var bench = Bench()
    let study = try StudyProtocol(Array("block,note,offsetCents\na,60,9\nb,60,9\n".utf8))
    bench.trainer.beginStudy(
      StudyRun(study, name: "test", participant: "P", seed: 1, session: "s"))
    bench.press(.enter)
    bench.send(.targetBegan(try #require(bench.pair).cue))
    bench.press(.up)
    #expect(bench.trainer.isResultShown)
    bench.press(.space)
    #expect(bench.trainer.screen == .study)
  }

  @Test(
    "The first comparisons are compared with nothing, later ones with the threshold before",
    arguments: TrainerLanguage.allCases)
  func firstSession(language: TrainerLanguage) throws {
    let (before, first) =
      language == .english
      ? ("Before the session", "there is no earlier threshold")
      : ("Vor der Sitzung", "Es gibt keine frühere Schwelle")
    var bench = Bench(language: language)
    func summary(answers count: Int, _ bench: inout Bench) throws -> String {
      bench.type("1")
      for _ in 0..<count {
        try SessionTests.answer(&bench)
        SessionTests.endFeedback(&bench)
      }
      bench.press(.escape)
      let text = Self.lines(bench).joined(separator: " ")
      bench.press(.escape)
      return text
    }
    // Matchings tell nothing about the threshold.
    bench.type("2")
    SessionTests.match(&bench, cents: 5)
    bench.press(.escape, .escape)
    let one = try summary(answers: 3, &bench)
    #expect(one.contains(first) && !one.contains(before), "\(one)")
    let level = bench.trainer.texts.estimate(bench.trainer.profile.profile.level.estimate)
    let two = try summary(answers: 2, &bench)
    #expect(two.contains("\(before): \(level)") && !two.contains(first), "\(two)")
    // Reset: the prior is no threshold either.
    bench.send(.action(.open(.settings)))
    bench.send(.action(.open(.reset)))
    bench.send(.action(.reset(.profile)))
    bench.press(.escape)
    let three = try summary(answers: 1, &bench)
    #expect(three.contains(first) && !three.contains(before), "\(three)")
  }

  @Test("A summary without any comparison names no threshold")
  func undone() throws {
    var bench = Bench()
    bench.type("1")
    try SessionTests.answer(&bench)
    bench.press(.escape)
    #expect(Self.lines(bench).joined().contains("Your threshold now"))
    bench.type("u")
    let text = Self.lines(bench).joined()
    #expect(text.contains("Comparisons: 0") && !text.contains("threshold now"), "\(text)")
  }

  @Test("Without an audio device, the summary says that the trials do not count later")
  func silent() throws {
    var bench = Bench()
    bench.trainer.isSilent = true
    bench.type("1")
    try SessionTests.answer(&bench)
    bench.press(.escape)
    #expect(Self.lines(bench).joined().contains("do not count later"))
  }

  @Test("A letter without a function is answered with the keys, until the next key")
  func unknownKeys() {
    var bench = Bench()
    let before = TrainerAnnouncement(bench.trainer)
    bench.type("x")
    let lines = TrainerAnnouncement(bench.trainer).lines(after: before)
    #expect(lines.first == "The key x has no function here.")
    #expect(lines.dropFirst().first?.contains("1 to 9") == true, "\(lines)")
    #expect(Self.lines(bench).joined().contains("The key x has no function here."))
    let after = TrainerAnnouncement(bench.trainer)
    bench.type("y")
    #expect(
      TrainerAnnouncement(bench.trainer).lines(after: after) == ["The key y has no function here."])
    bench.press(.down)
    #expect(!Self.lines(bench).joined().contains("no function"))
    // Letters search in the list of sounds.
    bench.type("4x")
    #expect(!Self.lines(bench).joined().contains("no function"))
  }

  @Test(
    "The rule of difficulty is explained where it is chosen, wrapped and for screen readers",
    arguments: TrainerLanguage.allCases)
  func procedureHint(language: TrainerLanguage) {
    var bench = Bench(language: language)
    bench.type("5")
    for _ in SettingRow.allCases.prefix(while: { $0 != .procedure }) { bench.press(.down) }
    func screen(_ width: Int) -> String {
      Self.lines(bench, width: width, height: 30).map { $0.drop { $0 == " " } }
        .joined(separator: " ")
    }
    let adaptive = bench.trainer.texts[.procedureAdaptiveHint]
    #expect(screen(80).contains(adaptive) && screen(44).contains(adaptive))
    bench.press(.right)
    let kazez = bench.trainer.texts[.procedureKazezHint]
    #expect(screen(80).contains(kazez) && kazez.contains("60 %") && kazez.contains("2001"))
    let spoken = TrainerAnnouncement(bench.trainer).lines(after: nil)
    #expect(spoken.last?.contains(kazez) == true)
    bench.press(.down)
    #expect(!screen(80).contains(kazez))
  }

  /// A program in Python that simulates the rule (Kazez et al. 2001) gave 61.6, 59.8 and 57.6 % of
  /// 200,000 answers; 20,000 determine the share within 1 %.
  @Test(
    "The share of right answers that the explanation names is that of the rule",
    arguments: [3, 10, 30])
  func kazezShare(thresholdCents: Double) {
    var rule = KazezProcedure()
    var random = RandomSource(seed: 5)
    var right = 0
    for index in 0..<21_000 {
      let offset = rule.magnitudeCents
      let heard = offset + random.normal() * thresholdCents / 0.674489750196081743
      if index >= 1000 && heard > 0 { right += 1 }
      rule.record(
        ComparisonResponse(
          question: TrialQuestion(noteNumber: 60), offsetCents: offset,
          heard: heard > 0 ? .higher : .lower))
    }
    #expect((0.56...0.64).contains(Double(right) / 20_000), "\(right)")
  }

  @Test("Lists and texts say how many lines are above and below")
  func hiddenLines() {
    var bench = Bench()
    bench.type("5")
    for _ in SettingRow.allCases.prefix(while: { $0 != .intervals }) { bench.press(.down) }
    bench.press(.enter, .home)
    func marks() -> [String] {
      Self.lines(bench, width: 60, height: 10).compactMap { line in
        line.split(separator: "  ").last.map { String($0.drop { $0 == " " }) }
      }.filter { $0.wholeMatch(of: #/[↑↓] [0-9]+/#) != nil }
    }
    // From −12 to 12 semitones.
    let count = 25
    let top = marks()
    #expect(top.count == 1 && top[0].hasPrefix("↓ "), "\(top)")
    for _ in 0..<12 { bench.press(.down) }
    let middle = marks()
    #expect(middle.count == 2 && middle[0].hasPrefix("↑ ") && middle[1].hasPrefix("↓ "))
    let hidden = middle.compactMap { Int($0.dropFirst(2)) }.reduce(0, +)
    let shown = Self.lines(bench, width: 60, height: 10).count { $0.contains("[") }
    #expect(hidden + shown == count, "\(middle)")
    bench.press(.end)
    #expect(marks().count == 1 && marks()[0].hasPrefix("↑ "))
    // No mark if all fits.
    #expect(!Self.lines(bench, width: 60, height: 40).contains { $0.contains("↓ 1") })
  }

  @Test("The picture of the profile says what its figure is")
  func plot() throws {
    var history = TrainingHistory()
    let text =
      "{\"milliseconds\":1,\"identifier\":\"\(String(repeating: "a", count: 32))\",\"day\":2"
      + ",\"kind\":\"comparison\",\"sound\":\"sine\",\"noteNumber\":60.0,\"semitones\":0,"
      + "\"tuning\":\"equal\",\"referenceHertz\":261.0,\"referenceDecibels\":0.0,"
      + "\"targetHertz\":262.0,\"targetDecibels\":0.0,\"gapSeconds\":0.0,\"offsetCents\":5.0,"
      + "\"response\":\"higher\",\"replays\":0,\"responseSeconds\":1.0}"
    for record in try TrialFormat.records(Array(text.utf8)) { history.add(record) }
    for (language, title, meaning) in [
      (.english, "Threshold: ", "three times out of four"),
      (.german, "Schwelle: ", "in drei von vier Fällen"),
    ] as [(TrainerLanguage, String, String)] {
      let profile = ListenerProfile(history)
      let texts = TrainerTexts(language)
      let svg = ListenerPlot(profile, texts).svg
      #expect(svg.contains("\(title)\(texts.estimate(profile.level))") && svg.contains(meaning))
      #expect(profile.lines(texts, .wide)[0].hasPrefix(title))
    }
  }
}
