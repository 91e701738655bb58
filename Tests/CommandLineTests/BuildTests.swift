import Foundation
import Testing

@Suite("peach build", .serialized)
struct BuildTests {
  let peach: Peach

  init() throws { peach = try Peach() }

  /// A mono WAV file of 16 bits: a sine with fades.
  private func wav(_ hertz: Double, seconds: Double = 0.7) -> [UInt8] {
    let count = Int(seconds * 44_100)
    func little(_ number: Int, _ bytes: Int = 4) -> [UInt8] {
      (0..<bytes).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
    let frames = (0..<count).flatMap { index in
      let time = Double(index) / 44_100
      let rise = min(time / 0.02, 1, (seconds - time) / 0.05)
      return little(Int((12_000 * rise * sin(2 * .pi * hertz * time)).rounded()), 2)
    }
    var file = Array("RIFF".utf8) + little(36 + frames.count) + Array("WAVEfmt ".utf8)
    file += little(16) + little(1, 2) + little(1, 2) + little(44_100) + little(88_200)
    file += little(2, 2) + little(16, 2) + Array("data".utf8) + little(frames.count)
    return file + frames
  }

  private func putRecordings() throws {
    try FileManager.default.createDirectory(
      atPath: peach.path("work/cello"), withIntermediateDirectories: true)
    try peach.put("A3.wav", wav(220), in: "work/cello")
    try peach.put("C5.wav", wav(441), in: "work/cello")
    try peach.put("mine.txt", Array("name Mine\npreset 0:42 Cello\nfolder cello\n".utf8))
  }

  @Test(
    "Builds a bank from a folder and reports root keys, key ranges and wrong declarations"
  )
  func build() throws {
    try putRecordings()
    let result = try peach.run("build", "mine.txt", "-o", "mine.sf2")
    guard result.status == 0 else {
      // Without libsndfile, the error names it.
      #expect(result.errors.contains("libsndfile"))
      return
    }
    #expect(result.output.contains("A3.wav") && result.output.contains("0–63"))
    #expect(result.output.contains("found"))
    #expect(
      result.errors
        == "peach: warning: C5.wav: measured 296 cents below key 72 from its name; "
        + "key 69 is used instead.\n"
    )
    let json = try JSON(peach.run("build", "mine.txt", "-o", "again.sf2", "--json").output)
    let regions = try #require(json["presets"].list?.first?["regions"].list)
    #expect(regions.map { $0["root"].number } == [57, 69])
    #expect(regions.map { $0["lowKey"].number } == [0, 64])
    #expect(regions.map { $0["declared"].number } == [57, 72])
    #expect(json["bytes"].number == peach.bytes("again.sf2").map { Double($0.count) })
    #expect(json["warnings"].list?.count == 1)
    // The same recordings yield the same bytes.
    #expect(peach.bytes("mine.sf2") == peach.bytes("again.sf2"))
    let sounds = try peach.run("sounds", "--bank", "mine.sf2", "--json")
    #expect(try JSON(sounds.output).list?.map { $0["name"].text } == ["Cello"])
    #expect(try peach.run("check", "mine.sf2", "--depth", "tuning").status == 0)
  }

  @Test("A folder is built as the recipe of one preset 0:0 with its name, in ASCII")
  func folder() throws {
    try putRecordings()
    try peach.put("folder.txt", Array("preset 0:0 cello\nfolder cello\n".utf8))
    let expected = try peach.run("build", "folder.txt", "-o", "recipe.sf2")
    guard expected.status == 0 else {
      #expect(expected.errors.contains("libsndfile"))
      return
    }
    for path in ["cello", "cello/"] {
      #expect(try peach.run("build", path, "-o", "folder.sf2", "--force").status == 0)
      #expect(peach.bytes("folder.sf2") == peach.bytes("recipe.sf2"))
    }
    for (folder, name) in [
      ("Übung", "bung"), ("チェロ", "Recordings"), ("My cello of August 1911", "My cello of August 1"),
    ] {
      try FileManager.default.createDirectory(
        atPath: peach.path("work/" + folder), withIntermediateDirectories: true)
      try peach.put("A3.wav", wav(220), in: "work/" + folder)
      let bank = folder + "/own.sf2"
      #expect(try peach.run("build", folder, "-o", bank).status == 0)
      let sounds = try peach.run("sounds", "--bank", bank, "--json")
      #expect(try JSON(sounds.output).list?.map { $0["name"].text } == [name])
    }
    // A folder without recordings is named.
    try FileManager.default.createDirectory(
      atPath: peach.path("work/none"), withIntermediateDirectories: true)
    let none = try peach.end(peach.start(["build", "none", "-o", "none.sf2"]))
    #expect(none.status == 1 && none.errors.contains("has no recordings: no file in none"))
  }

  @Test("--plot and check --evenness plot each preset, and list its attacks and levels")
  func evenness() throws {
    try putRecordings()
    let result = try peach.run("build", "mine.txt", "-o", "mine.sf2", "--plot", "built")
    guard result.status == 0 else {
      #expect(result.errors.contains("libsndfile"))
      return
    }
    let checked = try peach.run("check", "mine.sf2", "--evenness", "--json", "--plot", "played")
    #expect(checked.status == 0)
    let preset = try #require(JSON(checked.output)["presets"].list?.first)
    #expect(preset["name"].text == "Cello" && preset["program"].number == 42)
    // The default of `level`, and the longest attack of sustained tones.
    #expect(abs((preset["medianDecibels"].number ?? 0) + 14) < 1)
    #expect((preset["maxAttackSeconds"].number ?? 1) < 0.04)
    for (folder, panels) in [
      ("built", ["Level", "Attack", "Loop", "Pitch"]), ("played", ["Level"]),
    ] {
      let svg = String(decoding: try #require(peach.bytes("\(folder)/0-42.svg")), as: UTF8.self)
      #expect(svg.hasPrefix("<svg") && panels.allSatisfy { svg.contains($0) })
    }
    let table = try peach.run("check", "mine.sf2", "--evenness").output
    #expect(table.contains("0:42 Cello") && table.contains("adjacent"))
  }

  @Test("Errors have file, location and reason, and write nothing")
  func mistakes() throws {
    try putRecordings()
    try peach.put("bad.txt", Array("preset 0:42 Cello\nfolder cello\ndrop 1\n".utf8))
    try peach.put("none.txt", Array("preset 0:42 Cello\nfolder violin\n".utf8))
    try peach.put("empty.txt", Array("preset 0:42 Cello\nfolder cello\nfiles *.flac\n".utf8))
    try peach.put("broken.txt", Array("preset 0:42 Cello\nfiles *.wav\n".utf8))
    try peach.put("broken.wav", [1, 2, 3])
    let files = try peach.names()
    for (words, message) in [
      (["no.txt", "-o", "b.sf2"], "no.txt"),
      (["bad.txt", "-o", "b.sf2"], "bad.txt, line 3: Unknown instruction \"drop\""),
      (["none.txt", "-o", "b.sf2"], "violin"),
      (["empty.txt", "-o", "b.sf2"], "empty.txt: Preset \"Cello\" has no recordings"),
      (["broken.txt", "-o", "b.sf2"], "broken.wav: "),
      (["mine.txt", "-o", "mine.txt"], "Choose another output file"),
    ] {
      let result = try peach.end(peach.start(["build"] + words))
      #expect(result.status == 1 && result.output.isEmpty)
      #expect(result.errors.hasPrefix("peach: ") && result.errors.contains(message), "\(result)")
    }
    #expect(try peach.names() == files)
  }

  @Test("Ctrl-C stops promptly and leaves no files")
  func interruption() throws {
    try putRecordings()
    let sound = wav(300, seconds: 1)
    for index in 0..<400 { try peach.put("\(index)_1.wav", sound, in: "work/cello") }
    try peach.put("mine.sf2", [1, 2, 3])
    let process = try peach.start(["build", "mine.txt", "-o", "mine.sf2"])
    Thread.sleep(forTimeInterval: 0.3)
    guard process.isRunning else {
      #expect(try peach.end(process).errors.contains("libsndfile"))
      return
    }
    process.interrupt()
    let result = try peach.end(process)
    #expect(result.status == 130 && process.terminationReason == .exit)
    #expect(result.errors == "peach: error: Interrupted. No incomplete files remain.\n")
    #expect(try peach.names() == ["cello", "mine.sf2", "mine.txt"])
    #expect(peach.bytes("mine.sf2") == [1, 2, 3])
  }
}
