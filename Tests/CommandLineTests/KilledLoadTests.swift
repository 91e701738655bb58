import Foundation
import SoundFontFixtures
import TestEnvironment
import Testing

@Suite("Killed loads and imports", .serialized)
struct KilledLoadTests {
  let peach: Peach
  static let names = ["a.sf2", "b.sf2", "c.sf2"]

  init() throws { peach = try Peach() }

  /// A bank with the maximum number of zones, which takes long to read.
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
      // Different lengths make the banks distinguishable.
      try peach.put(name, Self.slow + [UInt8](repeating: 0, count: index), in: "data/peach/banks")
    }
  }

  private func notes() -> [String] {
    let all = try? FileManager.default.contentsOfDirectory(
      atPath: peach.path("state/peach/loading"))
    return (all ?? []).filter { !$0.hasPrefix(".") }
  }

  /// Starts `peach sounds` and stops it in the middle of a load.
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

  /// Kills the program in the middle of a load and returns the name of the bank.
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

  @Test("Without a terminal, the bank is skipped with a warning, and all others are listed")
  func noTerminal() throws {
    try putSlowBanks()
    let name = try killLoading()
    let result = try peach.run("sounds", "--json")
    #expect(result.status == 0)
    #expect(try listed(result.output) == Self.names.filter { $0 != name })
    #expect(result.errors.contains("/\(name) because the program crashed while loading it"))
    #expect(result.errors.contains("peach remove \(name)") && result.errors.contains("--bank"))
    // Reported once.
    #expect(result.errors.components(separatedBy: "crashed while loading").count == 2)
    #expect(try peach.bankNames() == Self.names)
    // --bank loads it and clears the marker.
    let named = try peach.run("sounds", "--bank", peach.path("data/peach/banks/\(name)"))
    #expect(named.status == 0 && notes() == [])
    let after = try peach.run("sounds", "--json")
    #expect(try listed(after.output) == Self.names)
    #expect(!after.errors.contains("crashed"))
  }

  @Test("The next start asks once: no keeps the file, yes removes only that file")
  func asked() throws {
    try putSlowBanks()
    for (answer, isRemoved) in [("n\n", false), ("\n", false), ("y\n", true)] {
      let name = try killLoading()
      let terminal = try Terminal()
      terminal.type(answer)
      let result = try peach.end(peach.start(["sounds", "--json"], at: terminal))
      let shown = terminal.shown()
      #expect(result.status == 0)
      #expect(shown.contains("/\(name). Remove this file?"))
      let left = Self.names.filter { !isRemoved || $0 != name }
      #expect(try peach.bankNames() == left)
      #expect(try listed(result.output) == left)
      #expect(notes() == [])
      let again = try Terminal()
      let quiet = try peach.end(peach.start(["sounds", "--json"], at: again))
      #expect(quiet.status == 0 && !again.shown().contains("[y/N]"))
    }
  }

  @Test("A program that is still loading does not count as crashed")
  func two() throws {
    try putSlowBanks()
    let first = try stoppedLoading()
    // The second process has its own output files.
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

  @Test("An import that is killed at any time leaves no file or a complete one")
  func importKilled() throws {
    let count = TestScale.count(short: 24, full: 100)
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
        // Half of them while writing.
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
