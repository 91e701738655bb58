import PeachEarTraining
import PeachMusicUnits
import PeachTrainerUI
import Testing

@Suite("The trainer")
struct TrainerTests {
  /// A trainer with its last effects and a clock.
  struct Bench {
    var trainer: Trainer
    var effects: [TrainerEffect] = []
    var seconds = 0.0

    init(isIntroduced: Bool = true, language: TrainerLanguage = .english) {
      var preferences = TrainerPreferences()
      preferences.isIntroduced = isIntroduced
      preferences.language = language
      trainer = Trainer(sounds: Self.sounds, preferences: preferences, seed: 1)
    }

    static let sounds: [TrainerSound] =
      [.sine]
      + ["Grand Piano", "Cello", "Violoncello", "Organ"].enumerated().map { index, name in
        TrainerSound(tag: "sf2:a.sf2:0:\(index)", name: name, bank: "a.sf2")
      }

    @discardableResult
    mutating func send(_ event: TrainerEvent) -> [TrainerEffect] {
      seconds += 0.01
      effects = trainer.reduce(event, at: TrainerTimestamp(seconds: seconds, day: 20_000))
      return effects
    }

    @discardableResult
    mutating func press(_ keys: TrainerKey...) -> [TrainerEffect] {
      for key in keys { send(.key(key)) }
      return effects
    }

    mutating func type(_ text: String) {
      for scalar in text.unicodeScalars { send(.key(.character(scalar))) }
    }

    /// The cue of the last pair, and its notes.
    var pair: (cue: TrainerCue, reference: TrialNote, target: TrialNote)? {
      for case .playPair(let cue, let reference, let target, _, _) in effects {
        return (cue, reference, target)
      }
      return nil
    }
  }

  @Test("the intervals of sounds that are not straight are reported until the next key")
  func inexactIntervals() {
    for (language, reason, text) in [
      (.english, .severalPlayers, "several players; its intervals are within 2.5 cents"),
      (.english, .decaying, "decay; its intervals are within 2.5 cents"),
      (.english, .unverified, "varies; its intervals are within 2.5 cents"),
      (.german, .severalPlayers, "auf 2,5 Cent genau"),
      (.german, .unverified, "schwankt; die Intervalle sind auf 2,5 Cent genau"),
    ] as [(TrainerLanguage, ToneVerdict, String)] {
      var bench = Bench(language: language)
      bench.send(.inexactIntervals(cents: 2.46, reason: reason))
      #expect(bench.trainer.note.contains(text))
      bench.press(.down)
      #expect(bench.trainer.note.isEmpty)
    }
  }

  @Test("new users see the demonstration of cents once")
  func firstRun() throws {
    var bench = Bench(isIntroduced: false)
    #expect(bench.trainer.screen == .welcome)
    let effects = bench.press(.enter)
    #expect(bench.trainer.screen == .demonstration(heardCents: 0))
    guard case .savePreferences(let saved)? = effects.first else {
      Issue.record("not saved")
      return
    }
    #expect(saved.isIntroduced)
    for (index, cents) in Trainer.demonstratedCents.enumerated() {
      bench.press(.character(Unicode.Scalar(UInt8(49 + index))))
      let pair = try #require(bench.pair)
      let apart = pair.target.frequency.interval(from: pair.reference.frequency).value
      #expect(abs(apart - Double(cents)) < 1e-9)
      #expect(bench.trainer.screen == .demonstration(heardCents: cents))
    }
    bench.press(.escape)
    #expect(bench.trainer.screen == .home(row: .comparison))
    let again = Trainer(sounds: [], preferences: saved, seed: 1)
    #expect(again.screen == .home(row: .comparison))
  }

  @Test(
    "a comparison: an answer counts from the target's onset, is stored, and the next trial follows"
  )
  func comparison() throws {
    var bench = Bench()
    bench.press(.enter)
    #expect(bench.trainer.screen == .comparison)
    let pair = try #require(bench.pair)
    // Before the target an answer does not count.
    #expect(bench.press(.up) == [])
    bench.send(.targetBegan(pair.cue))
    bench.seconds = 1
    let isHigher = pair.target.frequency > pair.reference.frequency
    let effects = bench.press(isHigher ? .up : .down)
    #expect(effects.first == .stopNotes)
    guard case .store(.comparison(let trial), sound: "sine") = effects[1] else {
      Issue.record("\(effects)")
      return
    }
    #expect(trial.answer.isRight)
    #expect(abs(trial.responseSeconds - 0.98) < 1e-9)
    #expect(trial.target == pair.target)
    #expect(effects.last == .showFeedback(pair.cue, seconds: 1.5))
    #expect(bench.trainer.comparisonState == .feedback(isRight: true))
    #expect(bench.press(.up, .down) == [])
    bench.send(.feedbackEnded(pair.cue))
    #expect(bench.pair?.cue.number == pair.cue.number + 1)
  }

  @Test("letters answer as well, by language")
  func letters() throws {
    let cases: [(TrainerLanguage, String, PitchDirection?)] = [
      (.english, "h", .higher), (.english, "l", .lower), (.english, "k", .higher),
      (.english, "j", .lower), (.english, "t", nil), (.english, "H", .higher),
      (.german, "h", .higher), (.german, "t", .lower), (.german, "l", nil), (.german, "T", .lower),
    ]
    for (language, letter, expected) in cases {
      var bench = Bench(language: language)
      bench.press(.enter)
      let cue = try #require(bench.pair).cue
      bench.send(.targetBegan(cue))
      bench.type(letter)
      var heard: PitchDirection?
      for case .store(.comparison(let trial), _) in bench.effects { heard = trial.answer.heard }
      #expect(heard == expected, "\(language) \(letter)")
    }
  }

  @Test("pausing and leaving discard the current trial; late events are ignored")
  func pause() throws {
    var bench = Bench()
    bench.press(.enter)
    let first = try #require(bench.pair)
    bench.send(.targetBegan(first.cue))
    #expect(bench.press(.character("p")) == [.stopNotes])
    #expect(bench.trainer.isPaused)
    #expect(bench.send(.targetEnded(first.cue)) == [])
    #expect(bench.press(.up) == [])
    bench.press(.space)
    let second = try #require(bench.pair)
    #expect(second.cue != first.cue && !bench.trainer.isPaused)
    #expect(bench.press(.escape) == [.stopNotes])
    #expect(bench.trainer.screen == .home(row: .comparison))
    bench.press(.enter)
    // The same number, but of another training.
    #expect(bench.send(.targetBegan(second.cue)) == [])
    #expect(bench.press(.up) == [])
  }

  @Test("matching: the note starts at the first change, is tuned by the keys, and is stored")
  func matching() throws {
    var bench = Bench()
    bench.press(.character("2"))
    guard case .playReference(let cue, let reference)? = bench.effects.first else {
      Issue.record("\(bench.effects)")
      return
    }
    bench.send(.referenceEnded(cue))
    bench.press(.up)
    guard case .playTarget(let note, let like)? = bench.effects.first else {
      Issue.record("\(bench.effects)")
      return
    }
    #expect(like == reference)
    var cents = note.frequency.interval(from: reference.frequency).value
    let steps: [(TrainerKey, Double)] = [
      (.up, 1), (.down, -1), (.fineUp, 0.1), (.fineDown, -0.1), (.pageUp, 5), (.pageDown, -5),
      (.character("+"), 0.1), (.character("-"), -0.1), (.character("j"), -1),
      (.character("k"), 1),
    ]
    for (key, step) in steps {
      guard case .bend(let frequency)? = bench.press(key).first else {
        Issue.record("\(key)")
        return
      }
      cents += step
      #expect(abs(frequency.interval(from: reference.frequency).value - cents) < 1e-6, "\(key)")
    }
    let effects = bench.press(.enter)
    guard effects.count == 3, case .store(.matching(let trial), sound: "sine") = effects[1] else {
      Issue.record("\(effects)")
      return
    }
    #expect(abs(trial.offsetCents - cents) < 1e-6)
  }

  @Test("keys change and store every setting within its range")
  func settings() {
    for (row, kind) in SettingRow.allCases.enumerated() {
      for key in [TrainerKey.left, .right] {
        var bench = Bench()
        bench.press(.character("5"))
        for _ in 0..<row { bench.press(.down) }
        let before = bench.trainer.preferences
        for _ in 0..<120 {
          if case .settings = bench.trainer.screen { bench.press(key) }
        }
        let settings = bench.trainer.preferences.settings
        #expect(settings == settings.limited, "\(row)")
        #expect((380...480).contains(settings.referencePitch.hertz))
        if kind == .intervals {
          #expect(bench.trainer.screen == .intervals(row: .unison))
        } else if ![.procedure, .language, .sound, .tuning, .reset].contains(kind) && key == .right
        {
          #expect(bench.trainer.preferences != before, "\(kind)")
        }
      }
    }
  }

  @Test("intervals are included and excluded; at least one remains")
  func intervals() {
    var bench = Bench()
    bench.press(.character("5"))
    for row in SettingRow.allCases.prefix(while: { $0 != .intervals }) {
      #expect(bench.trainer.screen == .settings(row: row))
      bench.press(.down)
    }
    bench.press(.enter, .space)
    #expect(bench.trainer.preferences.settings.intervals == [.unison])
    bench.press(.up, .space, .down, .space)
    #expect(bench.trainer.preferences.settings.intervals.map(\.semitones) == [1])
    bench.press(.home, .enter, .end, .enter)
    #expect(bench.trainer.preferences.settings.intervals.map(\.semitones) == [-12, 1, 12])
    bench.press(.escape)
    #expect(bench.trainer.screen == .settings(row: .intervals))
  }

  @Test("trials keep to the compass of the sound, once it is known")
  func compass() throws {
    var bench = Bench()
    bench.press(.character("4"))
    bench.type("Violon")
    bench.press(.enter)
    let tag = "sf2:a.sf2:0:2"
    #expect(bench.trainer.sound.tag == tag && bench.trainer.sound.compass == nil)
    bench.send(.compass(tag: tag, 83...84))
    // The default range is 36 to 84. Keys 83 and 84 are 987.8 and 1046.5 Hz at A4 = 440 Hz.
    let other = TrainerSound(tag: "a", name: "", bank: "", compass: 83...84)
    #expect(bench.trainer.sound.compass == other.compass)
    for _ in 0..<20 {
      bench.press(.home, .enter)
      let hertz = try #require(bench.pair).reference.frequency.hertz
      #expect(abs(hertz - 987.767) < 0.01 || abs(hertz - 1046.502) < 0.01)
      bench.press(.escape)
    }
    bench.send(.compass(tag: tag, nil))
    #expect(bench.trainer.sound.compass == nil)
  }

  @Test("a sound is found, previewed, measured and selected; the next trial uses it")
  func sounds() throws {
    var bench = Bench()
    bench.press(.character("4"))
    bench.type("CELL")
    let screen: TrainerScreen = bench.trainer.screen
    guard case .sounds(let picker) = screen else {
      Issue.record("\(screen)")
      return
    }
    let taken: SoundPicker = picker
    #expect(taken.filter == "CELL" && taken.index == 0 && !taken.isFromSettings)
    #expect(bench.press(.space) == [.stopNotes, .preview(tag: "sf2:a.sf2:0:1")])
    #expect(bench.press(.tab) == [.measure(tag: "sf2:a.sf2:0:1")])
    #expect(bench.press(.tab) == [])
    bench.send(
      .badge(tag: "sf2:a.sf2:0:1", .varying(meanCents: 3.1, variationCents: 5, laterCents: 0)))
    bench.press(.down)
    let effects = bench.press(.enter)
    #expect(effects.contains(.chooseSound(tag: "sf2:a.sf2:0:2")))
    #expect(bench.trainer.sound.name == "Violoncello")
    #expect(bench.trainer.screen == .home(row: .sounds))
    #expect(
      bench.trainer.sounds[2].badge == .varying(meanCents: 3.1, variationCents: 5, laterCents: 0))
    bench.press(.home, .enter)
    let pair = try #require(bench.pair)
    bench.send(.targetBegan(pair.cue))
    bench.press(.up)
    var stored: (sound: String, index: Int)?
    for case .store(let trial, let sound) in bench.effects {
      stored = (sound, trial.question.sound)
    }
    #expect(stored?.sound == "sf2:a.sf2:0:2" && stored?.index == 0)
  }

  @Test("a failed audio output is reported; training pauses and resumes on request")
  func failure() throws {
    var bench = Bench()
    bench.press(.enter)
    #expect(bench.send(.soundFailed("The device is gone.")) == [.stopNotes])
    #expect(bench.trainer.isPaused)
    let text = TrainerView(width: 80, height: 24).lines(of: bench.trainer).map(\.text)
    #expect(text.joined().contains("The device is gone."))
    bench.press(.space)
    #expect(bench.pair != nil && bench.trainer.soundProblem.isEmpty)
  }

  @Test("Ctrl-C and Q quit from every screen, but Q searches in the list of sounds")
  func quit() {
    for keys in ["", "1", "2", "3", "31", "35", "4", "5", "6", "7", "8"] {
      var bench = Bench()
      bench.type(keys)
      #expect(bench.press(.interrupt).last == .quit, "\(keys)")
      bench = Bench()
      bench.type(keys)
      #expect((bench.press(.character("q")).last == .quit) == (keys != "4"), "\(keys)")
    }
    var bench = Bench(isIntroduced: false)
    #expect(bench.press(.interrupt) == [.quit])
    bench = Bench(isIntroduced: false)
    #expect(bench.press(.character("Q")) == [.quit])
    bench = Bench()
    #expect(bench.press(.character("q")) == [.quit])
    #expect(bench.press(.character("9")) == [.quit])
  }

  @Test("the state of the procedure persists across sessions")
  func learning() throws {
    var bench = Bench()
    var expected = ProfileProcedure()
    expected.beginDay(20_000)
    for round in 0..<3 {
      bench.press(.character("1"))
      for _ in 0..<10 {
        let pair = try #require(bench.pair)
        bench.send(.targetBegan(pair.cue))
        bench.press(pair.target.frequency > pair.reference.frequency ? .up : .down)
        for case .store(.comparison(let trial), _) in bench.effects {
          expected.record(trial.answer)
        }
        bench.send(.feedbackEnded(pair.cue))
      }
      bench.press(.escape, .escape)
      let question = TrialQuestion(noteNumber: 60)
      #expect(
        bench.trainer.profile.threshold(for: question) == expected.threshold(for: question),
        "\(round)")
      #expect(bench.trainer.kazez.magnitudeCents < 100)
    }
  }
}
