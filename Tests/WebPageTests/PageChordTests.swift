import Foundation
import PeachEarTraining
import PeachMusicUnits
import PeachTrainerUI
import PeachTrialRecords
import PeachWebPage
import Testing

@Suite("Exercises with chords on the page")
struct PageChordTests {
  private static let violin = TrainerSound(
    tag: "sf2:my.sf2:0:40", name: "Violin", bank: "my.sf2", compass: 55...100)

  private static func lastNotes(
    _ bench: PageBench
  ) throws -> (cue: TrainerCue, notes: [TimedTrialNote], index: Int) {
    for case .playNotes(let cue, let notes, let index) in bench.messages.reversed() {
      return (cue, notes, index)
    }
    throw CancellationError()
  }

  /// Reports the onset and the end of the last notes.
  private static func hear(_ bench: inout PageBench) throws -> [TimedTrialNote] {
    let (cue, notes, _) = try lastNotes(bench)
    try bench.handle("engine", EngineReport.targetBegan(cue).line)
    try bench.handle("engine", EngineReport.targetEnded(cue).line)
    return notes
  }

  private static func records(_ bench: PageBench) throws -> [TrialRecord] {
    try TrialFormat.records(Array((TrialFormat.csv.head + bench.trials.joined()).utf8))
  }

  /// Returns the cents by which an interval is off from the pure one nearest to it.
  private static func detuning(_ low: TrialNote, _ high: TrialNote) -> Double {
    let cents = high.frequency.interval(from: low.frequency).value
    let ratios: [Double] = [1, 6.0 / 5, 5.0 / 4, 4.0 / 3, 3.0 / 2, 8.0 / 5, 5.0 / 3, 2]
    var nearest = Double.infinity
    for ratio in ratios {
      for pure in [1200 * log2(ratio), -1200 * log2(ratio)] {
        if (cents - pure).magnitude < nearest.magnitude { nearest = cents - pure }
      }
    }
    return nearest
  }

  @Test("Chords are offered with the exercises; the sine has all of them at once")
  func offered() throws {
    var bench = try PageBench()
    #expect(bench.parts["main"]?.contains("data-do=\"open chords\"") == true)
    try bench.handle("do", "open chords")
    #expect(bench.parts["heading"] == "Chords")
    let main = try #require(bench.parts["main"])
    for exercise in TrainingExercise.chords {
      #expect(main.contains("data-do=\"open \(exercise.name)\""))
    }
    #expect(!main.contains("disabled") && main.contains("eight partials"))
    #expect(bench.messages.allSatisfy { if case .playNotes = $0 { false } else { true } })
    try bench.handle("do", "set language de")
    #expect(bench.parts["heading"] == "Akkorde")
    try bench.handle("key", "Escape")
    #expect(bench.parts["heading"] == "Was übst du heute?")
  }

  @Test("A sound is checked first, and has exercises only if it is steady; the reason is shown")
  func steadiness() throws {
    var bench = try PageBench()
    try bench.handle("engine", EngineReport.bank(name: "my.sf2", byteCount: 9).line)
    try bench.handle("engine", EngineReport.sound(Self.violin).line)
    try bench.handle("do", "select " + Self.violin.tag)
    let commands = try bench.handle("do", "open chords")
    let request = AnalysisMessage.checkSteadiness(tag: Self.violin.tag)
    #expect(commands.contains { $0.last == request.line })
    #expect(bench.parts["main"]?.contains("Checking whether Violin is steady") == true)
    #expect(bench.parts["main"]?.components(separatedBy: " disabled").count == 6)
    // An exercise that is asked for nevertheless does not begin.
    try bench.handle("do", "open purity")
    #expect(bench.messages.allSatisfy { if case .playNotes = $0 { false } else { true } })
    func report(_ steadiness: ToneSteadiness) throws {
      let report = AnalysisReport.steadiness(tag: Self.violin.tag, steadiness)
      try bench.handle("engine", EngineReport.analysis(report).line)
      try bench.handle("engine", EngineReport.analysis(.finished).line)
    }
    try report(.notStraight(.severalPlayers))
    #expect(bench.parts["main"]?.contains("several players sound") == true)
    try report(.fluctuating(decibels: 1.25))
    #expect(bench.parts["main"]?.contains("varies by 1.3 dB") == true)
    #expect(!bench.messages.contains(.prepareChords))
    try report(.steady)
    // With the module of the analysis, before the first chord.
    #expect(bench.messages.last == .prepareChords)
    #expect(bench.parts["main"]?.contains(" disabled") == false)
    try bench.handle("do", "open purity")
    #expect(try Self.lastNotes(bench).notes.count == 4)
  }

  @Test("A sound that is chosen from the exercises is checked once they are shown again")
  func otherSound() throws {
    var bench = try PageBench()
    try bench.handle("engine", EngineReport.bank(name: "my.sf2", byteCount: 9).line)
    try bench.handle("engine", EngineReport.sound(Self.violin).line)
    try bench.handle("do", "open chords")
    try bench.handle("do", "view instruments")
    try bench.handle("do", "select " + Self.violin.tag)
    let commands = try bench.handle("do", "tab train")
    #expect(bench.parts["heading"] == "Chords")
    let request = AnalysisMessage.checkSteadiness(tag: Self.violin.tag)
    #expect(commands.contains { $0.last == request.line })
    // It is being checked, and again after that was stopped.
    try bench.handle("do", "tab songs")
    #expect(try !bench.handle("do", "tab train").contains { $0.last == request.line })
    try bench.handle("do", "halt")
    try bench.handle("do", "tab songs")
    #expect(try bench.handle("do", "tab train").contains { $0.last == request.line })
  }

  @Test("Which interval is pure: both sound, the answer is judged, and stored in beats")
  func purity() throws {
    var bench = try PageBench()
    try bench.handle("do", "open purity")
    #expect(bench.parts["heading"] == "Pure or out of tune?")
    #expect(bench.parts["main"]?.matches(of: /aria-disabled="true"/).count == 2)
    for isRight in [true, false] + [Bool](repeating: true, count: 8) {
      let notes = try Self.hear(&bench)
      #expect(bench.parts["status"]?.contains("Which one is pure") == true)
      #expect(bench.parts["main"]?.contains("The first") == true)
      let pairs = [Array(notes.prefix(2)), Array(notes.suffix(2))]
      let off = pairs.map { Self.detuning($0[0].note, $0[1].note).magnitude }
      let isFirst = off[0] < off[1]
      #expect(min(off[0], off[1]) < 1e-6 && max(off[0], off[1]) > 0.01, "\(off)")
      try bench.handle("do", isFirst == isRight ? "answer lower" : "answer higher")
      let status = try #require(bench.parts["status"])
      #expect(status.contains(isRight ? "result right" : "result wrong"))
      #expect(status.contains(isFirst ? "the first was pure" : "the second was pure"))
      try bench.endFeedback()
    }
    let records = try Self.records(bench)
    #expect(records.map(\.trial.exercise) == [TrainingExercise](repeating: .purity, count: 10))
    #expect(bench.page.history.chords.purityCount == 10)
    #expect(bench.page.history.comparisonCount == 0)
    try bench.handle("do", "stop")
    #expect(bench.parts["heading"] == "9 of 10 pairs right")
    #expect(bench.parts["main"]?.contains("95\u{A0}% interval: ") == true)
    #expect(bench.parts["top"]?.contains("data-do=\"open purity\"") == true)
    try bench.handle("do", "tab hearing")
    #expect(bench.parts["main"]?.contains("data-do=\"open chords\"") == true)
    #expect(bench.parts["main"]?.contains("10 trials") == true)
  }

  @Test("No threshold is stated before ten answers", arguments: ["purity", "width"])
  func early(exercise: String) throws {
    var bench = try PageBench()
    try bench.handle("do", "open " + exercise)
    _ = try Self.hear(&bench)
    try bench.handle("do", "answer higher")
    try bench.handle("do", "stop")
    let main = try #require(bench.parts["main"])
    #expect(main.contains("After ten answers, your threshold is shown here."))
    #expect(!main.contains("interval: "))
  }

  @Test("Wider or narrower: both notes sound at once, and keys answer")
  func width() throws {
    var bench = try PageBench()
    try bench.handle("do", "open width")
    let notes = try Self.hear(&bench)
    #expect(notes.count == 2 && notes[0].startSeconds == notes[1].startSeconds)
    let off = Self.detuning(notes[0].note, notes[1].note)
    let isRising = notes[1].note.frequency.hertz > notes[0].note.frequency.hertz
    #expect(bench.parts["main"]?.contains("Narrower") == true)
    try bench.handle("key", (off > 0) == isRising ? "ArrowUp" : "ArrowDown")
    #expect(bench.parts["status"]?.contains("result right") == true)
    #expect(try Self.records(bench).map(\.trial.exercise) == [.width])
    // The last one again, and withdrawn.
    try bench.handle("do", "review")
    #expect(try Self.lastNotes(bench).notes == notes)
    #expect(bench.parts["status"]?.contains("it was ") == true)
    try bench.handle("do", "undo")
    #expect(bench.page.history.chords.widthCount == 0)
  }

  @Test("A note is tuned over a drone, and in a triad", arguments: ["drone", "triad"])
  func drone(exercise: String) throws {
    var bench = try PageBench()
    try bench.handle("do", "open " + exercise)
    guard case .playDrone(let drone)? = bench.messages.last else {
      Issue.record("\(bench.messages)")
      return
    }
    #expect(drone.count == (exercise == "triad" ? 2 : 1))
    try bench.handle("do", "dial", "1")
    guard case .playTarget(let target, _)? = bench.messages.last else {
      Issue.record("\(bench.messages)")
      return
    }
    #expect(bench.parts["status"]?.contains("until it does not beat") == true)
    // To the pure interval above the lowest note.
    let off = Self.detuning(drone[0], target)
    for _ in 0..<Int((off.magnitude * 10).rounded()) {
      try bench.handle("do", off > 0 ? "tune -0.1" : "tune 0.1")
    }
    try bench.handle("do", "commit")
    #expect(bench.parts["status"]?.contains("Pure: nothing beats") == true)
    let records = try Self.records(bench)
    #expect(records.map(\.trial.exercise.name) == [exercise])
    #expect(bench.page.history.chords.matchings.errors.count == 1)
    #expect(bench.page.history.matchingCount == 0)
    try bench.handle("do", "stop")
    #expect(bench.parts["heading"] == "Notes matched: 1")
  }

  @Test("Beats are counted by a button, a key or a MIDI keyboard; four taps are a result")
  func beats() throws {
    var bench = try PageBench()
    try bench.handle("do", "open beats")
    let (_, notes, _) = try Self.lastNotes(bench)
    #expect(notes.count == 2)
    #expect(bench.parts["main"]?.components(separatedBy: " disabled").count == 4)
    // Events are half a second apart: two taps a second.
    try bench.handle("do", "tap")
    try bench.handle("key", " ")
    try bench.handle("midi", "144", "60", "100")
    #expect(bench.parts["status"]?.contains("●●●") == true)
    try bench.handle("do", "commit")
    #expect(bench.trials.isEmpty)
    bench.seconds -= 0.5
    try bench.handle("do", "tap")
    #expect(bench.parts["main"]?.components(separatedBy: " disabled").count == 3)
    try bench.handle("key", "Enter")
    let records = try Self.records(bench)
    guard case .beats(let trial)? = records.first?.trial else {
      Issue.record("\(records)")
      return
    }
    #expect(trial.tapCount == 4 && abs(trial.tappedRate.hertz - 2) < 1e-9)
    #expect(bench.parts["status"]?.contains("You tapped 2.0") == true)
    try bench.handle("do", "stop")
    #expect(bench.parts["heading"] == "Counted beats: 1")
  }
}
