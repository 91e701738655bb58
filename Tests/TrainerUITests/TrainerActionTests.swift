import PeachEarTraining
import PeachMusicUnits
import PeachTrainerUI
import PeachTrialRecords
import Testing

@Suite("Actions of controls")
struct TrainerActionTests {
  typealias Bench = TrainerTests.Bench

  /// Starts a comparison and plays its notes up to the answer.
  private static func comparing() throws -> Bench {
    var bench = Bench()
    bench.send(.action(.open(.comparison)))
    let cue = try #require(bench.pair).cue
    bench.send(.targetBegan(cue))
    return bench
  }

  @Test("An answer by a control is that of the key", arguments: [PitchDirection.higher, .lower])
  func answer(direction: PitchDirection) throws {
    var (one, other) = (try Self.comparing(), try Self.comparing())
    let effects = one.send(.action(.answer(direction)))
    #expect(effects == other.press(direction == .higher ? .up : .down) && !effects.isEmpty)
    #expect(one.trainer.comparisonState == other.trainer.comparisonState)
  }

  @Test("A note is tuned and committed by controls as by keys")
  func matching() throws {
    func tuned(_ events: [TrainerEvent]) -> [[TrainerEffect]] {
      var bench = Bench()
      bench.send(.action(.open(.matching)))
      for case .playReference(let cue, _) in bench.effects { bench.send(.referenceEnded(cue)) }
      return events.map { bench.send($0) }
    }
    let controls = tuned([
      .action(.tune(cents: 1)), .action(.tune(cents: -0.1)), .action(.tune(cents: 5)),
      .action(.tune(cents: .nan)), .action(.commit),
    ])
    let keys = tuned([.key(.up), .key(.fineDown), .key(.pageUp), .key(.tab), .key(.enter)])
    #expect(controls == keys && controls.last?.isEmpty == false)
  }

  @Test("Opening a screen ends training, and leaves the welcome screen permanently")
  func screens() throws {
    var bench = try Self.comparing()
    bench.send(.action(.open(.settings)))
    #expect(bench.trainer.screen == .settings(row: .sound) && bench.trainer.comparisonState == nil)
    #expect(bench.effects.contains(.stopNotes))
    #expect(bench.send(.action(.answer(.higher))).isEmpty)
    var new = Bench(isIntroduced: false)
    new.send(.action(.open(.demonstration)))
    #expect(new.trainer.screen == .demonstration(heardCents: 0))
    #expect(new.trainer.preferences.isIntroduced)
    new.send(.action(.demonstrate(cents: 20)))
    let pair = try #require(new.pair)
    let cents =
      1200 * Exponential.log2(pair.target.frequency.hertz / pair.reference.frequency.hertz)
    #expect(abs(cents - 20) < 1e-9)
    #expect(new.send(.action(.demonstrate(cents: 21))).isEmpty)
  }

  @Test(
    "A row of the menu opens a screen by its digit, by Enter and by a control; Escape returns",
    arguments: HomeRow.allCases)
  func menu(row: HomeRow) throws {
    let number = try #require(HomeRow.allCases.firstIndex(of: row))
    var (byDigit, byEnter) = (Bench(), Bench())
    let effects = byDigit.press(.character(Unicode.Scalar(UInt8(49 + number))))
    for _ in 0..<number { byEnter.press(.down) }
    #expect(byEnter.trainer.screen == .home(row: row))
    #expect(byEnter.press(.enter) == effects)
    if row == .quit {
      #expect(effects == [.quit])
      return
    }
    #expect(byEnter.trainer.screen == byDigit.trainer.screen)
    let destinations: [HomeRow: TrainerAction.Destination] = [
      .comparison: .comparison, .matching: .matching, .chords: .chords, .sounds: .sounds,
      .settings: .settings, .demonstration: .demonstration, .profile: .profile, .legend: .legend,
    ]
    var byControl = Bench()
    byControl.send(.action(.open(try #require(destinations[row]))))
    #expect(byControl.effects == effects && byControl.trainer.screen == byDigit.trainer.screen)
    byDigit.press(.escape)
    byControl.send(.action(.open(.home)))
    // The first training follows the demonstration.
    let next = row == .demonstration ? HomeRow.comparison : row
    #expect(byDigit.trainer.screen == .home(row: next))
    #expect(byControl.trainer.screen == .home(row: next))
  }

  @Test("Rows move in both directions from one end to the other; other lists stay where they are")
  func rows() {
    var bench = Bench()
    bench.send(.action(.move(.up)))
    #expect(bench.trainer.screen == .home(row: .quit))
    bench.send(.action(.move(.down)))
    #expect(bench.trainer.screen == .home(row: .comparison))
    bench.send(.action(.open(.settings)))
    bench.send(.action(.move(.last)))
    #expect(bench.trainer.screen == .settings(row: .reset))
    bench.send(.action(.open(.reset)))
    #expect(bench.trainer.screen == .reset(row: .cancel))
    bench.send(.action(.move(.last)))
    // All trials count, so there is no reset of that.
    #expect(bench.trainer.screen == .reset(row: .profile))
    bench.send(.action(.reset(.cancel)))
    #expect(bench.trainer.screen == .settings(row: .reset))
    bench.send(.action(.open(.comparison)))
    let screen = bench.trainer.screen
    #expect(bench.send(.action(.move(.down))).isEmpty && bench.trainer.screen == screen)
  }

  @Test("A study has no way back: neither undo nor review, and its session is not stopped")
  func study() throws {
    var bench = Bench()
    let file = "block,note,offsetCents,repetitions\nonly,60,10,3\n"
    bench.trainer.beginStudy(
      StudyRun(
        try StudyProtocol(Array(file.utf8)), name: "test", participant: "P01", seed: 3,
        session: "s"))
    bench.send(.action(.beginBlock))
    bench.send(.targetBegan(try #require(bench.pair).cue))
    bench.send(.action(.answer(.higher)))
    for action in [TrainerAction.undo, .review, .stop, .beginBlock] {
      #expect(bench.send(.action(action)).isEmpty, "\(action)")
    }
    #expect(bench.trainer.screen == .comparison && bench.trainer.review == nil)
  }

  @Test("Pause and resume begin a new trial")
  func pause() throws {
    var bench = try Self.comparing()
    bench.send(.action(.pause))
    #expect(bench.trainer.isPaused && bench.send(.action(.answer(.higher))).isEmpty)
    #expect(bench.send(.action(.replay)).isEmpty)
    bench.send(.action(.resume))
    #expect(!bench.trainer.isPaused && bench.pair != nil)
    #expect(bench.send(.action(.resume)).isEmpty)
  }

  @Test("Settings take values within their ranges, and are saved")
  func settings() throws {
    var bench = Bench()
    func set(_ setting: TrainerSetting) -> TrainingSettings {
      let effects = bench.send(.action(.set(setting)))
      #expect(effects == [.savePreferences(bench.trainer.preferences)])
      return bench.trainer.preferences.settings
    }
    #expect(set(.lowestNote(60)).notes == 60...84)
    #expect(set(.lowestNote(90)).notes == 90...90)
    #expect(set(.highestNote(200)).notes == 90...108)
    #expect(set(.highestNote(1)).notes == 21...21)
    #expect(set(.noteSeconds(0.5)).noteSeconds == 0.5)
    #expect(set(.noteSeconds(99)).noteSeconds == 3)
    #expect(set(.noteSeconds(.nan)).noteSeconds == 1)
    #expect(set(.gapSeconds(-1)).gapSeconds == 0)
    #expect(set(.referencePitch(.hertz(415))).referencePitch.hertz == 415)
    #expect(set(.referencePitch(.hertz(10_000))).referencePitch.hertz == 480)
    #expect(set(.tuning(.pythagorean)).tuning == .pythagorean)
    #expect(set(.loudnessVariation(decibels: 6)).loudnessVariationDecibels == 6)
    let fifth = try #require(MusicalInterval(semitones: 7))
    #expect(set(.interval(fifth, isIncluded: true)).intervals == [.unison, fifth])
    #expect(set(.interval(.unison, isIncluded: false)).intervals == [fifth])
    // The last interval remains.
    #expect(bench.send(.action(.set(.interval(fifth, isIncluded: false)))).isEmpty)
    #expect(bench.trainer.preferences.settings.intervals == [fifth])
    _ = set(.procedure(.kazez))
    _ = set(.language(.german))
    #expect(
      bench.trainer.preferences.procedure == .kazez && bench.trainer.texts.language == .german)
    #expect(bench.send(.action(.set(.referencePitch(.hertz(.nan))))).isEmpty)
  }

  @Test("A sound is measured unless its badge tells all, and once at a time")
  func measurable() {
    let badges: [(IntonationBadge?, canBeMeasured: Bool)] = [
      (nil, true), (.exact, false), (.unpitched, false), (.straight(deviationCents: nil), true),
      (.straight(deviationCents: 0.31), false),
      (.varying(meanCents: 1.5, variationCents: 5, laterCents: 2, reason: .decaying), false),
    ]
    for (badge, canBeMeasured) in badges {
      var sound = TrainerSound(tag: "a", name: "A", bank: "a.sf2", badge: badge)
      #expect(sound.canBeMeasured == canBeMeasured)
      sound.isMeasuring = true
      #expect(!sound.canBeMeasured)
      #expect(TrainerTexts(.english).intonation(of: sound) == "measuring …")
      #expect(TrainerTexts(.german).intonation(of: sound) == "wird gemessen …")
    }
  }

  @Test("A measurement without a result leaves the badge that the sound had")
  func endedMeasurement() {
    var bench = Bench()
    let (tag, straight) = (Bench.sounds[2].tag, IntonationBadge.straight(deviationCents: nil))
    bench.send(.badge(tag: tag, straight))
    bench.send(.action(.measureSound(tag: tag)))
    #expect(bench.trainer.sounds[2].isMeasuring && bench.trainer.sounds[2].badge == straight)
    bench.trainer.endMeasurement(of: tag)
    #expect(!bench.trainer.sounds[2].isMeasuring && bench.trainer.sounds[2].badge == straight)
    #expect(bench.send(.action(.measureSound(tag: tag))) == [.measure(tag: tag)])
    bench.send(.badge(tag: tag, .straight(deviationCents: 0.3)))
    #expect(!bench.trainer.sounds[2].canBeMeasured)
  }

  @Test("Sounds are selected, played and measured by their tags")
  func sounds() {
    var bench = Bench()
    let tag = Bench.sounds[2].tag
    #expect(bench.send(.action(.previewSound(tag: tag))).isEmpty)
    bench.send(.action(.open(.sounds)))
    #expect(bench.send(.action(.previewSound(tag: tag))) == [.stopNotes, .preview(tag: tag)])
    #expect(bench.send(.action(.measureSound(tag: tag))) == [.measure(tag: tag)])
    #expect(bench.send(.action(.measureSound(tag: tag))).isEmpty)
    #expect(bench.send(.action(.selectSound(tag: tag))).contains(.chooseSound(tag: tag)))
    #expect(bench.trainer.preferences.sound == tag)
    #expect(bench.send(.action(.selectSound(tag: "sf2:none:0:0"))).isEmpty)
  }
}
