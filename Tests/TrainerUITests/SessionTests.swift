import PeachEarTraining
import PeachMusicUnits
import PeachTrainerUI
import PeachTrialRecords
import Testing

@Suite("Sessions of the trainer")
struct SessionTests {
  typealias Bench = TrainerTests.Bench

  /// Hears the pair of the last effects and answers it.
  static func answer(_ bench: inout Bench, isRight: Bool = true) throws {
    let pair = try #require(bench.pair)
    bench.send(.targetBegan(pair.cue))
    let isHigher = pair.target.frequency > pair.reference.frequency
    bench.press(isHigher == isRight ? .up : .down)
  }

  static func endFeedback(_ bench: inout Bench) {
    for case .showFeedback(let cue, _) in bench.effects { bench.send(.feedbackEnded(cue)) }
  }

  /// Tunes the note of the last effects to an error in cents.
  static func match(_ bench: inout Bench, cents: Double) {
    for case .playReference(let cue, _) in bench.effects { bench.send(.referenceEnded(cue)) }
    bench.send(.action(.tune(cents: 1)))
    guard case .tuning(let trial)? = bench.trainer.matchingState else { return }
    bench.send(.action(.tune(cents: cents - trial.offsetCents)))
    bench.press(.enter)
  }

  private static func summary(_ trainer: Trainer) -> SessionSummary? {
    if case .summary(let summary) = trainer.screen { summary } else { nil }
  }

  @Test("A session of ten trials ends after the feedback of the tenth, with its results")
  func trials() throws {
    var bench = Bench()
    bench.send(.action(.set(.length(.trials(10)))))
    bench.type("1")
    for number in 1...10 {
      #expect(bench.trainer.screen == .comparison)
      try Self.answer(&bench, isRight: number != 4 && number != 7)
      Self.endFeedback(&bench)
    }
    let summary = try #require(Self.summary(bench.trainer))
    #expect(summary.comparisons == 10 && summary.right == 8 && summary.trialCount == 10)
    #expect(summary.threshold == bench.trainer.profile.profile.level.estimate)
    // No comparison came before.
    #expect(summary.thresholdBefore == nil)
    #expect(bench.trainer.comparisonState == nil)
    let text = TrainerView(width: 80, height: 24).lines(of: bench.trainer).map { $0.text }
      .joined(separator: "\n")
    #expect(text.contains("Comparisons: 10, right: 8.") && text.contains("Today: 10 trials"))
    bench.press(.enter)
    #expect(bench.trainer.screen == .comparison && bench.pair != nil)
  }

  @Test("A session of five minutes ends after the trial in which they pass; pauses do not count")
  func minutes() throws {
    var bench = Bench()
    bench.send(.action(.set(.length(.minutes(5)))))
    bench.type("1")
    bench.seconds += 200
    bench.type("p")
    bench.seconds += 10_000
    bench.type("p")
    try Self.answer(&bench)
    Self.endFeedback(&bench)
    #expect(bench.trainer.screen == .comparison)
    bench.seconds += 101
    try Self.answer(&bench)
    Self.endFeedback(&bench)
    let seconds = try #require(Self.summary(bench.trainer)).seconds
    #expect(abs(seconds - 301) < 0.2)
  }

  @Test("Codes of session lengths round-trip; others are refused")
  func lengths() {
    for length in SessionLength.offered { #expect(SessionLength(code: length.code) == length) }
    for code in ["", "10", "0 trials", "10 hours", "x minutes", "-5 minutes", "99999 trials"] {
      #expect(SessionLength(code: code) == nil, "\(code)")
    }
  }

  @Test("Escape shows the results of a session with trials, and the menu otherwise")
  func escape() throws {
    var bench = Bench()
    bench.type("1")
    bench.press(.escape)
    #expect(bench.trainer.screen == .home(row: .comparison))
    bench.type("2")
    Self.match(&bench, cents: -3)
    bench.press(.escape)
    let summary = try #require(Self.summary(bench.trainer))
    #expect(summary.isMatching && summary.errors.mean == -3)
    bench.press(.escape)
    #expect(bench.trainer.screen == .home(row: .matching))
  }

  @Test("The feedback time is a setting")
  func feedback() throws {
    var bench = Bench()
    bench.send(.action(.set(.feedbackSeconds(2.5))))
    bench.type("1")
    try Self.answer(&bench)
    let cue = try #require(bench.trainer.comparisonState.map { _ in bench.effects.last })
    guard case .showFeedback(_, let seconds)? = cue else {
      Issue.record("no feedback")
      return
    }
    #expect(seconds == 2.5)
    bench.send(.action(.set(.feedbackSeconds(99))))
    #expect(bench.trainer.preferences.settings.feedbackSeconds == 5)
  }

  @Test(
    "An answer is withdrawn during its result, the next trial, a pause, or at the end",
    arguments: ["", "next", "p", "m", "end"])
  func undo(moment: String) throws {
    var bench = Bench()
    bench.type("1")
    try Self.answer(&bench)
    Self.endFeedback(&bench)
    let before = bench.trainer.history
    try Self.answer(&bench, isRight: false)
    let question = TrialQuestion(noteNumber: 60)
    let threshold = before.profile.threshold(for: question)
    #expect(bench.trainer.profile.threshold(for: question) != threshold)
    switch moment {
    case "next": Self.endFeedback(&bench)
    case "end": bench.press(.escape)
    default: bench.type(moment)
    }
    #expect(bench.trainer.canUndo)
    let effects = bench.press(.backspace)
    #expect(effects.contains(.withdraw))
    #expect(bench.trainer.profile.threshold(for: question) == threshold)
    #expect(bench.trainer.kazez.magnitudeCents == before.kazez.magnitudeCents)
    #expect(bench.trainer.history.comparisonCount == 1)
    #expect(bench.trainer.history.practice.trialCount(day: 20_000) == 1)
    // Only once, and a new trial follows unless training has paused or ended.
    #expect(!bench.trainer.canUndo)
    #expect((bench.pair != nil) == !["p", "end"].contains(moment))
    #expect(!bench.type(effectsOf: "u").contains(.withdraw))
    if moment != "end" { bench.press(.escape) }
    let summary = try #require(Self.summary(bench.trainer))
    #expect(summary.comparisons == 1 && summary.right == 1)
    // The next session continues without the answer.
    bench.press(.enter)
    #expect(bench.trainer.profile.threshold(for: question) == threshold)
  }

  @Test("A matched note is withdrawn, too")
  func undoMatching() {
    var bench = Bench()
    bench.type("2")
    Self.match(&bench, cents: 4)
    #expect(bench.trainer.history.matchingCount == 1)
    #expect(bench.press(.backspace).contains(.withdraw))
    #expect(bench.trainer.history.matchingCount == 0)
  }

  @Test("The last pair is played again between trials, with its notes, and the next trial follows")
  func review() throws {
    var bench = Bench()
    bench.type("1")
    let pair = try #require(bench.pair)
    #expect(!bench.trainer.canReview)
    try Self.answer(&bench, isRight: false)
    Self.endFeedback(&bench)
    bench.type("m")
    let again = try #require(bench.pair)
    #expect(again.reference == pair.reference && again.target == pair.target)
    #expect(again.cue != pair.cue && bench.effects.first == .stopNotes)
    #expect(bench.trainer.review?.phase == .reference)
    bench.send(.targetBegan(again.cue))
    #expect(bench.trainer.review?.phase == .target)
    // An answer does not count.
    bench.press(.up)
    #expect(bench.trainer.history.comparisonCount == 1)
    bench.send(.targetEnded(again.cue))
    #expect(bench.trainer.review?.phase == .ended)
    let cents = pair.target.frequency.interval(from: pair.reference.frequency).value
    let text = TrainerView(width: 80, height: 24).lines(of: bench.trainer).map { $0.text }
      .joined(separator: "\n")
    let shown = bench.trainer.texts.cents(cents.magnitude)
    #expect(text.contains("the second note is \(shown) cents \(cents > 0 ? "higher" : "lower")"))
    bench.press(.space)
    #expect(bench.pair?.target == pair.target)
    bench.press(.enter)
    #expect(bench.trainer.review == nil && bench.pair != nil)
    guard case .reference? = bench.trainer.comparisonState else {
      Issue.record("no trial")
      return
    }
  }

  @Test("A matched note is played after its target, as it was tuned")
  func reviewMatching() throws {
    var bench = Bench()
    bench.type("2")
    Self.match(&bench, cents: 7)
    bench.type("m")
    let pair = try #require(bench.pair)
    #expect(abs(pair.target.frequency.interval(from: pair.reference.frequency).value - 7) < 1e-6)
    #expect(pair.target.durationSeconds == pair.reference.durationSeconds)
  }

  @Test("A reset of the profile keeps the days of practice, and can be taken back")
  func resetProfile() throws {
    var bench = Bench()
    bench.type("1")
    try Self.answer(&bench)
    bench.press(.escape, .escape)
    bench.send(.action(.open(.reset)))
    #expect(bench.trainer.resets == [.cancel, .settings, .profile])
    let now = TrainerTimestamp(seconds: 100, day: 20_000, milliseconds: 1_790_000_000_000)
    let effects = bench.trainer.reduce(.action(.reset(.profile)), at: now)
    #expect(effects == [.savePreferences(bench.trainer.preferences)])
    #expect(bench.trainer.history.comparisonCount == 0)
    #expect(bench.trainer.history.practice.trialCount(day: 20_000) == 1)
    #expect(bench.trainer.preferences.countsSince == 1_790_000_000_001)
    bench.send(.action(.open(.reset)))
    bench.press(.end)
    #expect(bench.press(.enter).last == .reloadHistory)
    #expect(bench.trainer.preferences.countsSince == 0)
  }

  @Test("A reset of the settings keeps sound and language; the first choice cancels")
  func resetSettings() {
    var bench = Bench(language: .german)
    bench.send(.action(.set(.noteSeconds(2))))
    bench.send(.action(.set(.length(.minutes(10)))))
    let before = bench.trainer.preferences
    bench.type("5")
    bench.press(.end, .enter, .enter)
    #expect(bench.trainer.preferences == before)
    bench.press(.enter, .down, .enter)
    var expected = TrainerPreferences()
    (expected.language, expected.sound, expected.isIntroduced) = (.german, "sine", true)
    expected.isLanguageChosen = before.isLanguageChosen
    #expect(bench.trainer.preferences == expected)
  }

  @Test("Preferences are stored and read with all settings")
  func preferences() {
    var preferences = TrainerPreferences()
    preferences.settings.feedbackSeconds = 1.25
    preferences.length = .minutes(7)
    preferences.countsSince = 1_790_000_000_001
    #expect(
      TrainerPreferences(json: preferences.json, defaults: TrainerPreferences()) == preferences)
    #expect(
      TrainerPreferences(json: "{\"sessionLength\": \"long\"}", defaults: preferences)
        == preferences)
  }

  @Test("The system's language is not stored, a chosen one is")
  func language() {
    var preferences = TrainerPreferences()
    preferences.language = .german
    var english = TrainerPreferences()
    english.language = .english
    let moved = TrainerPreferences(json: preferences.json, defaults: english)
    #expect(moved?.language == .english && moved?.isLanguageChosen == false)
    preferences.isLanguageChosen = true
    #expect(TrainerPreferences(json: preferences.json, defaults: english)?.language == .german)
  }

  @Test("The menu shows the trials of today and the days in a row")
  func practice() throws {
    func line(_ days: [Int: Int], today: Int = 20_000) -> String? {
      var history = TrainingHistory()
      for (day, count) in days.sorted(by: { $0.key < $1.key }) {
        for _ in 0..<count { history.addMatching(1, day: day) }
      }
      var preferences = TrainerPreferences()
      preferences.isIntroduced = true
      let trainer = Trainer(
        sounds: [], preferences: preferences, seed: 1, history: history, today: today)
      return TrainerContent.practice(trainer)
    }
    #expect(line([:]) == nil)
    #expect(line([20_000: 1]) == "Today: 1 trial")
    #expect(line([19_998: 5, 19_999: 3, 20_000: 12]) == "Today: 12 trials · 3 days in a row")
    #expect(line([19_997: 5, 19_999: 3, 20_000: 2]) == "Today: 2 trials · 2 days in a row")
    #expect(
      line([19_998: 1, 19_999: 1]) == "No trials today yet · 2 days in a row until yesterday")
    #expect(line([19_998: 1]) == nil)
  }

  @Test("The legend explains every badge, and long texts are scrolled in small windows")
  func legend() {
    for language in TrainerLanguage.allCases {
      var bench = Bench(language: language)
      bench.type("8")
      func text(_ height: Int) -> String {
        TrainerView(width: 100, height: height).lines(of: bench.trainer).map { $0.text }
          .joined(separator: "\n")
      }
      let badges: [IntonationBadge?] = [
        nil, .exact, .unpitched, .straight(deviationCents: nil),
        .straight(deviationCents: 0.5), .varying(meanCents: 1.5, variationCents: 12, laterCents: 0),
      ]
      let all = text(40)
      for badge in badges {
        #expect(all.contains(bench.trainer.texts.badge(badge)), "\(String(describing: badge))")
      }
      #expect(!text(8).contains("░"))
      bench.press(.end)
      #expect(text(8).contains("░"))
      bench.press(.escape)
      #expect(bench.trainer.screen == .home(row: .legend))
    }
  }

  @Test("The profile shows thresholds and errors of matched notes")
  func profile() throws {
    var bench = Bench()
    bench.type("7")
    func text() -> String {
      TrainerView(width: 80, height: 100).lines(of: bench.trainer).map { $0.text }
        .joined(separator: "\n")
    }
    #expect(text().contains("No results yet."))
    bench.press(.escape)
    bench.type("2")
    for cents in [1.0, -2, 4] {
      Self.match(&bench, cents: cents)
      Self.endFeedback(&bench)
    }
    bench.press(.escape, .escape)
    bench.type("7")
    // The mean of 1, −2 and 4 is 1, their standard deviation 3, the mean of 1, 2 and 4 is 2.33.
    #expect(text().contains("Mean error: +1.0 cents, spread: ±3.0 cents, "))
    #expect(text().contains("mean distance: 2.3 cents."))
    #expect(text().contains("+1.0 ±3.0  (3)"))
    bench.press(.escape)
    bench.type("1")
    try Self.answer(&bench)
    bench.press(.escape, .escape)
    bench.type("7")
    #expect(text().contains("Across the keyboard") && text().contains("Matched notes"))
    // Screen readers get the tables without the charts.
    let spoken = TrainerAnnouncement(bench.trainer).lines(after: nil).joined(separator: "\n")
    #expect(spoken.contains("C4") && spoken.contains("+1.0 ±3.0  (3)"))
    #expect(!spoken.contains("┤") && !spoken.contains("░"))
  }
}

extension TrainerTests.Bench {
  mutating func type(effectsOf letter: Unicode.Scalar) -> [TrainerEffect] {
    send(.key(.character(letter)))
  }
}
