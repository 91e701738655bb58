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
    #expect(bench.parts["status"]?.contains("The last pair") == true)
    try bench.handle("do", "resume")
    #expect(bench.parts["main"]?.contains("answer higher") == true)
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
    #expect(bench.parts["heading"] == "Session summary")
    #expect(main.contains("Matched notes: 10.") && main.contains("Mean error:"))
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
      fields.removeSubrange(20..<31)
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

  @Test("The signs are explained without those of the terminal")
  func legend() throws {
    var bench = try PageBench()
    try bench.handle("do", "open legend")
    let main = try #require(bench.parts["main"])
    #expect(main.contains("<dt>several players</dt>") && !main.contains("▸"))
  }
}
