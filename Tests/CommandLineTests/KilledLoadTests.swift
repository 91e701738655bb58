import Foundation
import SoundFontFixtures
import Testing

@Suite("Loads and imports that are killed (L4, L5)", .serialized)
struct KilledLoadTests {
  let peach: Peach
  static let names = ["a.sf2", "b.sf2", "c.sf2"]

  init() throws { peach = try Peach() }

  /// A bank that takes long to read: as many zones as a file can have, each to be looked through.
  static let slow: [UInt8] = {
    var chunks = Fixtures.bank.chunks
    var bags: [UInt8] = []
    for index in 0..<65536 { bags += [UInt8(index & 0xFF), UInt8(index >> 8), 0, 0] }
    chunks["ibag"] = bags
    chunks["igen"] = (0..<65536).flatMap { _ in [53, 0, 0, 0] as [UInt8] }
    chunks["inst"].replaceSubrange(42..<44, with: [0xFF, 0xFF])
    return chunks.file
  }()

  private func putSlowBanks() throws {
    for (index, name) in Self.names.enumerated() {
      // Of different lengths, so that nobody takes one for the other.
      try peach.put(name, Self.slow + [UInt8](repeating: 0, count: index), in: "data/peach/banks")
    }
  }

  private func notes() -> [String] {
    let all = try? FileManager.default.contentsOfDirectory(
      atPath: peach.path("state/peach/loading"))
    return (all ?? []).filter { !$0.hasPrefix(".") }
  }

  /// Starts listing the sounds and stops it in the middle of a load.
  private func stoppedLoading() throws -> Process {
    for _ in 0..<50 {
      let process = try peach.start(["sounds", "--json"])
      while process.isRunning && notes().isEmpty { usleep(100) }
      kill(process.processIdentifier, SIGSTOP)
      usleep(20_000)
      if process.isRunning && !notes().isEmpty { return process }
      kill(process.processIdentifier, SIGCONT)
      process.waitUntilExit()
    }
    throw CancellationError()
  }

  /// Kills the program in the middle of a load, and gives the name of the bank.
  private func killLoading() throws -> String {
    let process = try stoppedLoading()
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    #expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGKILL)
    let note = try #require(notes().first)
    let path = try String(
      contentsOfFile: peach.path("state/peach/loading/\(note)"), encoding: .utf8)
    return try #require(path.split(separator: "/").last.map { String($0) })
  }

  private func listed(_ output: String) throws -> [String] {
    let files = try #require(JSON(output).list).compactMap { line in
      line["path"].text?.hasPrefix(peach.folder) == true ? line["file"].text : nil
    }
    return Set(files).sorted()
  }

  @Test("where nobody can be asked, the bank is left out and that is said; all others are there")
  func noTerminal() throws {
    try putSlowBanks()
    let name = try killLoading()
    let result = try peach.run("sounds", "--json")
    #expect(result.status == 0)
    #expect(try listed(result.output) == Self.names.filter { $0 != name })
    #expect(result.errors.contains("\(name) was being loaded when the program was killed"))
    #expect(result.errors.contains("peach forget") && result.errors.contains("--bank"))
    // Told of once.
    #expect(result.errors.components(separatedBy: "was being loaded").count == 2)
    #expect(try peach.bankNames() == Self.names)
    // Naming it loads it, and clears it of suspicion.
    let named = try peach.run("sounds", "--bank", peach.path("data/peach/banks/\(name)"))
    #expect(named.status == 0 && notes() == [])
    let after = try peach.run("sounds", "--json")
    #expect(try listed(after.output) == Self.names)
    #expect(!after.errors.contains("killed"))
  }

  @Test("the next start asks: no keeps the file, yes removes that file only; neither asks again")
  func asked() throws {
    try putSlowBanks()
    for (answer, isRemoved) in [("n\n", false), ("\n", false), ("y\n", true)] {
      let name = try killLoading()
      let terminal = try Terminal()
      terminal.type(answer)
      let result = try peach.end(peach.start(["sounds", "--json"], at: terminal))
      let shown = terminal.shown()
      #expect(result.status == 0)
      #expect(shown.contains("/\(name) was being loaded when the program was killed. Remove"))
      let left = Self.names.filter { !isRemoved || $0 != name }
      #expect(try peach.bankNames() == left)
      #expect(try listed(result.output) == left)
      #expect(notes() == [])
      let again = try Terminal()
      let quiet = try peach.end(peach.start(["sounds", "--json"], at: again))
      #expect(quiet.status == 0 && !again.shown().contains("[y/N]"))
    }
  }

  @Test("a program that is at a load is no dead one: another that starts asks nothing")
  func two() throws {
    try putSlowBanks()
    let first = try stoppedLoading()
    // Its output goes elsewhere than the second one's.
    let other = try Peach()
    let terminal = try Terminal()
    let second = try other.start(
      ["sounds", "--json"], at: terminal,
      environment: [
        "XDG_DATA_HOME": peach.path("data"), "XDG_STATE_HOME": peach.path("state"),
      ])
    let result = try other.end(second)
    #expect(result.status == 0 && !terminal.shown().contains("[y/N]"))
    #expect(try listed(result.output) == Self.names)
    #expect(notes().count == 1)
    kill(first.processIdentifier, SIGCONT)
    #expect(try peach.end(first).status == 0)
    #expect(notes() == [])
  }

  @Test("an import that is killed at any moment leaves no file or a whole one")
  func importKilled() throws {
    #if DEBUG
      let count = 24
    #else
      let count = 100
    #endif
    var builder = Fixtures.bank
    let frames = builder.samples[0].frames
    builder.samples[0].frames = (0..<1500).flatMap { _ in frames }
    let bytes = builder.chunks.file
    try peach.put("my.sf2", bytes)
    let begun = ContinuousClock.now
    #expect(try peach.run("import", "my.sf2").status == 0)
    let whole = ContinuousClock.now - begun
    let microseconds = Int(whole / .microseconds(1))
    var outcomes = (none: 0, whole: 0, partial: 0)
    for round in 0..<count {
      for name in try peach.bankNames() {
        try FileManager.default.removeItem(atPath: peach.path("data/peach/banks/\(name)"))
      }
      let process = try peach.start(["import", "my.sf2"])
      if round % 2 == 0 {
        usleep(UInt32(Int.random(in: 0...microseconds)))
      } else {
        // Half of them while it is being written.
        while process.isRunning, try peach.bankNames() == [] { usleep(50) }
        usleep(UInt32.random(in: 0...100_000))
      }
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      let left = FileManager.default.contents(atPath: peach.path("data/peach/banks/my.sf2"))
      #expect(left == nil || left == Data(bytes))
      if left == nil { outcomes.none += 1 } else { outcomes.whole += 1 }
      let names = try peach.bankNames()
      if names.contains("my.sf2.partial") { outcomes.partial += 1 }
      #expect(Set(names).isSubset(of: ["my.sf2", "my.sf2.partial"]))
      if round % 6 == 0 {
        let sounds = try peach.run("sounds", "--json")
        #expect(try listed(sounds.output) == (left == nil ? [] : ["my.sf2"]))
      }
    }
    print("\(count) imports killed: \(outcomes)")
    #expect(outcomes.none > 0)
    #expect(try peach.run("import", "my.sf2").status == 0)
    #expect(try peach.bankNames() == ["my.sf2"])
  }
}
