import Foundation
import PeachEarTraining
import PeachMusicUnits
import Testing

@Suite("Sessions with notes that sound together")
struct ChordSessionTests {
  private func settings(_ exercise: TrainingExercise, _ semitones: [Int]) -> TrainingSettings {
    var settings = TrainingSettings()
    settings.intervals = semitones.compactMap { MusicalInterval(semitones: $0) }
    return settings.prepared(for: exercise)
  }

  private func trials(
    _ exercise: TrainingExercise, _ semitones: [Int], count: Int
  ) throws -> [ComparisonTrial] {
    var session = ComparisonSession(procedure: BeatProcedure(), seed: 11)
    session.settings = settings(exercise, semitones)
    var effects = session.reduce(.start(day: 0))
    return try (0..<count).map { _ in
      guard case .play(let cue, let trial)? = effects.last else { throw CancellationError() }
      _ = session.reduce(.targetBegan(cue: cue))
      _ = session.reduce(.answer(.higher, responseSeconds: 1))
      effects = session.reduce(.feedbackEnded(cue: cue))
      return trial
    }
  }

  private func ratio(_ notes: [TimedTrialNote], _ index: Int) -> Double {
    notes[index + 1].note.frequency.hertz / notes[index].note.frequency.hertz
  }

  @Test("An interval sounds twice: one is pure, the other detuned, in random order and direction")
  func purity() throws {
    let trials = try trials(.purity, [4], count: 200)
    var (second, wide) = (0, 0)
    for trial in trials {
      let notes = trial.timedNotes
      #expect(notes.count == 4 && trial.answerIndex == 2)
      #expect(notes.map(\.startSeconds) == [0, 0, 2.3, 2.3])
      #expect(notes.allSatisfy { $0.note.durationSeconds == 2 && $0.note.levelDecibels == 0 })
      let (first, other) = (ratio(notes, 0), ratio(notes, 2))
      let (pure, tempered) = trial.isSecondPure ? (other, first) : (first, other)
      #expect(abs(pure - 1.25) < 1e-12)
      #expect(abs(1200 * log2(tempered / 1.25) - trial.detuningCents) < 1e-6)
      #expect(trial.detuningCents.magnitude == trial.answer.offsetCents.magnitude)
      // Both times have the same sample.
      #expect(notes[1].sampleNote == notes[3].sampleNote)
      // "The second one" was answered.
      #expect(trial.answer.isRight == trial.isSecondPure || trial.answer.heard == .lower)
      second += trial.isSecondPure ? 1 : 0
      wide += trial.detuningCents > 0 ? 1 : 0
    }
    // 200 fair coins: six standard deviations.
    #expect((58...142).contains(second) && (58...142).contains(wide))
  }

  @Test("Wider or narrower: both notes begin together, and an answer counts at once")
  func width() throws {
    for trial in try trials(.width, [7, -7], count: 50) {
      let notes = trial.timedNotes
      #expect(notes.count == 2 && notes.allSatisfy { $0.startSeconds == 0 })
      #expect(trial.answerIndex == 0 && trial.exercise == .width)
      let pure = trial.answer.question.interval.semitones > 0 ? 1.5 : 1 / 1.5
      let cents = 1200 * log2(ratio(notes, 0) / pure)
      #expect(abs(cents - trial.answer.offsetCents) < 1e-6)
    }
  }

  @Test("Chords have the pure ones of the selected intervals, or major thirds and fifths")
  func intervals() {
    func intervals(_ exercise: TrainingExercise, _ semitones: [Int]) -> [Int] {
      self.settings(exercise, semitones).intervals.map { $0.semitones }
    }
    #expect(intervals(.purity, [0]) == [4, 7])
    #expect(intervals(.purity, [2, 11]) == [4, 7])
    #expect(intervals(.purity, [-5, 0, 1, 9]) == [-5, 0, 9])
    #expect(intervals(.triad, [0, 7]) == [3, 4] && intervals(.triad, [3, 7]) == [3])
    var settings = TrainingSettings()
    settings.intervals = [MusicalInterval(semitones: 10)!]
    settings.tuning = .just(minorSeventh: .sevenFourths)
    #expect(settings.prepared(for: .width).intervals.map(\.semitones) == [10])
    settings.tuning = .equal
    #expect(settings.prepared(for: .width).tuning == .just())
    #expect(settings.prepared(for: .comparison) == settings.limited)
    // The fifth of a triad is within the compass, too.
    settings.compass = 60...70
    #expect(settings.prepared(for: .triad).keys(for: .minorThird) == 60...63)
  }

  @Test("A drone sounds from the start, and goes on while the note is tuned")
  func drone() throws {
    let forms: [TrainingExercise: MatchingForm] = [.drone: .drone, .triad: .triad]
    for (exercise, ratios) in [(TrainingExercise.drone, [1.0]), (.triad, [1, 1.5])] {
      var session = MatchingSession(procedure: BeatProcedure(), seed: 5)
      session.settings = settings(exercise, [4])
      guard case .playDrone(let trial)? = session.reduce(.start(day: 0)).first else {
        Issue.record("\(session.state)")
        return
      }
      #expect(trial.form == forms[exercise])
      let root = trial.reference.frequency.hertz
      #expect(trial.drone.count == ratios.count)
      for (note, ratio) in zip(trial.drone, ratios) {
        #expect(abs(note.frequency.hertz / root / ratio - 1) < 1e-12)
      }
      #expect(trial.drone.allSatisfy { $0.durationSeconds == nil })
      #expect(trial.startOffsetCents.magnitude <= 40)
      let touched = session.reduce(.adjust(cents: 1))
      #expect(touched == [.playTarget(trial)])
      _ = session.reduce(.adjust(cents: -trial.startOffsetCents))
      let ended = session.reduce(.commit(responseSeconds: 3))
      guard ended.count == 3, case .completed(let done) = ended[1] else {
        Issue.record("\(ended)")
        return
      }
      #expect(ended[0] == .stopNotes && done.exercise == exercise)
      #expect(abs(done.target.frequency.hertz / root - 1.25) < 1e-12)
      #expect(done.beatRate?.hertz == 0)
    }
  }

  private func beats(_ seed: UInt64 = 3) throws -> (session: BeatSession, cue: Int, BeatTrial) {
    var session = BeatSession(seed: seed)
    session.settings = settings(.beats, [4])
    guard case .play(let cue, let trial)? = session.reduce(.start).first else {
      throw CancellationError()
    }
    return (session, cue, trial)
  }

  @Test("Beats are 1 to 5 a second, unless that would take more than 30 cents")
  func rates() throws {
    var slow = 0
    for seed in 0..<100 {
      let (_, _, trial) = try beats(UInt64(seed))
      let rate = trial.beatRate.hertz
      #expect(rate <= 5.1 && trial.offsetCents.magnitude <= 30)
      // A narrow interval beats slower than one that is as wide.
      #expect(rate > 0.97 || trial.offsetCents.magnitude == 30)
      slow += rate < 2.236 ? 1 : 0
      let f = trial.reference.frequency.hertz
      let other = f * 1.25 * pow(2, trial.offsetCents / 1200)
      #expect(abs(rate - abs(4 * other - 5 * f)) < 1e-6)
    }
    // The middle of the logarithmic scale: half of the rates, within six standard deviations.
    #expect((20...80).contains(slow))
  }

  @Test("The rate of taps is the slope of their times, and the error is relative to the beats")
  func taps() throws {
    var (session, cue, trial) = try beats()
    let period = 1.1 / trial.beatRate.hertz
    for tap in 0..<3 { #expect(session.reduce(.tap(seconds: 7 + period * Double(tap))).isEmpty) }
    #expect(session.reduce(.commit).isEmpty, "Three taps are too few.")
    // An earlier time is no tap.
    #expect(session.reduce(.tap(seconds: 6)).isEmpty)
    #expect(session.reduce(.tap(seconds: 7 + 3 * period)).isEmpty)
    let effects = session.reduce(.commit)
    guard effects.count == 3, case .completed(let done) = effects[1] else {
      Issue.record("\(effects)")
      return
    }
    #expect(done.tapCount == 4 && abs(done.responseSeconds - 3 * period) < 1e-9)
    #expect(abs(done.tappedRate.hertz - 1 / period) < 1e-9)
    #expect(abs(done.errorPercent - 100 * (1 / 1.1 - 1)) < 1e-9)
    #expect(effects[2] == .showFeedback(cue: cue, seconds: 1.5))
    #expect(session.reduce(.undo).contains(.withdrawn(done)))
  }

  @Test("Without four taps the interval sounds again; sixteen end the trial")
  func repeats() throws {
    var (session, cue, trial) = try beats()
    trial.replays = 1
    #expect(session.reduce(.notesEnded(cue: cue)) == [.play(cue: cue + 1, trial)])
    #expect(session.reduce(.notesEnded(cue: cue)).isEmpty, "An event of earlier notes.")
    var effects: [BeatEffect] = []
    for tap in 0..<16 { effects = session.reduce(.tap(seconds: Double(tap))) }
    #expect(effects.first == .stopNotes && effects.count == 3)
    #expect(session.reduce(.stop) == [.stopNotes] && session.state == .idle)
  }
}
