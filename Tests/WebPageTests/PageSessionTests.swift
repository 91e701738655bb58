import PeachEarTraining
import PeachMusicUnits
import PeachTrainerUI
import PeachTrialRecords
import PeachWebPage
import Testing

@Suite("Sessions on the page")
struct PageSessionTests {
  /// A page after two answers, the second of which is wrong.
  private static func answered() throws -> PageBench {
    var bench = try PageBench()
    try bench.handle("do", "open comparison")
    try bench.answer(bench.hearPair())
    try bench.endFeedback()
    try bench.answer(bench.hearPair(), isRight: false)
    return bench
  }

  private static func records(_ lines: [String]) throws -> [TrialRecord] {
    try TrialFormat.records(Array((TrialFormat.csv.head + lines.joined()).utf8))
  }

  @Test("A withdrawn answer is stored again under its identifier, marked, and does not count")
  func undo() throws {
    var bench = try Self.answered()
    #expect(bench.parts["main"]?.contains("data-do=\"undo\"") == true)
    let commands = try bench.handle("do", "undo")
    let records = try Self.records(bench.trials)
    #expect(records.count == 3 && records[2].isWithdrawn && !records[1].isWithdrawn)
    #expect(records[1].identifier == records[2].identifier)
    #expect(commands.first { $0[0] == "store" }?[1] == records[1].identifier)
    #expect(bench.page.history.comparisonCount == 1)
    #expect(bench.parts["warnings"]?.contains("was withdrawn") == true)
    // The browser has one line under each identifier.
    let stored = [bench.trials[0], bench.trials[2]].joined()
    let again = try PageBench(trials: stored)
    #expect(again.page.history.comparisonCount == 1)
    #expect(
      again.page.history.profile.profile.level.estimate
        == bench.page.history.profile.profile.level.estimate)
  }

  @Test("The last pair is played again by a button, and the next trial follows")
  func review() throws {
    var bench = try Self.answered()
    let pairs = bench.messages.filter { if case .playPair = $0 { true } else { false } }
    try bench.handle("do", "review")
    guard case .playPair(_, let reference, let target, _, _)? = bench.messages.last,
      case .playPair(_, let first, let second, _, _)? = pairs.last
    else {
      Issue.record("no pair")
      return
    }
    #expect(reference == first && target == second)
    #expect(bench.parts["status"]?.contains("Last pair") == true)
    try bench.handle("do", "resume")
    #expect(bench.parts["main"]?.contains("answer higher") == true)
  }

  @Test("The last result stays while the next first note plays, until the second one")
  func verdict() throws {
    var bench = try Self.answered()
    let result = try #require(bench.parts["status"])
    #expect(result.contains("class=\"result wrong\""))
    try bench.endFeedback()
    #expect(bench.parts["status"]?.contains("Last pair: ✗") == true)
    _ = try bench.hearPair()
    #expect(bench.parts["status"]?.contains("Last pair") == false)
    #expect(bench.parts["status"]?.contains("Higher or lower?") == true)
  }

  @Test("The answers are marked as waiting until the second note begins")
  func waiting() throws {
    var bench = try PageBench()
    try bench.handle("do", "open comparison")
    #expect(bench.parts["main"]?.matches(of: /aria-disabled="true"/).count == 2)
    let pair = try bench.hearPair()
    #expect(bench.parts["main"]?.contains("aria-disabled") == false)
    try bench.answer(pair, isRight: false)
    #expect(bench.parts["main"]?.contains("class=\"answer chosen-wrong\"") == true)
  }

  @Test("Intervals are asked for without unisons, fifths if no other is selected")
  func intervals() throws {
    var bench = try PageBench()
    try bench.handle("do", "open intervalComparison")
    #expect(bench.parts["heading"] == "Tune intervals")
    for _ in 0..<5 {
      let pair = try bench.hearPair()
      // 700 cents of the equal temperament, and an offset of at most a semitone.
      let cents = pair.target.frequency.interval(from: pair.reference.frequency).value
      #expect(abs(cents - 700) < 100.01)
      #expect(bench.parts["main"]?.contains("Sharp (too wide)") == true)
      try bench.answer(pair)
      try bench.endFeedback()
    }
    // Another session is one of intervals, too.
    try bench.handle("do", "stop")
    #expect(bench.parts["top"]?.contains("data-do=\"open intervalComparison\"") == true)
  }

  @Test("A cent is heard on the first screen, which stays")
  func demonstration() throws {
    var bench = try PageBench()
    try bench.handle("do", "demonstrate 20")
    guard case .playPair(_, let reference, let target, _, _)? = bench.messages.last else {
      Issue.record("no pair")
      return
    }
    #expect(abs(target.frequency.interval(from: reference.frequency).value - 20) < 1e-9)
    #expect(bench.parts["heading"] == "How finely do you hear?")
  }

  @Test("No threshold is stated before ten pairs; then before and now are on one axis")
  func threshold() throws {
    var bench = try PageBench()
    try bench.handle("do", "set length", "9 trials")
    for session in 1...3 {
      try bench.handle("do", "open comparison")
      for _ in 0..<9 {
        try bench.answer(bench.hearPair())
        try bench.endFeedback()
      }
      let main = try #require(bench.parts["main"])
      #expect(main.contains("class=\"figure\"") == (session > 1))
      #expect(main.contains("After one more pair") == (session == 1))
      // Before the second session there were nine pairs, too few to compare with.
      #expect(main.contains("[&quot;before&quot;") == (session == 3))
    }
  }

  @Test("Missed pairs are heard again from the summary")
  func missed() throws {
    var bench = try Self.answered()
    let wrong = bench.messages.last { if case .playPair = $0 { true } else { false } }
    try bench.handle("do", "stop")
    #expect(bench.parts["main"]?.contains("data-do=\"hear 1\"") == true)
    #expect(bench.parts["main"]?.contains("data-do=\"hear 0\"") == false)
    try bench.handle("do", "hear 1")
    guard case .playPair(_, let first, let second, _, _)? = wrong,
      case .playPair(_, let reference, let target, _, _)? = bench.messages.last
    else {
      Issue.record("no pair")
      return
    }
    #expect(first == reference && second == target)
  }

  @Test("A MIDI keyboard answers; releases and keys outside training play the sound")
  func keyboard() throws {
    var bench = try PageBench()
    try bench.handle("midi", "144", "72", "90")
    #expect(bench.messages.last == .midi(status: 144, first: 72, second: 90))
    try bench.handle("do", "open comparison")
    _ = try bench.hearPair()
    try bench.handle("midi", "128", "72", "0")
    #expect(bench.messages.last == .midi(status: 128, first: 72, second: 0))
    try bench.handle("midi", "176", "64", "0")
    #expect(bench.messages.last == .midi(status: 176, first: 64, second: 0))
    try bench.handle("midi", "144", "72", "90")
    let record = try #require(Self.records(bench.trials).first)
    guard case .comparison(let trial) = record.trial else {
      Issue.record("not a comparison")
      return
    }
    #expect(trial.answer.heard == .higher)
    #expect(bench.messages.last != .midi(status: 144, first: 72, second: 90))
  }

  @Test("A session of a length ends with its summary, from which another one starts")
  func summary() throws {
    var bench = try PageBench()
    try bench.handle("do", "set length", "10 trials")
    try bench.handle("do", "open matching")
    for _ in 0..<10 {
      for case .playReference(let cue, _)? in [bench.messages.last] {
        try bench.handle("engine", EngineReport.referenceEnded(cue).line)
      }
      try bench.handle("do", "tune 1")
      try bench.handle("do", "commit")
      try bench.endFeedback()
    }
    let main = try #require(bench.parts["main"])
    #expect(bench.parts["heading"] == "Notes matched: 10" && main.contains("Mean error:"))
    try bench.handle("do", "open matching")
    #expect(bench.page.trainer.screen == .matching)
    try bench.handle("do", "open profile")
    #expect(bench.parts["main"]?.contains("<svg") == true)
  }

  @Test("A reset of the threshold is stored, and taken back with all stored trials")
  func reset() throws {
    var bench = try Self.answered()
    try bench.handle("do", "open settings")
    try bench.handle("do", "open reset")
    #expect(bench.parts["main"]?.contains("Earlier trials are not deleted") == true)
    try bench.handle("do", "reset profile")
    #expect(bench.page.history.comparisonCount == 0)
    let preferences = try #require(bench.commands.last { $0[0] == "save" }?[1])
    let stored = bench.trials.joined()
    var again = try PageBench(preferences: preferences, trials: stored)
    #expect(again.page.history.comparisonCount == 0)
    try again.handle("do", "open home")
    #expect(again.parts["main"]?.contains("Today: 2 trials") == true)
    try again.handle("do", "open reset")
    #expect(try again.handle("do", "reset allTrials").contains(["reload"]))
    let saved = try #require(again.commands.last { $0[0] == "save" }?[1])
    #expect(try PageBench(preferences: saved, trials: stored).page.history.comparisonCount == 2)
  }

  @Test("Trials that earlier versions have stored are read and exported")
  func former() throws {
    let bench = try Self.answered()
    let former = bench.trials.map { line in
      var fields = line.dropLast().split(separator: ",", omittingEmptySubsequences: false)
      fields.removeSubrange(20..<34)
      return fields.joined(separator: ",") + "\n"
    }.joined()
    #expect(try PageBench(trials: former).page.history.comparisonCount == 2)
    let export = Page.export(Array(former.utf8), format: "json")
    let expected = try Self.records(bench.trials).map { record in
      var record = record
      record.origin = nil
      return record
    }
    #expect(try TrialFormat.records(Array(export.utf8)) == expected)
  }

  @Test("Every trial has the session and the load of the page in which it was completed")
  func origins() throws {
    let origins = try Self.records(Self.answered().trials).map { try #require($0.origin) }
    #expect(origins.count == 2 && origins[0] == origins[1] && origins[0].run.count == 32)
    let runs = [1, 2].map { Page(preferences: "", trials: [], language: "en", seed: $0).run }
    #expect(runs[0] != runs[1])
  }

  @Test("A badge opens to what it means, with its own figures")
  func badges() throws {
    var bench = try PageBench()
    try bench.handle("do", "tab instruments")
    for (badge, name, meaning) in [
      (IntonationBadge?.none, "not measured", "not measured yet"),
      (.exact, "exact", "each note is within 1 cent"),
      (.straight(deviationCents: nil), "straight", "not measured yet"),
      (.straight(deviationCents: 0.3), "straight", "no 0.1 s deviates by more than 0.3 cents"),
      (
        .varying(meanCents: 2, variationCents: 7, laterCents: 0, reason: nil), "varies",
        "within 2.0 cents; it varies by ±7.0 cents"
      ),
      (
        .varying(meanCents: 2, variationCents: 7, laterCents: 0, reason: .decaying), "decaying",
        "within 2.0 cents; the pitch varies for the reason given: the tone decays"
      ),
      (.unpitched, "no pitch", "a noise or a drum"),
    ] {
      let sound = TrainerSound(tag: "sf2:a:0:1", name: "A", bank: "a", badge: badge)
      try bench.handle("engine", EngineReport.sound(sound).line)
      let main = try #require(bench.parts["main"])
      let badges = main.matches(
        of: /<details class="badge[^>]*><summary>.*?<span>([^<]*)<\/span><\/summary><p>([^<]*)</)
      let (found, text) = try #require(badges.last.map { ($0.1, $0.2) })
      #expect(badges.count == 2 && found.contains(name))
      #expect(text.contains(meaning), "\(found): \(text)")
    }
  }
}
