import Foundation
import PeachInstrumentModel
import SoundFontFixtures
import SoundMeasurement
import TestEnvironment
import Testing

/// Messages in a new user's words and language.
@Suite("Messages for new users")
struct MessageTests {
  let peach: Peach

  init() throws {
    peach = try Peach()
    try peach.put("my.sf2", Fixtures.bank.chunks.file)
    try peach.put("song.mid", Self.song)
  }

  private static let song = Fixtures.song(
    end: 500, [(0, [0xC0, 42]), (0, [0x90, 69, 100]), (400, [0x80, 69, 0])])

  private var hasDevice: Bool {
    get throws { try !peach.run("devices").errors.contains("No audio device found.") }
  }

  @Test("Without a device, a file that is missing is reported first, then the device, in words")
  func noDevice() throws {
    guard try !hasDevice else { return }
    let missing = try peach.run("play", "nosuch.mid", "--bank", "my.sf2")
    #expect(missing.status == 1 && missing.errors.contains("nosuch.mid"))
    #expect(!missing.errors.contains("audio device"))
    let song = try peach.run("play", "song.mid", "--bank", "my.sf2")
    #expect(
      song.errors
        == "peach: error: No audio device found. Pass --null-audio to use none, or write a file "
        + "with `peach render`.\n")
    let note = try peach.run("play", "A4", "--sound", "sine")
    #expect(
      note.errors
        == "peach: error: No audio device found. Pass --null-audio to use none, or --output to "
        + "write a file.\n")
    let german = try peach.end(
      peach.start(["play", "A4", "--sound", "sine"], environment: ["LANG": "de_DE.UTF-8"]))
    #expect(
      german.errors
        == "peach: error: Kein Audiogerät gefunden. Mit --null-audio geht es ohne, mit --output in "
        + "eine Datei.\n")
  }

  @Test("The trainer says in one line of one language that there is no device")
  func trainer() throws {
    guard try !hasDevice else { return }
    for (language, line) in [
      ("en", "No audio device found. Without sound: peach train --null-audio"),
      ("de", "Kein Audiogerät gefunden. Ohne Ton: peach train --null-audio"),
    ] {
      let input = Pipe()
      let process = try peach.start(
        ["train", "--plain", "--sound", "sine", "--language", language], input: input)
      input.fileHandleForWriting.write(Data("\u{1B}".utf8))
      Thread.sleep(forTimeInterval: 2)
      try input.fileHandleForWriting.close()
      let result = try peach.end(process)
      #expect(result.output.split(separator: "\n").contains { $0 == line }, "\(result.output)")
      #expect(!result.output.contains("snd_pcm"))
    }
  }

  @Test("The message about an unknown sound says that the setting has it")
  func storedSound() throws {
    try FileManager.default.createDirectory(
      atPath: peach.path("config/peach"), withIntermediateDirectories: true)
    try peach.put(
      "settings.json", Array(#"{"soundSource": "banjoo"}"#.utf8), in: "config/peach")
    try peach.put("my.sf2", Fixtures.bank.chunks.file, in: "data/peach/banks")
    let result = try peach.run("play", "A4", "--null-audio", "--duration", "0.1")
    #expect(result.status == 0)
    #expect(result.errors.contains("warning: The setting soundSource is \"banjoo\". Cannot find"))
    #expect(result.errors.contains("Run `peach settings set soundSource NAME` to change it."))
  }

  @Test("tune and prune name the command for files that they cannot read")
  func wrongFile() throws {
    try peach.put("a.wav", WaveFile.stereo([Float](repeating: 0.1, count: 9600), rate: 48_000))
    try peach.put("text.sf2", Array("// some text".utf8))
    let recording = try peach.run("tune", "a.wav")
    #expect(recording.status == 1)
    #expect(recording.errors.contains("a.wav is a recording. `peach tune` requires a sound bank"))
    #expect(recording.errors.contains("`peach tune --analyze a.wav`"))
    for command in ["tune", "prune"] {
      let text = try peach.run(command, "text.sf2", "-o", "b.sf2")
      #expect(text.status == 1 && text.errors.contains("text.sf2 is not a sound bank"))
    }
    let inspected = try peach.run("inspect", "text.sf2")
    #expect(inspected.errors.contains("it is not a sound bank"))
    #expect(!inspected.errors.contains("chunk"))
    let checked = try peach.run("check", "text.sf2")
    #expect(checked.output.contains("it is not a sound bank") && !checked.output.contains("chunk"))
  }

  @Test("A folder without banks and audio files is named as it was typed")
  func emptyFolder() throws {
    #expect(try peach.shell("mkdir empty; echo no audio > empty/note.txt").status == 0)
    for command in [["sounds", "--bank"], ["play", "A4", "-o", "a.wav", "--bank"], ["check"]] {
      let result = try peach.end(peach.start(command + ["empty"]))
      #expect(result.status == 1)
      #expect(result.errors.contains("empty: there is nothing to play."))
    }
  }

  @Test("Errors name the file that was requested, not a partial one")
  func partialNames() throws {
    try peach.put("a.wav", [1])
    let stems = try peach.run(
      "render", "song.mid", "--bank", "my.sf2", "--stems", "-o", "a.wav")
    #expect(
      stems.status == 2 && stems.errors.contains("a.wav is a file. --stems requires a folder"))
    let file = try peach.run("render", "song.mid", "--bank", "my.sf2", "-o", "nosuch/suite.wav")
    #expect(file.status == 1 && file.errors.contains("nosuch/suite.wav:"))
    #expect(!file.errors.contains(".partial"))
  }

  @Test("Silent songs and stems are warnings with the channels that have notes")
  func silence() throws {
    let solo = try peach.run(
      "render", "song.mid", "--bank", "my.sf2", "-o", "a.wav", "--solo", "12")
    #expect(solo.status == 0)
    #expect(solo.errors.contains("warning: The audio is silent. Channels with notes: 1."))
    let normal = try peach.run("render", "song.mid", "--bank", "my.sf2", "-o", "b.wav")
    #expect(!normal.errors.contains("silent"))
    // A volume of 0 on channel 2.
    try peach.put(
      "two.mid",
      Fixtures.song(
        end: 500,
        [
          (0, [0xC0, 42]), (0, [0xC1, 42]), (0, [0xB1, 7, 0]), (0, [0x90, 69, 100]),
          (0, [0x91, 69, 100]), (400, [0x80, 69, 0]), (400, [0x81, 69, 0]),
        ]))
    let stems = try peach.run("render", "two.mid", "--bank", "my.sf2", "--stems", "-o", "stems")
    #expect(stems.status == 0, "\(stems.errors)")
    #expect(stems.errors.contains("stems/02.wav is silent."))
    #expect(!stems.errors.contains("stems/01.wav is silent."))
  }

  @Test(
    "play prints the sound first and the latency last, in rounded numbers, and warns of clipping")
  func play() throws {
    let words = ["play", "A4+13.1c", "--bank", "my.sf2", "--sound", "cello", "--duration", "0.5"]
    let result = try peach.end(peach.start(words + ["-o", "a.wav"]))
    let lines = result.errors.split(separator: "\n")
    #expect(lines.first == "Pure Cello (fixture) at 443.342 Hz: A4 +13.1 cents")
    #expect(lines.last?.hasPrefix("First frame after ") == true)
    #expect(!result.errors.contains("clipped"))
    // Twenty copies of a region.
    var loud = Fixtures.bank
    loud.presets[0].zones = (0..<20).map { _ in loud.presets[0].zones[0] }
    try peach.put("loud.sf2", loud.chunks.file)
    for output in [["-o", "b.wav"], ["--null-audio"]] {
      let clipped = try peach.end(
        peach.start(
          ["play", "A4", "--bank", "loud.sf2", "--sound", "cello", "--duration", "0.5"] + output))
      #expect(clipped.status == 0)
      #expect(clipped.errors.contains("above full scale: it is clipped. Lower --amplitude."))
    }
  }

  @Test("check counts the findings of each rule, and lists at most ten without --all")
  func check() throws {
    var bank = Fixtures.bank
    // Unused samples are notes; samples without frames are warnings.
    for index in 0..<14 {
      bank.samples.append(
        SoundFontSample(
          frames: [Int16](repeating: 0, count: 200), loop: 0..<200, rate: 44_000, root: 69))
      bank.instruments.append(
        .init("Silent", zones: [.init([.init(.sampleModes, 1)], plays: UInt16(index + 1))]))
      bank.presets.append(
        .init("Silent", bank: 1, program: UInt16(index), zones: [.init(plays: UInt16(index + 1))]))
    }
    try peach.put("silent.sf2", bank.chunks.file)
    let short = try peach.run("check", "silent.sf2", "--depth", "sound")
    #expect(short.status == 3)
    #expect(short.output.contains("warning: 4 more (silent): pass --all"), "\(short.output)")
    let all = try peach.run("check", "silent.sf2", "--depth", "sound", "--all", "--include-notes")
    #expect(
      all.output.components(separatedBy: "(silent)").count == 15
        && !all.output.contains("pass --all"))
    #expect(all.errors.contains("By rule: ") && all.errors.contains("14 silent"), "\(all.errors)")
  }

  @Test("Drum kits of bank 120 are not checked for intonation")
  func kits() throws {
    var bank = Fixtures.bank
    // 19.6 cents sharp.
    bank.samples[0].rate = 44_500
    bank.presets[0].bank = 120
    try peach.put("kit.sf2", bank.chunks.file)
    #expect(try !peach.run("check", "kit.sf2").output.contains("out-of-tune"))
    bank.presets[0].bank = 0
    try peach.put("melodic.sf2", bank.chunks.file)
    #expect(try peach.run("check", "melodic.sf2").output.contains("out-of-tune"))
  }

  @Test("prune suggests names, or lists at most eight presets")
  func prune() throws {
    var bank = Fixtures.bank
    for program in 0..<30 {
      bank.presets.append(
        .init("Tone \(program)", bank: 5, program: UInt16(program), zones: [.init(plays: 0)]))
    }
    try peach.put("many.sf2", bank.chunks.file)
    let typo = try peach.run("prune", "many.sf2", "-o", "b.sf2", "--keep", "*chello*")
    #expect(typo.status == 1 && typo.errors.contains("Did you mean \"Pure Cello\"?"))
    let other = try peach.run("prune", "many.sf2", "-o", "b.sf2", "--keep", "*theremin*")
    #expect(other.errors.contains(" and 24 more."), "\(other.errors)")
  }

  @Test("A file is replaced without a question only by --force at a terminal, and in scripts")
  func replacing() throws {
    let words = ["convert", "my.sf2", "b.sf2"]
    #expect(try peach.end(peach.start(words)).status == 0)
    let before = try #require(peach.bytes("b.sf2"))
    // A script.
    try peach.put("b.sf2", [1])
    #expect(try peach.end(peach.start(words)).status == 0)
    #expect(peach.bytes("b.sf2") == before)
    for (answer, options, isReplaced) in [
      ("n", [], false), ("y", [], true), ("", ["--force"], true),
    ] {
      try peach.put("b.sf2", [1])
      let terminal = try Terminal()
      terminal.type("\(answer)\n")
      let process = try peach.start(words + options, at: terminal)
      process.waitUntilExit()
      #expect((process.terminationStatus == 0) == isReplaced)
      #expect((peach.bytes("b.sf2") == before) == isReplaced)
      let shown = terminal.shown()
      #expect(shown.contains("b.sf2 exists. Replace it? [y/N]") == options.isEmpty, "\(shown)")
    }
  }

  @Test("Songs, stems, plots and trials, too, are replaced at a terminal only after a question")
  func replacingOthers() throws {
    try FileManager.default.createDirectory(
      atPath: peach.path("work/stems"), withIntermediateDirectories: true)
    let render = ["render", "song.mid", "--bank", "my.sf2"]
    for (words, file) in [
      (render, "song.wav"), (render + ["--stems", "-o", "stems"], "stems/mix.wav"),
      (["tune", "my.sf2", "--plot", "p.svg"], "p.svg"), (["trials", "export", "t.csv"], "t.csv"),
    ] {
      try peach.put(file, [1])
      let terminal = try Terminal()
      terminal.type("n\n")
      let process = try peach.start(words, at: terminal)
      process.waitUntilExit()
      #expect(process.terminationStatus == 1 && peach.bytes(file) == [1])
      let shown = terminal.shown()
      #expect(shown.contains("\(file) exists. Replace it? [y/N]"), "\(shown)")
    }
  }

  @Test("A song whose channels are muted says so, in the JSON of render, too")
  func mutedSong() throws {
    let warning = "silent. Channels with notes: 1."
    let render = ["render", "song.mid", "--bank", "my.sf2", "--solo", "12"]
    let written = try peach.end(peach.start(render + ["-o", "a.wav"]))
    #expect(written.status == 0 && written.errors.contains(warning), "\(written.errors)")
    let json = try peach.end(peach.start(render + ["-o", "a.wav", "--json"]))
    #expect(json.output.contains(warning), "\(json.output)")
    #expect(json.output.contains("\"peakDecibels\" : -180,"), "\(json.output)")
    let words = ["play", "song.mid", "--bank", "my.sf2", "--solo", "12", "--null-audio"]
    let played = try peach.end(peach.start(words))
    #expect((played.output + played.errors).contains(warning), "\(played)")
  }

  @Test("German names find the English instruments")
  func german() throws {
    try peach.put("my.sf2", Fixtures.bank.chunks.file, in: "data/peach/banks")
    for name in ["Violoncello", "violoncello"] {
      let found = try peach.run("sounds", name, "--bank", "my.sf2")
      #expect(found.output.contains("Pure Cello"), "\(found.errors)")
      let played = try peach.run(
        "play", "A4", "--bank", "my.sf2", "--sound", name, "--duration", "0.1", "-o", "a.wav")
      #expect(played.errors.contains("Pure Cello"), "\(played.errors)")
    }
    #expect(try peach.run("sounds", "Geige", "--bank", "my.sf2").status == 1)
  }

  @Test("A protocol is checked before the terminal")
  func study() throws {
    try peach.put("study.csv", Array("nonsense\n1\n".utf8))
    let result = try peach.run("train", "--protocol", "study.csv", "--participant", "P01")
    #expect(result.errors.contains("study.csv") && !result.errors.contains("terminal"))
  }

  @Test("inspect lists presets by bank and program")
  func inspect() throws {
    var bank = Fixtures.bank
    bank.presets.swapAt(0, 1)
    try peach.put("swapped.sf2", bank.chunks.file)
    let output = try peach.run("inspect", "swapped.sf2").output
    let cello = try #require(output.range(of: "0:42"))
    let kit = try #require(output.range(of: "128:0"))
    #expect(cello.lowerBound < kit.lowerBound)
  }

  @Test("sounds --intonation gives the number of a straight preset that was never played")
  func intonation() throws {
    try peach.put("straight.sf2", StraightToneCommandTests.bank)
    let output = try peach.run("sounds", "--bank", "straight.sf2", "--intonation").output
    #expect(output.contains("[straight, within "), "\(output)")
  }

  @Test("render --loudness prints what it reached, also as JSON")
  func loudness() throws {
    try peach.put(
      "long.mid",
      Fixtures.song(end: 3000, [(0, [0xC0, 42]), (0, [0x90, 69, 100]), (2900, [0x80, 69, 0])]))
    let words = ["render", "long.mid", "--bank", "my.sf2", "-o", "a.wav", "--loudness", "-20"]
    let text = try peach.end(peach.start(words))
    if text.errors.contains("Loudness") { return }  // Built without the trait.
    #expect(text.errors.contains(", loudness -20.0 LUFS, true peak -"), "\(text.errors)")
    let json = try JSON(peach.end(peach.start(words + ["--json"])).output)
    #expect(abs((json["loudness"].number ?? 0) + 20) < 0.05)
    #expect((json["truePeak"].number ?? 9) <= -1)
  }
}
