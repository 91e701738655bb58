import PeachEarTraining
import PeachMusicUnits
import PeachTrainerUI
import PeachTrialRecords
import PeachWebPage
import Testing

@Suite("The page")
struct PageTests {
  @Test(
    "A new user is welcomed in the browser's language",
    arguments: [("en-US", "en"), ("de-AT", "de"), ("fr", "en")])
  func welcome(language: String, code: String) throws {
    let bench = try PageBench(language: language)
    #expect(bench.commands.contains(["language", code]))
    let heading = code == "de" ? "Wie fein hörst du?" : "How finely do you hear?"
    #expect(bench.parts["heading"] == heading)
    #expect(bench.messages == [.select(tag: "sine")])
  }

  @Test("A trial is stored before its feedback is shown and timed")
  func trial() throws {
    var bench = try PageBench()
    try bench.handle("do", "open comparison")
    let pair = try bench.hearPair()
    #expect(pair.reference.durationSeconds == 1)
    let isHigher = pair.target.frequency.hertz > pair.reference.frequency.hertz
    let commands = try bench.handle("do", isHigher ? "answer higher" : "answer lower")
    let names = commands.map { $0[0] == "set" ? "set \($0[1])" : $0[0] }
    let store = try #require(names.firstIndex(of: "store"))
    let feedback = try #require(names.firstIndex(of: "set status"))
    let wait = try #require(names.firstIndex(of: "engine"))
    #expect(store < feedback && store < wait)
    #expect(bench.parts["status"]?.contains("class=\"result right\"") == true)
    let line = try #require(bench.trials.first)
    let record = try #require(TrialFormat.records(Array((TrialFormat.csv.head + line).utf8)).first)
    #expect(record.identifier == commands[store][1] && record.sound == "sine")
    #expect(record.day == 20_717)
    guard case .comparison(let trial) = record.trial else {
      Issue.record("not a comparison")
      return
    }
    #expect(
      trial.answer.isRight && trial.reference == pair.reference && trial.target == pair.target)
    // From the target's onset to the answer: two events of half a second.
    #expect(abs(trial.responseSeconds - 1) < 1e-9)
    // The next trial follows the feedback.
    let count = bench.messages.count
    try bench.endFeedback()
    #expect(bench.messages.count == count + 1)
  }

  @Test("A session ends with its summary, and continues from the stored trials after a reload")
  func reload() throws {
    var bench = try PageBench()
    try bench.handle("do", "open comparison")
    for index in 0..<6 {
      try bench.answer(bench.hearPair(), isRight: index != 2)
      try bench.endFeedback()
    }
    try bench.handle("do", "stop")
    #expect(bench.parts["heading"] == "5 of 6 pairs right")
    try bench.handle("do", "open home")
    #expect(bench.parts["main"]?.contains("Today: 6 trials") == true)
    #expect(bench.trials.count == 6 && Set(bench.trials).count == 6)
    let preferences = try #require(bench.commands.last { $0[0] == "save" }?[1])
    var again = try PageBench(preferences: preferences, trials: bench.trials.joined(), seed: 2)
    #expect(again.page.history.comparisonCount == 6)
    #expect(
      again.page.history.profile.profile.level.estimate
        == bench.page.history.profile.profile.level.estimate)
    #expect(again.page.trainer.screen == .home(row: .comparison))
    try again.handle("do", "tab hearing")
    #expect(again.parts["main"]?.contains("After 4 more pairs, your threshold") == true)
  }

  @Test(
    "An export in either format is imported once, and equals the stored trials",
    arguments: ["csv", "json"])
  func transfer(format: String) throws {
    var bench = try PageBench()
    try bench.handle("do", "open comparison")
    for _ in 0..<3 {
      try bench.answer(bench.hearPair())
      try bench.endFeedback()
    }
    let lines = bench.trials.joined()
    let file = Page.export(Array(lines.utf8), format: format)
    let records = try TrialFormat.records(Array(file.utf8))
    #expect(records.map { TrialFormat.csv.line($0) }.joined() == lines)
    var other = try PageBench(seed: 3)
    try other.perform(other.page.importTrials(Array(file.utf8)))
    #expect(other.trials.joined() == lines && other.page.history.comparisonCount == 3)
    try other.perform(other.page.importTrials(Array(file.utf8)))
    #expect(other.trials.count == 3 && other.page.history.comparisonCount == 3)
    let before = other.commands.count
    try other.perform(other.page.importTrials(Array("no trials".utf8)))
    #expect(!other.commands[before...].contains { $0[0] == "store" })
    #expect(other.parts["warnings"]?.contains("Nothing was imported.") == true)
  }

  @Test("An import during training ends it, so that the threshold has all trials")
  func importWhileTraining() throws {
    var other = try PageBench()
    try other.handle("do", "open comparison")
    for _ in 0..<4 {
      try other.answer(other.hearPair(), isRight: false)
      try other.endFeedback()
    }
    var bench = try PageBench(seed: 2)
    try bench.handle("do", "open comparison")
    try bench.answer(bench.hearPair())
    try bench.handle("do", "tab hearing")
    try bench.perform(
      bench.page.importTrials(Array((TrialFormat.csv.head + other.trials.joined()).utf8)))
    try bench.handle("do", "tab train")
    #expect(bench.page.trainer.screen == .home(row: .comparison))
    // Beginning and ending another session keeps them.
    try bench.handle("do", "open comparison")
    try bench.handle("do", "open home")
    let all = bench.page.history.profile.profile.level.estimate
    #expect(bench.page.history.comparisonCount == 5)
    #expect(bench.page.trainer.profile.profile.level.estimate == all)
  }

  @Test("A note is matched by the dial, by steps and by a MIDI wheel")
  func matching() throws {
    var bench = try PageBench()
    try bench.handle("do", "open matching")
    guard case .playReference(let cue, let reference)? = bench.messages.last else {
      Issue.record("no reference")
      return
    }
    try bench.handle("engine", EngineReport.referenceEnded(cue).line)
    try bench.handle("do", "dial", "10")
    guard case .playTarget(let start, _)? = bench.messages.last else {
      Issue.record("no target")
      return
    }
    func lastCents() -> Double? {
      guard case .bend(let frequency)? = bench.messages.last else { return nil }
      return frequency.interval(from: start.frequency).value
    }
    try bench.handle("do", "dial", "14.5")
    #expect(abs(try #require(lastCents()) - 4.5) < 1e-6)
    try bench.handle("do", "tune -0.1")
    #expect(abs(try #require(lastCents()) - 4.4) < 1e-6)
    // The wheel is a dial of ±50 cents: (80 · 128 − 8192) / 8192 · 50 = 12.5, and so 2 less than
    // before.
    try bench.handle("midi", "224", "0", "80")
    #expect(abs(try #require(lastCents()) - 2.4) < 1e-6)
    // The key F raises by a cent, in any octave.
    let before = try #require(lastCents())
    try bench.handle("midi", "144", "53", "90")
    #expect(abs(try #require(lastCents()) - before - 1) < 1e-6)
    try bench.handle("do", "commit")
    let line = try #require(bench.trials.first)
    let record = try #require(TrialFormat.records(Array((TrialFormat.csv.head + line).utf8)).first)
    guard case .matching(let trial) = record.trial else {
      Issue.record("not a matching")
      return
    }
    #expect(trial.reference == reference)
  }

  @Test("Keys act on training screens only, and Escape leaves lists")
  func keys() throws {
    var bench = try PageBench()
    #expect(try !bench.handle("key", "Enter").contains(["handled"]))
    try bench.handle("do", "open comparison")
    let pair = try bench.hearPair()
    let isHigher = pair.target.frequency.hertz > pair.reference.frequency.hertz
    #expect(try bench.handle("key", isHigher ? "ArrowUp" : "ArrowDown").contains(["handled"]))
    #expect(bench.trials.count == 1)
    #expect(try !bench.handle("key", "Tab").contains(["handled"]))
    try bench.handle("do", "open settings")
    #expect(try !bench.handle("key", "ArrowUp").contains(["handled"]))
    #expect(try bench.handle("key", "Escape").contains(["handled"]))
    guard case .home = bench.page.trainer.screen else {
      Issue.record("\(bench.page.trainer.screen)")
      return
    }
  }

  @Test(
    "Training pauses when the page is hidden or another tab is shown",
    arguments: [("hidden", ""), ("do", "tab songs")])
  func pause(event: String, value: String) throws {
    var bench = try PageBench()
    try bench.handle("do", "open comparison")
    let commands = try bench.handle(event, value)
    #expect(commands.contains(["engine", "", "", "stop"]) && bench.page.trainer.isPaused)
  }

  @Test("A new version is announced, and loaded on request")
  func update() throws {
    var bench = try PageBench()
    #expect(bench.parts["warnings"] == "")
    try bench.handle("update")
    #expect(bench.parts["warnings"]?.contains("data-do=\"update\"") == true)
    #expect(try bench.handle("do", "update").contains(["update"]))
    #expect(try bench.handle("do", "connect").contains(["connect"]))
  }

  @Test("A problem of storage is shown until it is solved")
  func storing() throws {
    var bench = try PageBench()
    try bench.handle("storing", "The disk is full.")
    #expect(bench.parts["warnings"]?.contains("The disk is full.") == true)
    try bench.handle("storing", "")
    #expect(bench.parts["warnings"] == "")
  }

  @Test("Reports that come together change the page once")
  func reports() throws {
    var bench = try PageBench()
    try bench.handle("do", "tab instruments")
    let lines = [
      EngineReport.bank(name: "my.sf2", byteCount: 1_500_000),
      .sound(TrainerSound(tag: "sf2:my.sf2:0:40", name: "Violin", bank: "my.sf2", badge: nil)),
      .sound(TrainerSound(tag: "sf2:my.sf2:0:42", name: "Cello", bank: "my.sf2", badge: nil)),
    ].map(\.line)
    let commands = try bench.handle("engine", lines.joined(separator: "\n"))
    #expect(commands.map { $0.prefix(2) } == [["set", "main"]])
    #expect(["my.sf2", "Violin", "Cello"].allSatisfy { bench.parts["main"]?.contains($0) == true })
  }

  @Test("The engine follows the reference pitch, from the start and when it changes")
  func referencePitch() throws {
    var bench = try PageBench()
    try bench.handle("do", "open settings")
    #expect(!bench.messages.contains { if case .referencePitch = $0 { true } else { false } })
    try bench.handle("do", "set referencePitch", "442")
    #expect(bench.messages.last == .referencePitch(.hertz(442)))
    let count = bench.messages.count
    try bench.handle("do", "set noteSeconds", "3")
    #expect(bench.messages.count == count)
  }

  @Test("An input shows the value in effect after one that was limited or rejected")
  func rejectedValues() throws {
    var bench = try PageBench()
    try bench.handle("do", "open settings")
    for (action, value) in [
      ("set noteSeconds", "3"), ("set noteSeconds", "50"), ("interval 0", "false"),
      ("set referencePitch", "x"),
    ] {
      let commands = try bench.handle("do", action, value)
      #expect(commands.contains { $0.prefix(2) == ["set", "main"] }, "\(action) \(value)")
    }
    #expect(bench.parts["main"]?.contains("value=\"3.0\"") == true)
    #expect(
      bench.parts["main"]?.contains(
        "id=\"interval-0\" data-do=\"interval 0\" type=\"checkbox\" checked") == true)
  }
}
