import Foundation
import SoundFontFixtures
import Testing

@Suite("peach prune", .serialized)
struct PruneTests {
  let peach: Peach

  init() throws {
    peach = try Peach()
    var bank = Fixtures.bank
    bank.samples.append(SoundFontSample(frames: [Int16](repeating: 1000, count: 5000)))
    bank.instruments.append(.init("Noise", zones: [.init(plays: 1)]))
    bank.presets[1].zones = [.init(plays: 1)]
    bank.information += [("ICOP", Array("For all\0".utf8))]
    try peach.put("my.sf2", bank.chunks.file)
  }

  private func presets(_ file: String) throws -> [String] {
    let result = try peach.run("sounds", "--bank", file, "--json")
    return try #require(JSON(result.output).list).map {
      "\(Int($0["bank"].number ?? -1)):\(Int($0["program"].number ?? -1)) \($0["name"].text ?? "")"
    }
  }

  @Test("Keeps selected presets, renames them and reports sizes")
  func keep() throws {
    let before = peach.bytes("my.sf2")
    let result = try peach.run(
      "prune", "my.sf2", "-o", "small.sf2", "--keep", "*CELLO*", "--rename", "0:42=Cello")
    #expect(result.status == 0 && result.errors.isEmpty)
    #expect(try presets("small.sf2") == ["0:42 Cello"])
    let sizes = try ["my.sf2", "small.sf2"].map { try #require(peach.bytes($0)).count }
    // The second sample's 5,000 frames of two bytes and 46 of silence, two names and a header.
    #expect(sizes[0] - sizes[1] > 2 * 5046)
    #expect(
      result.output.contains("my.sf2: \(sizes[0]) bytes, 2 presets, 2 instruments, 2 samples"))
    #expect(result.output.contains("small.sf2: \(sizes[1]) bytes, 1 preset, 1 instrument, 1 sam"))
    #expect(result.output.contains("0:42     Cello") && result.output.contains("(Pure Cello)"))
    #expect(result.output.contains("Copyright: For all"))
    #expect(peach.bytes("my.sf2") == before)
  }

  @Test("Options extend a recipe file; reports as JSON")
  func recipe() throws {
    try peach.put(
      "my.txt", Array("# Mine\nname Two\nkeep 0:42 as Cello\ntry 0:7\nkeys 40-80\n".utf8))
    let result = try peach.run(
      "prune", "my.sf2", "--output", "small.sf2", "--recipe", "my.txt", "--keep", "128:*", "--json",
      "--trim-loops", "--layer", "64")
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.errors.isEmpty)
    let json = try JSON(result.output)
    #expect(json["file"].text == "small.sf2" && json["source"].text == "my.sf2")
    #expect(json["before"]["presets"].number == 2 && json["after"]["presets"].number == 2)
    #expect(json["after"]["bytes"].number == peach.bytes("small.sf2").map { Double($0.count) })
    #expect(json["before"]["bytes"].number == peach.bytes("my.sf2").map { Double($0.count) })
    #expect(json["presets"].list?.map { $0["name"].text } == ["Cello", "Kit"])
    #expect(json["presets"].list?.map { $0["oldName"].text } == ["Pure Cello", "Kit"])
    #expect(json["presets"].list?.map { $0["sampleBytes"].number } == [2000, 10_000])
    #expect(json["warnings"].list?.count == 1 && json["copyright"].text == "For all")
    let inspected = try peach.run("inspect", "small.sf2", "--json")
    #expect(try JSON(inspected.output)["name"].text == "Two")
  }

  @Test("Errors list the alternatives and write nothing")
  func mistakes() throws {
    let files = try peach.names()
    try peach.put("bad.txt", Array("keep 0:42\nkeep 999\ndrop 1\n".utf8))
    for (words, message) in [
      (["my.sf2", "-o", "b.sf2", "--keep", "0:7"], "0:42 Pure Cello, 128:0 Kit"),
      (["my.sf2", "-o", "b.sf2", "--recipe", "ear-training"], "0:73"),
      (["my.sf2", "-o", "b.sf2", "--recipe", "none.txt"], "ear-training"),
      (
        ["my.sf2", "-o", "b.sf2", "--recipe", "bad.txt"],
        "bad.txt, line 3: Unknown instruction \"drop\""
      ),
      (["my.sf2", "-o", "my.sf2"], "Choose another output file"),
      (["my.sf2", "-o", "./my.sf2"], "Choose another output file"),
      (["no.sf2", "-o", "b.sf2"], "no.sf2"),
      (["bad.txt", "-o", "b.sf2"], "bad.txt"),
      (["my.sf2", "-o", "no/b.sf2"], "no/b.sf2"),
    ] {
      let result = try peach.end(peach.start(["prune"] + words))
      #expect(result.status == 1 && result.output.isEmpty)
      #expect(result.errors.hasPrefix("peach: ") && result.errors.contains(message), "\(result)")
    }
    #expect(try peach.names() == (files + ["bad.txt"]).sorted())
  }

  @Test("The extension selects compression, and --quality its quality")
  func compressed() throws {
    let result = try peach.run("prune", "my.sf2", "-o", "my.sf3", "--quality", "1")
    if result.errors.contains("libsndfile") {
      #expect(try result.status == 1 && !peach.names().contains("my.sf3"))
      return
    }
    #expect(result.status == 0 && result.errors.isEmpty)
    #expect(try peach.run("inspect", "my.sf3").output.contains("SF3"))
    #expect(try presets("my.sf3") == ["0:42 Pure Cello", "128:0 Kit"])
    #expect(try peach.run("prune", "my.sf3", "-o", "back.sf2").status == 0)
    #expect(try peach.run("inspect", "back.sf2").output.contains("SF2"))
    let tuned = try peach.run("tune", "my.sf2", "-o", "tuned.sf3")
    #expect(tuned.status == 0 && peach.bytes("tuned.sf3")?.count ?? 0 > 0)
    #expect(try peach.run("inspect", "tuned.sf3").output.contains("SF3"))
    for words in [
      ["my.sf2", "-o", "b.sf2", "--quality", "1"], ["my.sf2", "-o", "b.sf3", "--quality", "2"],
    ] {
      let refused = try peach.end(peach.start(["prune"] + words))
      #expect(refused.status == 2 && refused.errors.contains("--quality"))
    }
    #expect(try !peach.names().contains { $0.hasPrefix("b.") })
  }

  /// A bank with a sample of `byteCount` bytes in a sparse file.
  private func putLargeBank(byteCount: Int) throws {
    var chunks = Fixtures.bank.chunks
    chunks["smpl"] = []
    let end = withUnsafeBytes(of: UInt32(byteCount / 2 - 46).littleEndian) { Array($0) }
    chunks["shdr"].replaceSubrange(24..<28, with: end)
    var file = chunks.file
    let offset = try #require(file.indices.first { file[$0...].starts(with: "smpl".utf8) })
    // The sizes of the file, of the list and of the chunk.
    for field in [4, offset - 8, offset + 4] {
      let size = (0..<4).reduce(0) { $0 | Int(file[field + $1]) << (8 * $1) } + byteCount
      for byte in 0..<4 { file[field + byte] = UInt8(truncatingIfNeeded: size >> (8 * byte)) }
    }
    try peach.put("large.sf2", Array(file[..<(offset + 8)]))
    let handle = try FileHandle(forWritingTo: URL(filePath: peach.path("work/large.sf2")))
    try handle.seek(toOffset: UInt64(offset + 8 + byteCount))
    try handle.write(contentsOf: Data(file[(offset + 8)...]))
    try handle.close()
  }

  /// Starts writing 2 GB and returns the process once the file exists.
  private func startWriting() throws -> Process {
    try putLargeBank(byteCount: 2_000_000_000)
    try peach.put("small.sf2", [1, 2, 3])
    let process = try peach.start(["prune", "large.sf2", "-o", "small.sf2"])
    let partial = peach.path("work/small.sf2.partial")
    let begun = ContinuousClock.now
    while ContinuousClock.now - begun < .seconds(20), process.isRunning {
      let size = try? FileManager.default.attributesOfItem(atPath: partial)[.size] as? Int
      if size ?? 0 > 0 { break }
      Thread.sleep(forTimeInterval: 0.001)
    }
    #expect(process.isRunning)
    return process
  }

  @Test("Ctrl-C stops promptly and leaves no files")
  func interruption() throws {
    let process = try startWriting()
    process.interrupt()
    let result = try peach.end(process)
    #expect(result.status == 130 && process.terminationReason == .exit)
    #expect(result.errors == "peach: error: Interrupted. No incomplete files remain.\n")
    #expect(try peach.names() == ["large.sf2", "my.sf2", "small.sf2"])
    #expect(peach.bytes("small.sf2") == [1, 2, 3])
  }

  @Test("A killed run leaves no incomplete bank and does not affect the next run")
  func kill() throws {
    let process = try startWriting()
    #expect(Foundation.kill(process.processIdentifier, SIGKILL) == 0)
    process.waitUntilExit()
    #expect(peach.bytes("small.sf2") == [1, 2, 3])
    let result = try peach.run("prune", "my.sf2", "-o", "small.sf2")
    #expect(result.status == 0)
    #expect(try peach.names() == ["large.sf2", "my.sf2", "small.sf2"])
    #expect(try presets("small.sf2") == ["0:42 Pure Cello", "128:0 Kit"])
  }
}
