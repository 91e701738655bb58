import Foundation
import SoundFontFixtures
import Testing

@Suite("peach render with several songs", .serialized)
struct RenderManyTests {
  let peach: Peach

  init() throws {
    peach = try Peach()
    try peach.put("my.sf2", Fixtures.bank.chunks.file)
    for (index, key) in [60, 64, 67].enumerated() {
      let notes: [(tick: Int, bytes: [UInt8])] = [
        (0, [0xC0, 42]), (10 * index, [0x90, UInt8(key), 100]), (200, [0x80, UInt8(key), 0]),
      ]
      try peach.put("song\(index).mid", Fixtures.song(end: 300, notes))
    }
  }

  private func render(_ words: String...) throws -> Peach.Result {
    try peach.end(
      peach.start(["render"] + words + ["--bank", "my.sf2", "--rate", "8000"]))
  }

  private func names(_ folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: peach.path("work/\(folder)")).sorted()
  }

  private func lines(_ text: String) throws -> [JSON] {
    try text.split(separator: "\n").map { try JSON(String($0)) }
  }

  @Test("Songs in a folder equal single renders; a second run skips them")
  func folder() throws {
    let songs = ["song0.mid", "song1.mid", "song2.mid"]
    let result = try render("song0.mid", "song1.mid", "song2.mid", "-o", "out", "--jobs", "2")
    #expect(result.status == 0 && result.output.isEmpty, "\(result.errors)")
    #expect(result.errors.hasPrefix("3 songs rendered, ") && result.errors.contains("real time"))
    #expect(result.errors.hasSuffix("; 0 up to date, 0 failed.\n"))
    #expect(try names("out") == [".peach-rendered", "song0.wav", "song1.wav", "song2.wav"])
    for song in songs {
      #expect(try render(song, "-o", "alone.wav").status == 0)
      let name = song.dropLast(3) + "wav"
      #expect(peach.bytes("out/\(name)") == peach.bytes("alone.wav"))
    }
    let again = try render("song0.mid", "song1.mid", "song2.mid", "-o", "out/")
    #expect(again.status == 0 && again.errors == "0 songs rendered; 3 up to date, 0 failed.\n")
    // A single song can be written to an existing folder, too.
    let one = try render("song1.mid", "-o", "out", "--force")
    #expect(one.errors.hasPrefix("1 song rendered"))
  }

  @Test("A corrupt song is reported, the others are rendered, and the status is 1")
  func badSong() throws {
    try peach.put("bad.mid", [1, 2, 3])
    let result = try render("song0.mid", "bad.mid", "none.mid", "song1.mid", "-o", "out", "--json")
    #expect(result.status == 1)
    #expect(result.errors.contains("peach: error: bad.mid: ") && result.errors.contains("none.mid"))
    #expect(result.errors.contains("; 0 up to date, 2 failed.\n"))
    let lines = try lines(result.output)
    #expect(lines.count == 4)
    for line in lines {
      let song = line["song"].text ?? ""
      let isGood = song.hasPrefix("song")
      #expect(line["status"].text == (isGood ? "rendered" : "failed"))
      #expect(line["file"].text == "out/" + song.dropLast(3) + "wav")
      #expect((line["frames"].number ?? 0 >= 2400) == isGood)
      #expect((line["reason"].text != nil) == !isGood)
    }
    #expect(try names("out") == [".peach-rendered", "song0.wav", "song1.wav"])
  }

  @Test("Shards of a manifest are disjoint and complete")
  func shards() throws {
    try peach.put(
      "songs.txt", Array("# all\nsong0.mid\tx/first.wav\nsong1.mid\nsong2.mid\tlast.wav\n".utf8))
    var audio: [String] = []
    for number in 1...2 {
      let result = try render(
        "--manifest", "songs.txt", "--shard", "\(number)/2", "-o", "out", "--json")
      #expect(result.status == 0, "\(result.errors)")
      for line in try lines(result.output) {
        #expect(line["status"].text == "rendered")
        audio.append(line["file"].text ?? "")
      }
    }
    #expect(audio.sorted() == ["out/last.wav", "out/song1.wav", "out/x/first.wav"])
    let all = try render("--manifest", "songs.txt", "-o", "out")
    #expect(all.errors == "0 songs rendered; 3 up to date, 0 failed.\n")
  }

  @Test("Invalid arguments are reported before rendering")
  func mistakes() throws {
    try peach.put("broken.txt", Array("a.mid\tb\tc\n".utf8))
    for (words, status, message) in [
      (
        ["song0.mid", "song0.mid", "-o", "out"], 2,
        "Two songs have the same output file out/song0.wav"
      ),
      (["song0.mid", "song1.mid", "--shard", "3/2"], 2, "\"3/2\" for --shard"),
      (["song0.mid", "song1.mid", "--jobs", "0"], 2, "1 to 1024"),
      (["--manifest", "none.txt"], 1, "none.txt"),
      (["--manifest", "broken.txt"], 1, "broken.txt: Line 1 "),
    ] as [([String], Int32, String)] {
      let result = try peach.end(peach.start(["render"] + words + ["--bank", "my.sf2"]))
      #expect(result.status == status && result.errors.contains(message), "\(result.errors)")
    }
    #expect(try !peach.names().contains("out"))
  }

  @Test("Ctrl-C stops all songs and reports progress; the next run continues")
  func interruption() throws {
    let notes = (40..<70).map { (tick: 0, bytes: [0x90, UInt8($0), 20]) }
    for index in 0..<3 {
      try peach.put(
        "long\(index).mid", Fixtures.song(end: 3_600_000, [(0, [0xC0, 42])] + notes))
    }
    // The largest songs come first.
    let process = try peach.start([
      "render", "song0.mid", "long0.mid", "long1.mid", "long2.mid", "-o", "out", "--bank", "my.sf2",
      "--jobs", "2",
    ])
    let begun = ContinuousClock.now
    func isReady() -> Bool {
      let names = (try? names("out")) ?? []
      return names.filter { $0.hasSuffix(".partial") }.count == 2
    }
    while !isReady(), process.isRunning, ContinuousClock.now - begun < .seconds(20) {
      Thread.sleep(forTimeInterval: 0.005)
    }
    Thread.sleep(forTimeInterval: 0.05)
    process.interrupt()
    let result = try peach.end(process)
    #expect(result.status == 130)
    #expect(result.errors.contains("0 songs rendered; 0 up to date, 0 failed.\n"))
    #expect(result.errors.contains("peach: error: Interrupted after 0 of 4 songs."))
    #expect(try names("out").filter { $0 != ".peach-rendered" }.isEmpty)
    let next = try peach.run("render", "song0.mid", "song1.mid", "-o", "out", "--bank", "my.sf2")
    #expect(next.status == 0 && next.errors.hasPrefix("2 songs rendered"))
  }

  @Test("A terminal shows progress")
  func progress() throws {
    let terminal = try Terminal()
    let process = try peach.start(
      ["render", "song0.mid", "song1.mid", "-o", "out", "--bank", "my.sf2"], at: terminal)
    #expect(try peach.end(process).status == 0)
    let shown = terminal.shown()
    #expect(shown.contains("\r2 songs 100 % ") && shown.contains("2 songs rendered"))
  }
}
