import Foundation
import PeachEarTraining
import PeachTrainerSimulation
import PeachTrainingStore
import PeachTrialRecords
import TestEnvironment
import Testing
import TrialFixtures

#if SQLite
  @Suite("peach profile, peach trials")
  struct ProfileTests {
    let peach: Peach

    init() throws { peach = try Peach() }

    private var path: String { peach.path("data/peach/training.sqlite") }

    /// Several days of a simulated listener with a threshold of 8 cents.
    private func train(days: [Int]) throws {
      let store = try TrialStore(path: path)
      var session = ComparisonSession(procedure: ProfileProcedure(), seed: 5)
      let listener = SimulatedListener(thresholdCents: 8, lapse: 0.02)
      var random = RandomSource(seed: 7)
      var milliseconds: Int64 = 1_700_000_000_000
      for day in days {
        var effects = session.reduce(.start(day: day))
        for _ in 0..<60 {
          guard case .play(let cue, let trial)? = effects.last else { continue }
          _ = session.reduce(.targetBegan(cue: cue))
          let heard = listener.answer(offsetCents: trial.answer.offsetCents, random: &random)
          for case .completed(let trial) in session.reduce(.answer(heard, responseSeconds: 1)) {
            milliseconds += 3000
            try store.append(
              TrialRecord(.comparison(trial), sound: "sine", milliseconds: milliseconds, day: day))
          }
          effects = session.reduce(.feedbackEnded(cue: cue))
        }
        _ = session.reduce(.stop)
      }
    }

    @Test("Without trials, the profile says so")
    func nothing() throws {
      let result = try peach.run("profile")
      #expect(result.status == 0 && result.output.hasPrefix("No results yet."))
      #expect(try peach.run("profile", "--svg", "a.svg").status == 1)
      #expect(try peach.names().isEmpty)
    }

    @Test("The credible interval contains the simulated threshold, as text, SVG and JSON")
    func listener() throws {
      try train(days: [20_000, 20_001, 20_003])
      let result = try peach.run("profile", "--svg", "ear.svg")
      #expect(result.status == 0 && result.errors.isEmpty)
      let json = try JSON(peach.run("profile", "--json").output)
      #expect(json["comparisons"].number == 180)
      let low = try #require(json["threshold"]["lowest"].number)
      let high = try #require(json["threshold"]["highest"].number)
      let cents = try #require(json["threshold"]["cents"].number)
      // 180 trials: the log threshold is within a few tenths.
      #expect(low < 8 && 8 < high && abs(log(cents / 8)) < 0.4)
      #expect(try #require(json["days"].list).count == 3)
      #expect(try #require(json["keys"].list).count == 49)
      let words = String(format: "%.1f cents (95 %%: %.1f–%.1f)", cents, low, high)
      #expect(result.output.hasPrefix("Threshold: \(words)\n"))
      // 20000 days after 1970-01-01 is 2024-10-04 (date -d @1728000000).
      #expect(result.output.contains("2024-10-04") && result.output.contains("2024-10-07"))
      let svg = String(decoding: try #require(peach.bytes("ear.svg")), as: UTF8.self)
      // A curve over the keyboard, and two over time: a day is missing between.
      #expect(svg.components(separatedBy: "<polyline").count == 1 + 3)
      let german = try peach.run("profile", "--language", "de").output
      #expect(german.contains("Cent (95 %: ") && german.contains("Entlang der Tastatur"))
    }

    @Test(
      "The SVG file is well-formed XML",
      .enabled(if: OtherProgram.succeeds([OtherProgram.python, "--version"]), "Requires Python."))
    func wellFormed() throws {
      try train(days: [20_000])
      #expect(try peach.run("profile", "--svg", "ear.svg").status == 0)
      let check = "import sys, xml.dom.minidom as d; d.parse(sys.argv[1])"
      try OtherProgram.output([OtherProgram.python, "-c", check, peach.path("work/ear.svg")])
    }

    @Test("Without rsvg-convert, --png names the package to install")
    func noConverter() throws {
      try train(days: [20_000, 20_001])
      let none = try peach.end(
        peach.start(["profile", "--png", "ear.png"], environment: ["PATH": peach.path("home")]))
      #expect(none.status == 1 && none.errors.contains("Install librsvg2-bin"))
      #expect(peach.bytes("ear.png") == nil)
    }

    @Test(
      "Writes a PNG of the expected size",
      .enabled(
        if: OtherProgram.succeeds(["rsvg-convert", "--version"]), "Requires rsvg-convert."))
    func pixels() throws {
      try train(days: [20_000, 20_001])
      #expect(try peach.run("profile", "--png", "ear.png").status == 0)
      #expect(try peach.names() == ["ear.png"])
      let bytes = try #require(peach.bytes("ear.png"))
      // PNG, §5.2: the signature; §11.2.1: the header's width and height, big-endian.
      #expect(bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]))
      let number = { (at: Int) in bytes[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } }
      #expect(number(16) == 1720)
      // Two charts, each 300 of 860, below two lines of 70.
      #expect(abs(number(20) - 670 * 1720 / 860) <= 1)
      // A drawing compresses less than a white image.
      #expect(bytes.count > 20_000)
      #expect(try peach.run("profile", "--png", "nowhere/ear.png").status == 1)
    }

    @Test("Trials are exported and imported without duplicates; an invalid line aborts the import")
    func trials() throws {
      var random = RandomTrial(seed: 4)
      let records = (0..<50).map { _ in random.next() }
      _ = try TrialStore(path: path).append(records)
      for name in ["trials.csv", "trials.json"] {
        #expect(try peach.run("trials", "export", name).status == 0)
        let own = try peach.run("trials", "import", name)
        #expect(own.status == 0 && own.output == "Imported 0 trials; 50 already stored.\n")
        let other = try Peach()
        let bytes = try #require(peach.bytes(name))
        try other.put(name, bytes)
        #expect(try other.run("trials", "import", name).output == "Imported 50 trials.\n")
        #expect(try other.run("trials", "export", "again\(name)").status == 0)
        #expect(other.bytes("again\(name)") == bytes)
        let third = try Peach()
        try third.put(name, bytes + Array("nonsense\n".utf8))
        let refused = try third.run("trials", "import", name)
        let line = name.hasSuffix("csv") ? 52 : 51
        #expect(refused.status == 1 && refused.errors.contains("Line \(line): "))
        #expect(refused.errors.contains("Nothing was imported"))
        #expect(!FileManager.default.fileExists(atPath: third.path("data/peach/training.sqlite")))
      }
      let all = try peach.run("trials", "export", "-")
      #expect(Array(all.output.utf8) == peach.bytes("trials.csv"))
    }

    @Test("An export to an unknown extension is refused with the valid ones")
    func unknownExtension() throws {
      for name in ["x.xlsx", "trials", "x.csv.txt"] {
        let refused = try peach.run("trials", "export", name)
        #expect(refused.status == 2 && refused.errors.contains(".csv, .json or .jsonl"))
        #expect(try peach.names().isEmpty)
      }
      for (name, start) in [("a.CSV", "milliseconds,"), ("a.jsonl", ""), ("a.json", "")] {
        #expect(try peach.run("trials", "export", name).status == 0)
        #expect(String(decoding: peach.bytes(name) ?? [0], as: UTF8.self).hasPrefix(start))
      }
      #expect(try peach.run("trials", "export", "a.txt", "--format", "csv").status == 0)
    }

    @Test("The profile has the language chosen in the trainer, unless --language is given")
    func savedLanguage() throws {
      try train(days: [20_000])
      try FileManager.default.createDirectory(
        atPath: peach.path("config/peach"), withIntermediateDirectories: true)
      try peach.put("training.json", Array(#"{"language": "de"}"#.utf8), in: "config/peach")
      #expect(try peach.run("profile").output.contains("Entlang der Tastatur"))
      let english = try peach.run("profile", "--language", "en").output
      #expect(english.contains("Across the keyboard"))
    }

    @Test("After one day, or three, it is too early for a trend", arguments: [1, 3])
    func tooEarly(count: Int) throws {
      try train(days: Array(20_000..<20_000 + count))
      let text = try peach.run("profile").output
      #expect(text.contains("It is too early to tell whether your hearing has changed."))
      let german = try peach.run("profile", "--language", "de").output
      #expect(german.contains("lässt sich noch nicht sagen"))
      let json = try JSON(peach.run("profile", "--json").output)
      #expect(json["trend"].text == "uncertain")
      if count == 1 {
        #expect(json["change"]["factor"].number == nil)
      } else {
        let factor = try #require(json["change"]["factor"].number)
        let low = try #require(json["change"]["lowest"].number)
        let high = try #require(json["change"]["highest"].number)
        #expect(json["change"]["days"].number == 2 && low < factor && factor < high)
      }
    }

    @Test("Invalid command lines are reported")
    func mistakes() throws {
      #expect(try peach.run("trials", "export").status == 2)
      #expect(try peach.run("trials", "sell", "a").status == 2)
      #expect(try peach.run("trials", "export", "a", "--format", "xml").status == 2)
      #expect(try peach.run("trials", "import", "missing.csv").status == 1)
      #expect(try peach.run("profile", "--language", "la").status == 2)
    }

    #if !DEBUG
      @Test("Prints a profile of 100,000 trials")
      func large() throws {
        var random = RandomTrial(seed: 4)
        _ = try TrialStore(path: path).append((0..<100_000).map { _ in random.next() })
        let times: [Duration] = try (0..<3).map { _ in
          let begun = ContinuousClock.now
          let status = try peach.run("profile").status
          #expect(status == 0)
          return ContinuousClock.now - begun
        }
        print("peach profile with 100,000 trials: \(times)")
      }
    #endif
  }
#endif
