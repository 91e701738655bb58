import PeachEarTraining
import PeachMusicUnits
import PeachTrainerUI
import Testing

@Suite("The trainer's screens")
struct TrainerViewTests {
  typealias Bench = TrainerTests.Bench

  /// A trainer at each of its screens.
  static func everywhere(_ language: TrainerLanguage) -> [Trainer] {
    var trainers = [Bench(isIntroduced: false, language: language).trainer]
    for keys in ["", "1", "2", "3", "3zzz", "4", "5", "1p", "2p", "2k", "53", "6", "7"] {
      var bench = Bench(language: language)
      bench.type(keys)
      trainers.append(bench.trainer)
    }
    var bench = Bench(language: language)
    bench.type("1")
    if let pair = bench.pair {
      bench.send(.targetBegan(pair.cue))
      trainers.append(bench.trainer)
      bench.press(.up)
      trainers.append(bench.trainer)
      bench.type("m")
      trainers.append(bench.trainer)
      bench.press(.escape)
      trainers.append(bench.trainer)
      bench.press(.escape)
      bench.type("7")
      trainers.append(bench.trainer)
    }
    bench = Bench(language: language)
    bench.type("5")
    bench.press(.end, .enter)
    trainers.append(bench.trainer)
    bench = Bench(language: language)
    bench.type("5")
    bench.press(.end, .up, .up, .up, .up, .up, .up, .enter)
    trainers.append(bench.trainer)
    bench.send(.storing(problem: "The disk is full."))
    bench.send(.soundFailed("The device is gone."))
    trainers.append(bench.trainer)
    return trainers
  }

  @Test("the lines fit any window and contain no control characters")
  func sizes() {
    for language in TrainerLanguage.allCases {
      for trainer in Self.everywhere(language) {
        for (width, height) in [
          (0, 0), (1, 1), (10, 3), (24, 5), (40, 8), (80, 24), (81, 25), (132, 43), (300, 100),
        ] {
          let lines = TrainerView(width: width, height: height).lines(of: trainer)
          #expect(lines.count <= height)
          for line in lines {
            #expect(line.text.unicodeScalars.count <= width)
            #expect(!line.text.unicodeScalars.contains { $0.value < 32 })
          }
          if width >= 24 && height >= 5 { #expect(lines.count == height) }
        }
      }
    }
  }

  @Test("a window of 40 by 8 shows the question and the result")
  func small() throws {
    var bench = Bench()
    bench.type("1")
    let pair = try #require(bench.pair)
    bench.send(.targetBegan(pair.cue))
    func text() -> String {
      TrainerView(width: 40, height: 8).lines(of: bench.trainer).map(\.text)
        .joined(separator: "\n")
    }
    #expect(text().contains("higher or lower?"))
    bench.press(.up)
    #expect(text().contains("cents"))
  }

  @Test("a name from a file cannot move the cursor")
  func controls() {
    var preferences = TrainerPreferences()
    preferences.isIntroduced = true
    let sound = TrainerSound(tag: "x", name: "Bad\u{1B}[2J\nName", bank: "b\u{9B}1m")
    preferences.sound = "x"
    var trainer = Trainer(sounds: [sound], preferences: preferences, seed: 1)
    _ = trainer.reduce(.key(.character("4")), at: TrainerTimestamp(seconds: 0, day: 0))
    let view = TrainerView(width: 80, height: 24).lines(of: trainer)
    #expect(view.map(\.text).joined().contains("Bad?[2J?Name"))
    for line in TrainerAnnouncement(trainer).lines(after: nil) {
      #expect(!line.unicodeScalars.contains { $0.value < 32 || $0.value == 0x9B })
    }
  }

  @Test("right and wrong are shown by sign and words, not by color alone")
  func feedback() throws {
    for language in TrainerLanguage.allCases {
      var texts: [String] = []
      for isRight in [true, false] {
        var bench = Bench(language: language)
        bench.type("1")
        let pair = try #require(bench.pair)
        bench.send(.targetBegan(pair.cue))
        let isHigher = pair.target.frequency > pair.reference.frequency
        bench.press(isHigher == isRight ? .up : .down)
        let lines = TrainerView(width: 80, height: 24).lines(of: bench.trainer)
        let role: ScreenLine.Role = isRight ? .right : .wrong
        let line = try #require(lines.first { $0.parts.contains { $0.role == role } })
        texts.append(line.text)
      }
      #expect(texts[0].contains("✓") && texts[1].contains("✗"))
    }
  }

  @Test("the intonation of a sound is shown in the selected language")
  func badges() throws {
    let cases: [(IntonationBadge, String, String)] = [
      (.exact, "[exact]", "[genau]"),
      (
        .varying(meanCents: 3.14, variationCents: 12, laterCents: 0),
        "[mean within 3.1 cents, varies by ±12.0 cents]",
        "[im Mittel auf 3,1 Cent genau, schwankt um ±12,0 Cent]"
      ),
      (
        .varying(meanCents: 3.14, variationCents: 12, reason: .severalPlayers),
        "[several players, mean within 3.1 cents]",
        "[mehrere Spieler, im Mittel auf 3,1 Cent genau]"
      ),
      (
        .varying(meanCents: 1, variationCents: 2, reason: .decaying),
        "[decaying, mean within 1.0 cents]", "[verklingend, im Mittel auf 1,0 Cent genau]"
      ),
      (
        .varying(meanCents: 1, variationCents: 2, laterCents: 0, reason: .unverified),
        "[no common contour, mean within 1.0 cents]",
        "[kein gemeinsamer Verlauf, im Mittel auf 1,0 Cent genau]"
      ),
      (.straight(deviationCents: nil), "[straight]", "[gerader Ton]"),
      (
        .straight(deviationCents: 0.46), "[straight, within 0.5 cents]",
        "[gerader Ton, auf 0,5 Cent genau]"
      ),
      (.unpitched, "[no pitch]", "[keine Tonhöhe]"),
    ]
    for (badge, english, german) in cases {
      for (language, expected) in [(TrainerLanguage.english, english), (.german, german)] {
        var bench = Bench(language: language)
        bench.send(.badge(tag: "sf2:a.sf2:0:1", badge))
        bench.type("4")
        let lines = TrainerView(width: 80, height: 24).lines(of: bench.trainer).map(\.text)
        let line = try #require(lines.first { $0.contains("Cello") })
        #expect(line.contains(expected), "\(line)")
      }
    }
  }

  @Test("line by line: a screen is introduced once, then only changes are printed")
  func announcements() throws {
    var bench = Bench()
    var before = TrainerAnnouncement(bench.trainer)
    #expect(before.lines(after: nil).first == "Peach")
    #expect(before.lines(after: before) == [])
    bench.press(.down)
    var now = TrainerAnnouncement(bench.trainer)
    #expect(now.lines(after: before) == ["2: Match a note"])
    bench.press(.up, .enter)
    now = TrainerAnnouncement(bench.trainer)
    #expect(now.lines(after: before).first == "Comparing")
    let pair = try #require(bench.pair)
    // Nothing is printed while notes play.
    for event in [TrainerEvent.targetBegan(pair.cue), .targetEnded(pair.cue)] {
      before = now
      bench.send(event)
      now = TrainerAnnouncement(bench.trainer)
      let isOver = event == .targetEnded(pair.cue)
      #expect(now.lines(after: before) == (isOver ? ["Higher or lower?"] : []))
    }
    before = now
    bench.press(.up)
    now = TrainerAnnouncement(bench.trainer)
    #expect(now.lines(after: before).count == 1)
  }

  @Test("a chart has its estimate within its band, higher thresholds higher up, and gaps")
  func chart() throws {
    let estimates: [ThresholdEstimate?] = [
      ThresholdEstimate(logarithm: 2.3, band: 5...20), nil,
      ThresholdEstimate(logarithm: 3.4, band: 20...45),
    ]
    let chart = SkillChart(estimates: estimates, isTried: [true, false, false])
    #expect(chart.range == 5...50)
    let lines = chart.lines
    #expect(lines.count == 12)
    let columns = lines.map { Array($0.dropFirst(6)) }
    func rows(_ column: Int, _ mark: Character) -> [Int] {
      columns.indices.filter { columns[$0].count > column && columns[$0][column] == mark }
    }
    #expect(rows(0, "●").count == 1 && rows(2, "○").count == 1)
    #expect(try #require(rows(2, "○").first) < (try #require(rows(0, "●").first)))
    #expect(rows(1, "●").isEmpty && rows(1, "░").isEmpty && rows(1, "○").isEmpty)
    #expect(
      SkillChart.position(of: 5, in: 5...20) == 1 && SkillChart.position(of: 20, in: 5...20) == 0)
    #expect(abs(SkillChart.position(of: 10, in: 5...20) - 0.5) < 1e-12)
  }
}
