import Foundation
import PeachTrainingStore
import PeachTrialRecords
import SoundFontFixtures
import TestEnvironment
import Testing

#if SQLite
  @Suite("Studies on the command line", .serialized, .enabled(if: Tmux.isHere, "Requires tmux."))
  struct StudyCommandTests {
    let peach: Peach
    let program: String

    private static let study = """
      block,condition,note,offsetCents,repetitions,noteSeconds
      low,flat,48,-50,2,0.3
      low,sharp,48,50,1,0.3
      high,wide,84,70,2,0.3
      """

    init() throws {
      peach = try Peach()
      program = try #require(Peach.program)
      try FileManager.default.createDirectory(
        atPath: peach.path("config/peach"), withIntermediateDirectories: true)
      try peach.put(
        "training.json", Array(#"{"feedbackSeconds": 5, "sound": "sine"}"#.utf8),
        in: "config/peach")
      try peach.put("registers.csv", Array(Self.study.utf8))
      try peach.put("my.sf2", Fixtures.bank.chunks.file)
    }

    private func stored() throws -> [TrialRecord] {
      try TrialStore(path: peach.path("data/peach/training.sqlite")).records()
    }

    private func start(_ options: String) throws -> Tmux {
      try Tmux(
        peach, "\(program) train --null-audio --sound sine --protocol registers.csv \(options)")
    }

    /// Answers trials with "higher" until there are `count`, or the session is complete. A key ends
    /// the display of each result, which would take five seconds.
    private func answer(_ terminal: Tmux, until count: Int) throws {
      while try stored().count < count {
        let screen = try terminal.wait(for: "of 2: ", "higher or lower?", "Higher or lower?")
        try terminal.type(screen.contains("of 2: ") ? "Enter" : "Up")
        if screen.contains("of 2: ") { continue }
        _ = try terminal.wait(for: "Right: the second", "Wrong: the second")
        try terminal.type("Space")
      }
    }

    private func end(_ terminal: Tmux, _ keys: String...) throws {
      for key in keys { try terminal.type(key) }
      _ = try terminal.wait(for: "ended 0")
    }

    /// Returns columns of the tidy export.
    private func rows(_ names: String..., participant: String) throws -> [[String]] {
      let export = try peach.run("trials", "export", "--tidy", "--include-silent", "-")
      let lines = export.output.split(separator: "\n").map {
        $0.split(separator: ",", omittingEmptySubsequences: false).map { String($0) }
      }
      let head = try #require(lines.first)
      let columns = try (names + ["participant"]).map { try #require(head.firstIndex(of: $0)) }
      return lines.dropFirst().map { line in columns.map { line[$0] } }
        .filter { $0.last == participant }.map { Array($0.dropLast()) }
    }

    @Test("An interrupted session that is resumed equals one without interruption")
    func resume() throws {
      let whole = try start("--participant P02 --seed 7")
      try answer(whole, until: 5)
      _ = try whole.wait(for: "The session is complete.")
      try end(whole, "q")
      let begun = try start("--participant P01 --seed 7")
      try answer(begun, until: 7)
      _ = try begun.wait(for: "Listen: first note", "igher or lower?", "of 2: ")
      try end(begun, "p", "q")
      // A new start says that the session is not complete.
      let other = try start("--participant P01")
      _ = try other.wait(for: "2 of 5 trials")
      try end(other, "q")
      let resumed = try start("--participant P01 --resume")
      try answer(resumed, until: 10)
      _ = try resumed.wait(for: "The session is complete.")
      try end(resumed, "q")

      let analyzed = ["block", "blockNumber", "trialNumber", "condition", "seed", "offsetCents"]
      func analysis(_ participant: String) throws -> [[String]] {
        try rows(
          analyzed[0], analyzed[1], analyzed[2], analyzed[3], analyzed[4], analyzed[5],
          participant: participant)
      }
      #expect(try analysis("P01") == analysis("P02"))
      #expect(try analysis("P01").count == 5)
      let origins = try rows("session", "run", "silent", participant: "P01")
      #expect(Set(origins.map { $0[0] }).count == 1 && Set(origins.map { $0[1] }).count == 2)
      #expect(origins.allSatisfy { $0[2] == "1" && $0[0].count == 32 })
      let again = try peach.end(
        peach.start([
          "train", "--plain", "--null-audio", "--sound", "sine", "--protocol", "registers.csv",
          "--participant", "P01", "--resume",
        ]))
      #expect(again.status == 1 && again.errors.contains("all 5 trials were answered"))

      // The log has a run for each start, with the same session for both runs of P01.
      let runs = try peach.run("trials", "export", "--runs", "-").output.split(separator: "\n")
        .map { try JSON(String($0)) }
      #expect(runs.count == 4)
      let first = try #require(runs.first)
      #expect(first["version"].text == "0.2.0" && first["device"].text == "null")
      #expect(first["sampleRate"].number == 48_000 && first["seed"].number == 7)
      #expect(first["sound"].text == "sine" && first["participant"].text == "P02")
      let hash = try OtherProgram.run(["sha256sum", peach.path("work/registers.csv")]).text
      #expect(first["protocolSHA256"].text.map { hash.hasPrefix($0) } == true)
      let logged = runs.filter { $0["session"].text == origins[0][0] }
      #expect(logged.compactMap { $0["run"].text } == [origins[0][1], origins[4][1]])
      #expect(logged.compactMap { $0["trials"].number } == [5, 3])
    }

    @Test("Keys outside the compass of the sound are refused before the first trial")
    func compass() throws {
      // The compass of a cello is 36 to 84.
      try peach.put("deep.csv", Array("block,note,offsetCents\na,60,5\nb,20,5\n".utf8))
      let options = [
        "train", "--plain", "--null-audio", "--bank", "my.sf2", "--sound", "cello", "--protocol",
        "deep.csv", "--participant", "P01",
      ]
      let refused = try peach.end(peach.start(options))
      #expect(refused.status == 1)
      #expect(refused.errors.contains("deep.csv: line 3 in block b plays key 20"))
      #expect(refused.errors.contains("Pure Cello is 36 to 84"))
      #expect(try stored().isEmpty)
      let shown = try peach.end(peach.start(options + ["--any-key"]))
      #expect(shown.status == 0 && shown.output.contains("Block 1 of 2"), "\(shown.errors)")
      let log = try JSON(peach.run("trials", "export", "--runs", "-").output)
      let hash = try OtherProgram.run(["sha256sum", peach.path("work/my.sf2")]).text
      #expect(log["bankSHA256"].text.map { hash.hasPrefix($0) } == true)
    }

    @Test("Options that need a study or a session say so")
    func options() throws {
      for (options, reason) in [
        (["--resume"], "--resume requires --protocol"),
        (["--any-key"], "--any-key requires --protocol"),
        (
          ["--protocol", "registers.csv", "--participant", "P09", "--resume"],
          "P09 has no session of registers to resume"
        ),
      ] {
        let result = try peach.end(peach.start(["train", "--plain", "--null-audio"] + options))
        #expect(result.status != 0 && result.errors.contains(reason), "\(result.errors)")
      }
    }

    @Test("Trials without a device are in the profile and in exports on request only")
    func silent() throws {
      let terminal = try Tmux(peach, "\(program) train --null-audio --sound sine --seed 4")
      _ = try terminal.wait(for: "Welcome to Peach")
      try terminal.type("Escape")
      _ = try terminal.wait(for: "Compare two notes")
      try terminal.type("1")
      _ = try terminal.wait(for: "higher or lower?", "Higher or lower?")
      try terminal.type("Up")
      _ = try terminal.wait(for: "Right: the second", "Wrong: the second")
      // An escape byte needs a pause after it.
      try terminal.type("Escape")
      let summary = try terminal.wait(for: "Session summary")
      #expect(summary.contains("do not count later") && !summary.contains("Before the session"))
      try end(terminal, "q")
      let records = try stored()
      #expect(records.count == 1 && records.allSatisfy { $0.isSilent && $0.origin != nil })

      #expect(try peach.run("profile").output.contains("No results yet."))
      let counted = try peach.run("profile", "--include-silent").output
      #expect(counted.contains("comparisons (1)"), "\(counted)")
      for options in [["--format", "csv"], ["--tidy"]] {
        let without = try peach.end(peach.start(["trials", "export", "-"] + options))
        #expect(without.output.split(separator: "\n").count == 1)
        #expect(without.errors.contains("1 trial without an audio device left out."))
        let with = try peach.end(
          peach.start(["trials", "export", "-", "--include-silent"] + options))
        #expect(with.output.split(separator: "\n").count == 2 && with.errors.isEmpty)
      }
    }
  }
#endif
