import Foundation
import PeachEarTraining
import PeachTrainingStore
import PeachTrialRecords
import SoundFontFixtures
import Testing

#if SQLite
  @Suite(
    "peach train in a terminal", .serialized, .enabled(if: Tmux.isHere, "Requires tmux."))
  struct TrainTerminalTests {
    let peach: Peach
    let program: String

    init() throws {
      peach = try Peach()
      program = try #require(Peach.program)
      try peach.put("my.sf2", Fixtures.bank.chunks.file)
    }

    private func train(_ options: String = "", width: Int = 80, height: Int = 24) throws -> Tmux {
      try Tmux(
        peach, width: width, height: height,
        "\(program) train --null-audio --seed 1 --bank my.sf2 \(options)")
    }

    private func stored() throws -> [TrialRecord] {
      try TrialStore(path: peach.path("data/peach/training.sqlite")).records()
    }

    /// Preferences with short notes.
    private func putShortNotes() throws {
      try FileManager.default.createDirectory(
        atPath: peach.path("config/peach"), withIntermediateDirectories: true)
      let text = "{\"noteSeconds\": 0.3, \"isIntroduced\": true, \"sound\": \"sine\"}"
      try peach.put("training.json", Array(text.utf8), in: "config/peach")
    }

    @Test("A complete session: first run, settings, sound, 20 trials, matching, quit; all stored")
    func session() throws {
      let terminal = try train()
      var screen = try terminal.wait(for: "Welcome to Peach")
      #expect(screen.contains("A semitone, from one piano key to the next"))
      try terminal.type("Enter")
      screen = try terminal.wait(for: "What is a cent?")
      try terminal.type("3")
      #expect(
        try terminal.wait(for: "▸ 3: 20 cents").contains("The second of two notes is higher by"))
      try terminal.type("Escape")
      screen = try terminal.wait(for: "▸ 1  Compare two notes")
      #expect(screen.contains("Muted: no audio device is in use."))

      try terminal.type("5")
      _ = try terminal.wait(for: "▸ Sound")
      try terminal.type("Down", "Down", "Down", "Left", "Left", "Left", "Left", "Left", "Left")
      try terminal.type("Left")
      screen = try terminal.wait(for: "▸ Note length         0.3 s")
      #expect(screen.contains("Interval tuning     equal temperament"))
      try terminal.type("Up", "Up", "Up", "Enter")
      _ = try terminal.wait(for: "▸  Pure Cello", "▸● Pure Cello", "▸● Sine")
      try terminal.type("c", "e", "l", "l")
      screen = try terminal.wait(for: "Sounds – Search: cell")
      #expect(screen.contains("Pure Cello  my.sf2"))
      try terminal.type("Space")
      _ = try terminal.wait(for: "Playing Pure Cello.")
      try terminal.type("Enter")
      #expect(try terminal.wait(for: "▸ Sound").contains("Pure Cello"))
      try terminal.type("Escape", "1")

      var right = 0
      for number in 1...20 {
        _ = try terminal.wait(for: "higher or lower?", "Higher or lower?")
        try terminal.type(number % 2 == 0 ? "h" : "Down")
        screen = try terminal.wait(
          for: "✓ Right: the second note was", "✗ Wrong: the second note was")
        #expect(screen.contains(number % 2 == 0 ? "higher" : "lower") || screen.contains("✗"))
        if screen.contains("✓") { right += 1 }
        #expect(try stored().count == number)
        if number == 10 {
          _ = try terminal.wait(for: "Listen")
          try terminal.type("p")
          _ = try terminal.wait(for: "P or Space: resume")
          try terminal.resize(width: 40, height: 10)
          #expect(try terminal.wait(for: "Paused").split(separator: "\n").count <= 10)
          try terminal.type("p")
          _ = try terminal.wait(for: "higher or lower?", "Higher or lower?")
        }
      }
      try terminal.type("Escape")
      screen = try terminal.wait(for: "Session summary")
      #expect(screen.contains("Comparisons: 20, right: \(right)."))
      try terminal.type("Escape")
      _ = try terminal.wait(for: "Compare two notes")
      try terminal.type("2")
      _ = try terminal.wait(for: "Raise or lower your note")
      try terminal.type("Up")
      _ = try terminal.wait(for: "Tune your note until")
      try terminal.type("Up", "Up", "PPage", "+", "Enter")
      screen = try terminal.wait(for: "Your note was", "Exact")
      try terminal.resize(width: 80, height: 24)
      try terminal.type("C-c")
      _ = try terminal.wait(for: "ended 0")
      screen = try terminal.wait(for: "icanon")
      // The previous screen and terminal mode are restored.
      #expect(!screen.contains("Matching"))
      #expect(screen.contains(" icanon") && screen.contains(" echo") && !screen.contains("-isig"))

      let records = try stored()
      #expect(records.count == 21 && Set(records.map(\.identifier)).count == 21)
      #expect(records.allSatisfy { $0.sound == "sf2:my.sf2:0:42" })
      var rightOnDisk = 0
      for case .comparison(let trial) in records.map(\.trial) where trial.answer.isRight {
        rightOnDisk += 1
      }
      #expect(rightOnDisk == right)
    }

    /// Prints times without limits, because other tests run concurrently.
    @Test("Times from start to first trial, and from answer to feedback")
    func times() throws {
      try putShortNotes()
      // From the second start on, the bank and its intonation are cached.
      _ = try peach.run("tune", "my.sf2")
      let begun = ContinuousClock.now
      let terminal = try train("--sound cello")
      _ = try terminal.wait(for: "Compare two notes")
      try terminal.type("1")
      _ = try terminal.wait(for: "●  ○")
      let first = ContinuousClock.now - begun
      var times: [Duration] = []
      for _ in 0..<5 {
        _ = try terminal.wait(for: "higher or lower?", "Higher or lower?")
        let pressed = ContinuousClock.now
        try terminal.type("h")
        _ = try terminal.wait(for: "note was")
        times.append(ContinuousClock.now - pressed)
        _ = try terminal.wait(for: "Listen")
      }
      // These include tmux's time to pass a key and show a screen.
      print("first trial after \(first), feedback after \(times.sorted())")
    }

    @Test("NO_COLOR and --no-color disable colors and change no text")
    func colors() throws {
      try putShortNotes()
      func screen(_ prefix: String, _ options: String) throws -> (plain: String, styled: String) {
        let terminal = try Tmux(
          peach, "\(prefix) \(program) train --null-audio --bank my.sf2 \(options)")
        let plain = try terminal.wait(for: "Compare two notes")
        return (plain, try terminal.screen(withStyles: true))
      }
      let colored = try screen("", "")
      let without = try screen("NO_COLOR=1", "")
      let monochrome = try screen("", "--no-color")
      #expect(colored.plain == without.plain && colored.plain == monochrome.plain)
      #expect(colored.styled.contains("[36m") || colored.styled.contains(";36m"))
      for styled in [without.styled, monochrome.styled] {
        #expect(styled.firstMatch(of: /\[(\d+;)?3[0-7]m/) == nil)
        #expect(styled.contains("[7m"))
      }
    }

    @Test(
      "The terminal is restored however the program ends",
      arguments: [SIGTERM, SIGINT, SIGHUP, SIGSEGV, SIGABRT, SIGTRAP])
    func signals(number: Int32) throws {
      try putShortNotes()
      let terminal = try train()
      _ = try terminal.wait(for: "Compare two notes")
      try terminal.type("1")
      _ = try terminal.wait(for: "higher or lower?")
      let process = try #require(try terminal.processIdentifier())
      kill(process, number)
      _ = try terminal.wait(for: "ended \(128 + number)")
      let screen = try terminal.wait(for: "icanon")
      #expect(
        screen.contains(" icanon") && screen.contains(" echo") && !screen.contains("Comparing"))
    }

    @Test("A German system selects German, and a chosen language is stored")
    func german() throws {
      let terminal = try Tmux(
        peach, "LANG=de_DE.UTF-8 \(program) train --null-audio --bank my.sf2")
      #expect(try terminal.wait(for: "Willkommen").contains("Hier trainierst du"))
      try terminal.type("l")
      _ = try terminal.wait(for: "Welcome to Peach")
      try terminal.type("Escape")
      _ = try terminal.wait(for: "Compare two notes")
      try terminal.type("q")
      _ = try terminal.wait(for: "ended 0")
      let again = try Tmux(
        peach, "LANG=de_DE.UTF-8 \(program) train --null-audio --bank my.sf2")
      _ = try again.wait(for: "Compare two notes")
    }
  }
#endif
