import PeachEarTraining
import PeachMusicUnits
import PeachTrainerUI
import PeachTrialRecords
import Testing

@Suite("Exercises with chords")
struct ChordTests {
  typealias Bench = TrainerTests.Bench

  /// The notes of the last effects.
  static func notes(_ bench: Bench) -> (cue: TrainerCue, notes: [TimedTrialNote], answer: Int)? {
    for case .playNotes(let cue, let notes, let index) in bench.effects {
      return (cue, notes, index)
    }
    return nil
  }

  private static func text(_ bench: Bench) -> String {
    TrainerView(width: 80, height: 24).lines(of: bench.trainer).map { $0.text }
      .joined(separator: "\n")
  }

  @Test("A sine begins at once; each digit begins its exercise, and Escape leads back")
  func menu() throws {
    for (digit, exercise) in zip("12345", TrainingExercise.chords) {
      var bench = Bench()
      bench.type("3")
      #expect(bench.trainer.screen == .chords(row: .purity) && bench.effects.isEmpty)
      #expect(Self.text(bench).contains("A sine has no overtones to beat"))
      bench.type(String(digit))
      #expect(bench.trainer.exercise == exercise)
      #expect(bench.trainer.summary?.exercise == exercise)
      let drones = bench.effects.contains { if case .playDrone = $0 { true } else { false } }
      #expect(drones == [.drone, .triad].contains(exercise))
      #expect((Self.notes(bench) == nil) == drones)
      bench.press(.escape)
      #expect(bench.trainer.screen == .home(row: .chords))
    }
  }

  @Test("Other sounds are checked first; those that beat by themselves have no exercises")
  func steadiness() {
    let reasons: [(ToneSteadiness, String)] = [
      (.notStraight(.severalPlayers), "Cello: several players sound"),
      (.notStraight(.decaying), "Cello decays"), (.notStraight(.unverified), "pitch of Cello"),
      (.offPitch(cents: 0.126), "off by 0.13 cents"), (.fluctuating(decibels: 0.83), "0.8 dB"),
      (.fewOvertones, "too soft to beat"),
    ]
    for (steadiness, reason) in reasons {
      var bench = Bench()
      bench.send(.action(.selectSound(tag: "sf2:a.sf2:0:1")))
      bench.type("3")
      #expect(bench.effects == [.checkSteadiness(tag: "sf2:a.sf2:0:1")])
      #expect(Self.text(bench).contains("Checking whether Cello is steady"))
      bench.type("2")
      #expect(bench.trainer.screen == .chords(row: .width))
      let before = TrainerAnnouncement(bench.trainer)
      bench.send(.steadiness(tag: "sf2:a.sf2:0:1", steadiness))
      #expect(Self.text(bench).contains(reason))
      // A screen reader hears it, too.
      let spoken = TrainerAnnouncement(bench.trainer).lines(after: before).joined()
      #expect(spoken.contains(reason))
      bench.type("2")
      #expect(bench.trainer.screen == .chords(row: .width) && bench.effects.isEmpty)
      #expect(Self.text(bench).contains(reason))
      // The sound can be chosen here.
      bench.type("6")
      if case .sounds = bench.trainer.screen {} else { Issue.record("\(bench.trainer.screen)") }
    }
    var bench = Bench()
    bench.send(.action(.selectSound(tag: "sf2:a.sf2:0:1")))
    bench.type("3")
    bench.send(.steadiness(tag: "sf2:a.sf2:0:1", .steady))
    bench.type("2")
    #expect(bench.trainer.screen == .comparison && Self.notes(bench) != nil)
  }

  @Test("Pure or out of tune: 1 and 2 answer, the result names both; a profile of its own learns")
  func purity() throws {
    var bench = Bench()
    bench.type("31")
    let played = try #require(Self.notes(bench))
    #expect(played.answer == 2 && bench.press(.character("2")).isEmpty, "too early")
    bench.send(.targetBegan(played.cue))
    let ratios = [0, 2].map {
      played.notes[$0 + 1].note.frequency.hertz / played.notes[$0].note.frequency.hertz
    }
    let pure =
      [5.0 / 4, 3.0 / 2].min {
        abs($0 / ratios[0] - 1) < abs($1 / ratios[0] - 1)
      } ?? 0
    let isSecondPure = abs(ratios[1] / pure - 1) < abs(ratios[0] / pure - 1)
    bench.type(isSecondPure ? "2" : "1")
    let text = Self.text(bench)
    #expect(text.contains("Right: the \(isSecondPure ? "second" : "first") was pure"))
    #expect(text.contains("beats a second") && text.contains(" wide") || text.contains(" narrow"))
    let history = bench.trainer.history
    #expect(history.chords.purityCount == 1 && history.comparisonCount == 0)
    #expect(history.practice.trialCount(day: 20_000) == 1)
    let threshold = try #require(bench.trainer.summary?.threshold)
    #expect(threshold == history.chords.purity.level)
    bench.press(.space)
    bench.press(.escape)
    #expect(Self.text(bench).contains("beats (95 %: "))
    bench.press(.character("u"))
    #expect(bench.effects == [.withdraw] && bench.trainer.history.chords.isEmpty)
    bench.press(.enter)
    #expect(bench.trainer.exercise == .purity && Self.notes(bench) != nil)
  }

  @Test("Wider or narrower: the answer counts from the onset; M plays the interval again")
  func width() throws {
    var bench = Bench()
    bench.type("32")
    let played = try #require(Self.notes(bench))
    #expect(played.notes.count == 2 && played.answer == 0)
    bench.send(.targetBegan(played.cue))
    bench.press(.up)
    #expect(bench.trainer.history.chords.widthCount == 1)
    #expect(bench.effects.contains(.stopNotes))
    let result = Self.text(bench)
    #expect(result.contains("it was ") && result.contains(" beats a second"))
    bench.type("m")
    #expect(Self.notes(bench)?.notes == played.notes)
    bench.press(.enter)
    #expect(Self.notes(bench) != nil && bench.trainer.review == nil)
  }

  @Test("A note over a drone: keys, steps and dials of MIDI keyboards tune it")
  func drone() throws {
    for digit in ["3", "4"] {
      var bench = Bench()
      bench.type("3" + digit)
      bench.press(.up)
      guard case .playTarget(let first, like: _)? = bench.effects.first else {
        Issue.record("\(bench.effects)")
        return
      }
      bench.send(.midi(status: 0x90, first: 65, second: 90))  // F: +1 cent
      guard case .bend(let second)? = bench.effects.first else {
        Issue.record("\(bench.effects)")
        return
      }
      #expect(abs(second.interval(from: first.frequency).value - 1) < 1e-6)
      bench.press(.enter)
      #expect(Self.text(bench).contains("beats a second"))
      let errors = bench.trainer.history.chords.matchings.errors
      #expect(errors.count == 1 && bench.trainer.history.matchingCount == 0)
    }
  }

  @Test("Beats: Space and any MIDI key tap, Enter ends, and the error is in percent")
  func beats() throws {
    var bench = Bench()
    bench.type("35")
    guard case .listening(let trial)? = bench.trainer.beatState else {
      Issue.record("\(bench.trainer.screen)")
      return
    }
    for tap in 0..<5 {
      // The clock of the bench advances by 0.01 s with each event.
      bench.seconds = 10 + Double(tap) / trial.beatRate.hertz
      if tap == 2 {
        bench.send(.midi(status: 0x90, first: 40, second: 1))
      } else {
        bench.press(.space)
      }
    }
    #expect(Self.text(bench).contains("●●●●●"))
    bench.press(.enter)
    let errors = bench.trainer.history.chords.beatErrors
    #expect(errors.count == 1 && errors.meanMagnitude < 0.01)
    #expect(Self.text(bench).contains("beats a second. You tapped"))
    bench.press(.escape)
    #expect(Self.text(bench).contains("Counted beats: 1."))
    #expect(Self.text(bench).contains("mean distance: 0.0 %"))
  }

  @Test("Without taps the interval sounds again when it ends; a screen reader hears what to do")
  func ends() throws {
    var bench = Bench()
    bench.type("35")
    let spoken = TrainerAnnouncement(bench.trainer).lines(after: nil).joined(separator: "\n")
    #expect(spoken.contains("Count the beats") && spoken.contains("Tap along with the beats"))
    let played = try #require(Self.notes(bench))
    bench.send(.targetEnded(played.cue))
    #expect(Self.notes(bench)?.notes == played.notes)
    bench.type("p")
    #expect(bench.effects == [.stopNotes] && bench.trainer.isPaused)
    bench.type("p")
    #expect(Self.notes(bench) != nil)
  }

  @Test("German texts exist for every screen")
  func german() {
    var bench = Bench(language: .german)
    bench.type("3")
    #expect(Self.text(bench).contains("Akkorde") && Self.text(bench).contains("Schwebungen zählen"))
    bench.type("1")
    #expect(Self.text(bench).contains("Rein oder verstimmt?"))
  }

  @Test("Results of chords are lists by interval in the profile")
  func profile() throws {
    for (digit, title) in [("1", "Pure or out of tune (beats)"), ("2", "Wider or narrower than")] {
      for language in TrainerLanguage.allCases {
        var bench = Bench(language: language)
        bench.type("3" + digit)
        bench.send(.targetBegan(try #require(Self.notes(bench)).cue))
        bench.press(digit == "1" ? .left : .up)
        bench.press(.escape, .escape, .escape)
        bench.type("7")
        let lines = TrainerView(width: 80, height: 24).lines(of: bench.trainer).map { $0.text }
        if language == .english { #expect(lines.contains { $0.contains(title) }) }
        // Columns of the table are apart.
        let row = try #require(lines.first { $0.contains("(95 %: ") }, "\(lines)")
        #expect(row.contains(") "), "\(row)")
      }
    }
  }
}
