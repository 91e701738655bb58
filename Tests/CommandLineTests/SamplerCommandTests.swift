import Foundation
import SoundFontFixtures
import SoundMeasurement
import TestEnvironment
import Testing

/// AUSampler presets, SoundBankPlayer lists and folders of audio files, through the program.
@Suite("Apple's formats on the command line")
struct SamplerCommandTests {
  let peach: Peach

  init() throws {
    peach = try Peach()
    for folder in ["notes", "other"] {
      try FileManager.default.createDirectory(
        atPath: peach.path("work/\(folder)"), withIntermediateDirectories: true)
    }
    // Ten periods of exactly 441 Hz, which loop: 3.9 cents above key 69.
    let frames = (0..<1000).map { frame in
      Int16((8000 * sin(2 * Double.pi * Double(frame) / 100)).rounded())
    }
    var wave = WaveFile(frames)
    wave.addSampler(key: 69, loop: 0...999)
    try peach.put("A4.wav", wave.bytes, in: "work/notes")
    try peach.put(
      "a.aupreset",
      Array(
        """
        <plist version="1.0"><dict><key>name</key><string>Tone</string>\
        <key>file-references</key><dict>
        <key>Sample:1</key><string>/Volumes/me/notes/A4.aif</string></dict>\
        <key>Instrument</key><dict>
        <key>Layers</key><array><dict><key>Zones</key><array><dict>\
        <key>waveform</key><integer>1</integer>
        <key>root key</key><integer>69</integer><key>loop enabled</key><true/></dict></array></dict>
        </array></dict></dict></plist>
        """.utf8))
    try peach.put(
      "a.plist",
      Array(
        """
        <plist><array><string>44100</string><string>A4.wav</string><string>127</string>
        <string>57</string></array></plist>
        """.utf8))
  }

  private func pitch(_ bank: String) throws -> Double {
    try pitch(["--bank", bank, "--sound", "sf2:0:0"])
  }

  private func pitch(_ options: [String]) throws -> Double {
    let words = ["play", "440", "--duration", "0.4"] + options
    let result = try peach.end(
      peach.start(words + ["--uncorrected", "--format", "float", "-o", "a.wav"]))
    #expect(result.status == 0, "\(result.errors)")
    let file = try #require(WAVFile(peach.bytes("a.wav") ?? []))
    return PitchMeter.cents(of: file.left[2000..<18_000], above: 440, sampleRate: 48_000)
  }

  @Test("A preset finds its sample in another folder and format")
  func preset() throws {
    let inspected = try peach.run("inspect", "a.aupreset", "--zones")
    #expect(inspected.status == 0 && inspected.output.hasPrefix("a.aupreset: AUSampler preset\n"))
    #expect(!inspected.output.contains("Warnings") && inspected.output.contains("A4.wav"))
    let checked = try peach.run("check", "a.aupreset", "--depth", "sound")
    #expect(checked.status == 0, "\(checked.output) \(checked.errors)")
    let sounds = try peach.run("sounds", "--bank", "a.aupreset")
    #expect(sounds.output.contains("0:0      Tone"), "\(sounds.output)")
  }

  @Test(
    "A preset finds its samples in the folder Sounds of Library, Documents and Downloads",
    arguments: ["Library", "Documents", "Downloads"])
  func standardFolders(name: String) throws {
    let preset = String(decoding: peach.bytes("a.aupreset") ?? [], as: UTF8.self)
    try peach.put(
      "b.aupreset",
      Array(preset.replacing("/me/notes/A4.aif", with: "/me/Sounds/Tone/A4.aif").utf8),
      in: "work/other")
    let folder = "home/\(name)/Sounds/Tone"
    try FileManager.default.createDirectory(
      atPath: peach.path(folder), withIntermediateDirectories: true)
    try FileManager.default.moveItem(
      atPath: peach.path("work/notes/A4.wav"), toPath: peach.path("\(folder)/A4.wav"))
    #expect(abs(try pitch("other/b.aupreset") - 1200 * log2(441.0 / 440)) < 0.5)
  }

  @Test("A missing sample's error says which file, and where it was looked for")
  func missing() throws {
    let preset = String(decoding: peach.bytes("a.aupreset") ?? [], as: UTF8.self)
    try peach.put(
      "b.aupreset",
      Array(preset.replacing("/me/notes/A4.aif", with: "/me/Sounds/Tone/A4.aif").utf8),
      in: "work/other")
    for output in [["-o", "a.wav"], ["--null-audio"]] {
      let words = ["play", "440", "--bank", "other/b.aupreset", "--sound", "sf2:0:0"]
      let result = try peach.end(peach.start(words + output))
      #expect(result.status == 1)
      #expect(result.errors.contains("missing: A4.aif"), "\(result.errors)")
      for folder in ["Library", "Documents", "Downloads"] {
        let path = peach.path("home/\(folder)/Sounds/Tone/A4.aif")
        #expect(result.errors.contains(String(path.suffix(30))), "\(result.errors)")
      }
      #expect(!result.errors.contains("amplitude"))
    }
  }

  @Test("A missing sample is reported with the searched folders; --sample-path adds one")
  func samples() throws {
    try peach.put("b.aupreset", peach.bytes("a.aupreset") ?? [], in: "work/other")
    let lost = try peach.run("inspect", "other/b.aupreset")
    #expect(lost.status == 0 && lost.output.contains("A4.aif"))
    #expect(lost.output.contains("Warnings"))
    let found = try peach.run("inspect", "other/b.aupreset", "--sample-path", "notes")
    #expect(found.status == 0 && !found.output.contains("Warnings"), "\(found.output)")
  }

  @Test("Presets, lists and folders play at the pitch of their samples")
  func pitches() throws {
    let asRecorded = 1200 * log2(441.0 / 440)
    #expect(abs(try pitch("a.aupreset") - asRecorded) < 0.5)
    #expect(abs(try pitch("notes") - asRecorded) < 0.5)
    #expect(abs(try pitch("notes/A4.wav") - asRecorded) < 0.5)
  }

  @Test("`inspect` shows the samples of a list")
  func list() throws {
    let inspected = try peach.run("inspect", "a.plist", "--list-samples")
    #expect(inspected.output.hasPrefix("a.plist: SoundBankPlayer list\n"))
    #expect(inspected.output.contains("0–1000") && inspected.output.contains("key 57"))
  }

  @Test(
    "Imported instruments appear in `sounds`, play by name without the originals, and are removed",
    arguments: [
      ("a.aupreset", "Tone"), ("e.exs", "e"), ("s.sfz", "s"), ("a.plist", "a"), ("notes", "notes"),
      ("A4.wav", "A4"),
    ])
  func imported(file: String, sound: String) throws {
    var exs = EXS24Builder()
    exs.addInstrument("e")
    exs.addZone("z", root: 69, frames: (0, 1000), loop: 0..<1000)
    exs.addSample("A4.wav", folder: "/Volumes/Gone")
    try peach.put("e.exs", exs.bytes)
    try peach.put("s.sfz", Array("<region> sample=notes/A4.wav pitch_keycenter=sample".utf8))
    try peach.put("A4.wav", peach.bytes("notes/A4.wav") ?? [])
    let imported = try peach.run("import", file, "--json")
    #expect(imported.status == 0, "\(imported.errors)")
    let line = try #require(JSON(imported.output).list?.first)
    #expect(line["result"].text == "imported")
    #expect(line["presets"].list?.map { $0["name"].text } == [sound])
    let again = try peach.run("import", file)
    #expect(again.status == 0 && again.errors.contains("already in the library"))
    for name in try peach.names() {
      try FileManager.default.removeItem(atPath: peach.path("work/\(name)"))
    }
    let sounds = try peach.run("sounds", sound, "--json")
    let entry = try #require(
      JSON(sounds.output).list?.first { $0["path"].text?.contains("data/peach/banks") == true })
    #expect(entry["tag"].text == "sf2:\(file):0:0" && entry["path"].text == line["path"].text)
    let cents = try pitch(["--sound", "sf2:\(file):0:0"])
    // A list plays its samples once, too short for a measurement.
    if file != "a.plist" { #expect(abs(cents - 1200 * log2(441.0 / 440)) < 0.5) }
    #expect(try peach.run("remove", file).status == 2)
    #expect(try peach.run("remove", file, "--yes").status == 0)
    #expect(try peach.bankNames() == [])
  }

  @Test("Another instrument of the same name is an error that states the remedy")
  func sameName() throws {
    try peach.put("s.sfz", Array("<region> sample=notes/A4.wav".utf8))
    #expect(try peach.run("import", "s.sfz").status == 0)
    try peach.put("s.sfz", Array("<region> sample=notes/A4.wav volume=-6".utf8))
    let refused = try peach.run("import", "s.sfz")
    #expect(refused.status == 1 && refused.errors.contains("Pass --replace to replace it."))
    #expect(try peach.run("import", "s.sfz", "--replace").status == 0)
    #expect(try peach.bankNames() == ["s.sfz"])
  }

  @Test("Ctrl-C during an import leaves nothing")
  func interrupted() throws {
    // Several seconds of work.
    let frames = [Int16](repeating: 0, count: 1 << 22)
    let bytes = WaveFile(frames).bytes
    for index in 0..<8 { try peach.put("n\(index).wav", bytes, in: "work/other") }
    let text = (0..<8).map { "<region> sample=n\($0).wav key=\($0)\n" }.joined()
    try peach.put("s.sfz", Array(text.utf8), in: "work/other")
    let process = try peach.start(["import", "other/s.sfz"])
    while process.isRunning, try peach.bankNames().isEmpty { usleep(500) }
    kill(process.processIdentifier, SIGINT)
    let result = try peach.end(process)
    #expect(result.status == 130, "\(result.errors)")
    #expect(try peach.bankNames() == [])
  }
}
