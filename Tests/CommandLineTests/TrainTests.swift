import Foundation
import PeachEarTraining
import PeachTrainingStore
import PeachTrialRecords
import SoundFontFixtures
import SoundMeasurement
import TestEnvironment
import Testing
import TrialFixtures

#if SQLite
  @Suite("peach train --plain", .serialized)
  struct TrainTests {
    let peach: Peach

    init() throws {
      peach = try Peach()
      try peach.put("my.sf2", Fixtures.bank.chunks.file)
      try FileManager.default.createDirectory(
        atPath: peach.path("config/peach"), withIntermediateDirectories: true)
      let text = "{\"noteSeconds\": 0.3, \"isIntroduced\": true, \"sound\": \"sine\"}"
      try peach.put("training.json", Array(text.utf8), in: "config/peach")
    }

    /// A trainer that reads keys from a pipe.
    private final class Training {
      let process: Process
      let keys = Pipe()
      let peach: Peach

      init(
        _ peach: Peach, _ options: [String], bank: String? = "my.sf2", by shell: String? = nil,
        through command: [String] = [], environment: [String: String] = [:]
      ) throws {
        self.peach = peach
        let words =
          ["train", "--plain", "--seed", "1"] + (bank.map { ["--bank", $0] } ?? []) + options
        process = Process()
        guard let program = Peach.program else { throw CocoaError(.fileNoSuchFile) }
        process.executableURL = URL(filePath: shell == nil ? program : "/bin/bash")
        process.arguments =
          shell.map { ["-c", "\($0); exec '\(program)' \(words.joined(separator: " "))"] } ?? words
        if !command.isEmpty {
          process.executableURL = URL(filePath: "/usr/bin/env")
          process.arguments = command + [program] + words
        }
        process.currentDirectoryURL = URL(filePath: peach.path("work"))
        process.environment = [
          "HOME": peach.path("home"), "XDG_DATA_HOME": peach.path("data"),
          "XDG_CONFIG_HOME": peach.path("config"), "XDG_STATE_HOME": peach.path("state"),
        ].merging(environment) { $1 }
        for name in ["output", "errors"] {
          try Data().write(to: URL(filePath: peach.path(name)))
        }
        process.standardInput = keys
        process.standardOutput = try FileHandle(
          forWritingTo: URL(filePath: peach.path("output")))
        process.standardError = try FileHandle(forWritingTo: URL(filePath: peach.path("errors")))
        try process.run()
      }

      func type(_ text: String) throws {
        try keys.fileHandleForWriting.write(contentsOf: Data(text.utf8))
      }

      var lines: [String] {
        let data = FileManager.default.contents(atPath: peach.path("output")) ?? Data()
        return String(decoding: data, as: UTF8.self).split(separator: "\n").map { String($0) }
      }

      func count(_ texts: String...) -> Int {
        lines.count { line in texts.contains { line.contains($0) } }
      }

      /// Waits until `count` lines contain one of `texts`.
      /// Without optimization, preparing a sound takes up to a minute on a busy machine.
      private static let patience: Duration = .seconds(TestScale.isDebug ? 240 : 20)

      func wait(_ count: Int = 1, for texts: String...) throws {
        let begun = ContinuousClock.now
        while lines.count(where: { line in texts.contains { line.contains($0) } }) < count {
          if ContinuousClock.now - begun > Self.patience || !process.isRunning {
            throw TmuxError(description: "No \(texts) came; there is: \(lines)")
          }
          Thread.sleep(forTimeInterval: 0.005)
        }
      }

      /// Answers `count` comparisons.
      func compare(_ count: Int) throws {
        try wait(for: "1: Compare two notes")
        try type("1")
        for number in 1...count {
          try wait(number, for: "Higher or lower?")
          try type("h")
          try wait(number, for: "note was")
        }
      }

      func end() -> Int32 {
        try? type("\u{3}")
        process.waitUntilExit()
        return process.terminationStatus
      }

      var errors: String {
        String(
          decoding: FileManager.default.contents(atPath: peach.path("errors")) ?? Data(),
          as: UTF8.self)
      }
    }

    private func stored() throws -> [TrialRecord] {
      try TrialStore(path: peach.path("data/peach/training.sqlite")).records()
    }

    @Test("Prints line by line without escape sequences, and stores each trial before its feedback")
    func lines() throws {
      let training = try Training(peach, ["--null-audio"])
      try training.compare(3)
      #expect(try stored().count == 3)
      #expect(training.end() == 0 && training.errors.isEmpty)
      #expect(training.lines.last == "See you soon.")
      #expect(!training.lines.joined().unicodeScalars.contains { $0.value < 32 })
    }

    @Test("The keys of trials are in the compass of the sound")
    func compass() throws {
      // A cello's compass, 36 to 84, has one key in common with this range.
      let text =
        #"{"noteSeconds": 0.3, "isIntroduced": true, "lowestNote": 84, "highestNote": 108}"#
      try peach.put("training.json", Array(text.utf8), in: "config/peach")
      let training = try Training(peach, ["--null-audio", "--sound", "cello"])
      try training.compare(4)
      #expect(training.end() == 0)
      let keys = try stored().map(\.trial.question.noteNumber)
      #expect(keys == [84, 84, 84, 84])
    }

    @Test("Intervals of several players are reported once, those of a soloist and unisons are not")
    func inexactIntervals() throws {
      try peach.put("players.sf2", StraightToneCommandTests.bank)
      for (sound, interval, count) in [
        ("section", 7, 1), ("soloist", 7, 0), ("section", 0, 0),
      ] {
        let text = "{\"noteSeconds\": 0.3, \"isIntroduced\": true, \"intervals\": [\(interval)]}"
        try peach.put("training.json", Array(text.utf8), in: "config/peach")
        let training = try Training(
          peach, ["--null-audio", "--sound", sound], bank: "players.sf2")
        try training.compare(3)
        // Measured in the background, which other tests may delay.
        if count > 0 { try training.wait(count, for: "This instrument has several players") }
        #expect(training.count("This instrument has several players") == count)
        #expect(training.end() == 0 && training.errors.isEmpty)
      }
    }

    @Test("Imported instruments with separate samples are sounds of the trainer")
    func imported() throws {
      let frames = (0..<1000).map { Int16(8000 * sin(2 * Double.pi * Double($0) / 100)) }
      try FileManager.default.createDirectory(
        atPath: peach.path("work/Zorgan"), withIntermediateDirectories: true)
      try peach.put("A4.wav", WaveFile(frames).bytes, in: "work/Zorgan")
      #expect(try peach.run("import", "Zorgan").status == 0)
      let named = try Training(peach, ["--null-audio", "--sound", "zorgan"], bank: nil)
      try named.compare(1)
      #expect(named.end() == 0 && named.errors.isEmpty, "\(named.errors)")
      #expect(try stored().map(\.sound) == ["sf2:Zorgan:0:0"])
    }

    @Test("--sample-path allows an instrument with samples in another folder")
    func samplePath() throws {
      for name in ["Programs", "Samples"] {
        try FileManager.default.createDirectory(
          atPath: peach.path("work/\(name)"), withIntermediateDirectories: true)
      }
      let frames = (0..<1000).map { Int16(8000 * sin(2 * .pi * Double($0) / 100)) }
      var wave = WaveFile(frames)
      wave.addSampler(key: 69, loop: 0...999)
      try peach.put("Samples/tone.wav", wave.bytes)
      try peach.put(
        "Programs/a.sfz", Array("<region> sample=../Samples/tone.wav pitch_keycenter=69".utf8))
      let training = try Training(
        peach, ["--null-audio", "--sound", "sf2:0:0", "--sample-path", "."],
        bank: "Programs/a.sfz")
      try training.compare(2)
      #expect(training.end() == 0 && training.errors.isEmpty)
      #expect(try stored().count == 2)
      #expect(try stored().allSatisfy { $0.sound.hasSuffix(":0:0") })
    }

    @Test("SIGKILL at random times: each trial with feedback is stored once")
    func killed() throws {
      var random = RandomNumbers(seed: 3)
      var told = 0
      let kills = TestScale.count(short: 3, full: 12)
      for number in 1...kills {
        let training = try Training(peach, ["--null-audio"])
        try training.compare(random.whole(1...3))
        Thread.sleep(forTimeInterval: random.between(0, 0.9))
        try? training.type("h")
        Thread.sleep(forTimeInterval: random.between(0, 0.01))
        kill(training.process.processIdentifier, SIGKILL)
        training.process.waitUntilExit()
        told += training.count("note was")
        let identifiers = try stored().map(\.identifier)
        #expect(Set(identifiers).count == identifiers.count)
        #expect(identifiers.count >= told && identifiers.count <= told + number)
      }
    }

    @Test("A full disk is reported, and training continues in memory")
    func fullDisk() throws {
      try peach.put(
        "training.json", Array(#"{"noteSeconds": 0.3, "isIntroduced": true}"#.utf8),
        in: "config/peach")
      // Files are limited to 33 KB: the database cannot grow, and its log, of which SQLite maps 32
      // KB, has room for a few trials.
      let path = peach.path("data/peach/training.sqlite")
      do {
        let store = try TrialStore(path: path)
        var earlier = RandomTrial(seed: 1)
        while try Data(contentsOf: URL(filePath: path)).count < 40_000 {
          try store.append(earlier.next())
          try store.settle()
        }
      }
      let earlierCount = try stored().count
      let training = try Training(
        peach, ["--null-audio"], by: "trap '' XFSZ; ulimit -f 33")
      try training.compare(12)
      #expect(training.count("Trials are not being saved and will be lost when you quit.") >= 1)
      #expect(training.end() == 0)
      #expect(training.errors.contains("trials were not saved"))
      let count = try stored().count - earlierCount
      #expect(count > 0 && count < 12, "\(count)")
    }

    @Test("A read-only folder is reported, and training continues in memory")
    func readOnly() throws {
      let training = try Training(
        peach, ["--null-audio"], environment: ["XDG_DATA_HOME": "/proc/nowhere"])
      try training.compare(2)
      #expect(training.lines.contains { $0.hasPrefix("Trials are not being saved") })
      #expect(training.end() == 0)
      #expect(training.errors.contains("2 trials were not saved"))
    }

    /// Drops privileges, because the superuser may write anywhere.
    private static let asUnprivilegedUser =
      geteuid() == 0 ? ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] : ["env"]
    private static let canDropPrivileges =
      Peach.program.map { OtherProgram.succeeds(asUnprivilegedUser + ["test", "-x", $0]) } ?? false

    @Test(
      "A read-only store is reported and unchanged, and training continues in memory",
      .enabled(if: canDropPrivileges, "Another user cannot run the program."))
    func readOnlyStore() throws {
      let folder = peach.path("data/peach")
      let path = "\(folder)/training.sqlite"
      do {
        var earlier = RandomTrial(seed: 1)
        _ = try TrialStore(path: path).append((0..<5).map { _ in earlier.next() })
      }
      let before = FileManager.default.contents(atPath: path)
      for (path, rights) in [(path, 0o444), (folder, 0o555)] {
        try FileManager.default.setAttributes([.posixPermissions: rights], ofItemAtPath: path)
      }
      defer {
        try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder)
      }
      let training = try Training(peach, ["--null-audio"], through: Self.asUnprivilegedUser)
      try training.compare(2)
      #expect(training.count("Trials are not being saved and will be lost when you quit.") == 1)
      #expect(training.end() == 0)
      #expect(training.errors.contains("2 trials were not saved"))
      #expect(training.errors.contains("readonly"))
      #expect(FileManager.default.contents(atPath: path) == before)
    }

    @Test("A failing device is reported with a remedy, in one line")
    func noDevice() throws {
      let training = try Training(peach, ["--device", "no-such-device"])
      try training.wait(for: "1: Compare two notes")
      try training.type("1")
      try training.wait(for: "Audio device no-such-device cannot be used. Run peach devices")
      try training.wait(for: "Paused")
      #expect(training.end() == 0)
    }

    @Test("Invalid settings are reported once")
    func brokenSettings() throws {
      try peach.put("settings.json", Array("{".utf8), in: "config/peach")
      let training = try Training(peach, ["--null-audio"])
      try training.wait(for: "1: Compare two notes")
      #expect(training.end() == 0)
      #expect(training.errors.components(separatedBy: "peach: warning: ").count == 2)
    }

    @Test("An unknown --sound is an error with the nearest names")
    func unknownSound() throws {
      let training = try Training(peach, ["--null-audio", "--sound", "chello"])
      training.process.waitUntilExit()
      #expect(training.process.terminationStatus == 1)
      #expect(training.errors.contains("Did you mean \"Pure Cello\"?"))
    }

    @Test("End of input quits; invalid command lines are reported")
    func mistakes() throws {
      let training = try Training(peach, ["--null-audio"])
      try training.wait(for: "1: Compare two notes")
      try training.keys.fileHandleForWriting.close()
      training.process.waitUntilExit()
      #expect(training.process.terminationStatus == 0)
      #expect(try peach.run("train", "--language", "fr").status == 2)
      let result = try peach.run("train")
      #expect(result.status == 1 && result.errors.contains("--plain"))
    }
  }
#endif
