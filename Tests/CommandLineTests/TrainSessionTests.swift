import Foundation
import PeachEarTraining
import PeachTrainingStore
import PeachTrialRecords
import TestEnvironment
import Testing

#if SQLite
  @Suite("Sessions of peach train", .serialized, .enabled(if: Tmux.isHere, "Requires tmux."))
  struct TrainSessionTests {
    let peach: Peach
    let program: String

    init() throws {
      peach = try Peach()
      program = try #require(Peach.program)
      try FileManager.default.createDirectory(
        atPath: peach.path("config/peach"), withIntermediateDirectories: true)
      try put(preferences: "")
    }

    /// Writes preferences. Results are shown for the default time.
    private func put(preferences: String) throws {
      try peach.put(
        "training.json", Array("{\"length\": 0\(preferences)}".utf8),
        in: "config/peach")
    }

    private func stored() throws -> [TrialRecord] {
      try TrialStore(path: peach.path("data/peach/training.sqlite")).records()
    }

    /// Writes the screens of `Documentation/musicians/first-session.md`, if `PEACH_SCREENS` is a
    /// folder.
    private func keep(_ screen: String, as name: String) throws {
      guard let folder = ProcessInfo.processInfo.environment["PEACH_SCREENS"] else { return }
      try Data(screen.utf8).write(to: URL(filePath: "\(folder)/\(name).txt"))
    }

    /// A raw MIDI device: a named pipe.
    private final class Keyboard {
      private let handle: FileHandle

      init(_ path: String) throws {
        guard mkfifo(path, 0o600) == 0, let handle = FileHandle(forUpdatingAtPath: path) else {
          throw CocoaError(.fileWriteUnknown)
        }
        self.handle = handle
      }

      func press(_ key: UInt8) throws {
        try handle.write(contentsOf: Data([0x90, key, 64, 0x90, key, 0]))
      }
    }

    /// Answers the next trial by the computer's keyboard, after `number` trials of the session.
    private func answer(_ terminal: Tmux, _ key: String) throws -> String {
      _ = try terminal.wait(for: "higher or lower?", "Higher or lower?")
      try terminal.type(key)
      return try terminal.wait(for: "Right: the second", "Wrong: the second", "Session summary")
    }

    /// Steps of `Documentation/musicians/first-session.md`. The default test has fewer and shorter
    /// trials.
    @Test(
      "A new user's session: trials, the summary, the profile, a missed pair, an answer by MIDI"
    )
    func firstSession() throws {
      let isFull = TestScale.isFull
      let count = isFull ? 10 : 2
      let length = isFull ? "" : ", \"noteSeconds\": 0.3"
      try put(preferences: ", \"sessionLength\": \"\(count) trials\"\(length)")
      let keyboard = try Keyboard(peach.path("work/keyboard"))
      let terminal = try Tmux(
        peach, width: 78, height: 20,
        "\(program) train --null-audio --sound sine --seed 4 --midi keyboard")
      try keep(try terminal.wait(for: "Welcome to Peach"), as: "1-welcome")
      try terminal.type("Enter")
      try keep(try terminal.wait(for: "What is a cent?"), as: "2-cent")
      try terminal.type("Escape")
      try keep(try terminal.wait(for: "Compare two notes"), as: "3-menu")
      try terminal.type("1")
      var wrong = 0
      for number in 1...count {
        let screen = try answer(terminal, "Up")
        if screen.contains("Wrong") { wrong += 1 }
        if number == 1 { try keep(screen, as: "4-result") }
      }
      var screen = try terminal.wait(for: "Session summary")
      #expect(screen.contains("Comparisons: \(count), right: \(count - wrong)."))
      #expect(screen.contains("Today: \(count) trials"))
      // Nothing came before the first session.
      #expect(!screen.contains("Before the session") && screen.contains("first comparisons"))
      try keep(screen, as: "5-summary")
      try terminal.type("Escape")
      _ = try terminal.wait(for: "Compare two notes")
      try terminal.type("7")
      screen = try terminal.wait(for: "Across the keyboard")
      #expect(screen.contains("Based on your comparisons (\(count)) and matched notes (0)."))
      try keep(screen, as: "6-profile")
      try terminal.type("Escape", "1")
      // A key of the MIDI keyboard answers; the pair is then played again.
      _ = try terminal.wait(for: "higher or lower?", "Higher or lower?")
      try keyboard.press(72)
      screen = try terminal.wait(for: "Right: the second", "Wrong: the second")
      try keep(screen, as: "7-by-keyboard")
      #expect(try stored().count == count + 1)
      try terminal.type("m")
      try keep(try terminal.wait(for: "The last pair: the second note is"), as: "8-last-pair")
      // The answer is withdrawn.
      try terminal.type("u")
      try keep(try terminal.wait(for: "was withdrawn"), as: "9-undo")
      try terminal.type("C-c")
      _ = try terminal.wait(for: "ended 0")
      let records = try stored()
      #expect(records.count == count + 1 && records.map(\.isWithdrawn).count { $0 } == 1)
      guard case .comparison(let trial)? = records.last?.trial else {
        Issue.record("no comparison")
        return
      }
      #expect(trial.answer.heard == .higher && records.last?.isWithdrawn == true)
    }

    @Test("A study is presented in blocks, stored with its context, and exported as tidy CSV")
    func study() throws {
      let text = """
        block,condition,note,offsetCents,repetitions,noteSeconds
        low,flat,48,-50,1,0.3
        high,sharp,84,50,1,0.3
        """
      try peach.put("registers.csv", Array(text.utf8))
      let terminal = try Tmux(
        peach,
        "\(program) train --null-audio --sound sine --seed 7 --protocol registers.csv"
          + " --participant P01")
      for block in 1...2 {
        _ = try terminal.wait(for: "Block \(block) of 2: 1 trial.")
        try terminal.type("Enter")
        _ = try terminal.wait(for: "Listen: first note", "Second note:")
        _ = try answer(terminal, "Up")
      }
      _ = try terminal.wait(for: "The session is complete.")
      try terminal.type("Enter")
      _ = try terminal.wait(for: "ended 0")
      let export = try peach.run("trials", "export", "--tidy", "--include-silent", "-")
      let rows = export.output.split(separator: "\n").map { $0.split(separator: ",").prefix(7) }
      #expect(rows.count == 3 && rows[0].last == "condition")
      // By the seed, the high register comes first.
      #expect(rows[1].joined(separator: ",") == "P01,registers,7,high,1,1,sharp")
      #expect(rows[2].joined(separator: ",") == "P01,registers,7,low,2,2,flat")
    }

    @Test("Invalid protocols and options are refused, with file, line and reason")
    func invalid() throws {
      try peach.put("bad.csv", Array("block,note,offsetCents\na,60,x\n".utf8))
      for (options, reason) in [
        (["--protocol", "bad.csv", "--participant", "P1"], "bad.csv, line 2: offsetCents must be"),
        (["--protocol", "bad.csv"], "--protocol and --participant require each other."),
        (["--protocol", "none.csv", "--participant", "P1"], "none.csv"),
        (["--protocol", "bad.csv", "--participant", ""], "--participant"),
        (["--midi", "-"], "--midi cannot be standard input"),
      ] {
        let result = try peach.end(peach.start(["train", "--plain", "--null-audio"] + options))
        #expect(result.status != 0 && result.errors.contains(reason), "\(result.errors)")
      }
      for options in [["--tidy", "--format", "csv"], ["--format", "csv"]] {
        let verb = options.count == 2 ? "import" : "export"
        let result = try peach.end(peach.start(["trials", verb, "x.csv"] + options))
        #expect(result.errors.contains("--format") && result.status != 0)
      }
    }
  }
#endif
