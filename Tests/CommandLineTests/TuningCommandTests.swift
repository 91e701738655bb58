import Foundation
import SoundFontFixtures
import SoundMeasurement
import TestEnvironment
import Testing

@Suite("Tunings at the command line")
struct TuningCommandTests {
  private let peach: Peach

  init() throws {
    peach = try Peach()
    try peach.put("my.sf2", Fixtures.bank.chunks.file)
    try peach.put(
      "key61.mid",
      Fixtures.song(
        end: 1500,
        [(0, [0xC0, 42]), (0, [0xB0, 91, 0]), (250, [0x90, 61, 127]), (1250, [0x80, 61, 0])]))
  }

  @Test("tuning --list names 37 temperaments with their fifths or ratios")
  func list() throws {
    let text = try peach.run("tuning", "--list")
    #expect(text.status == 0 && text.errors.isEmpty)
    let names = text.output.split(separator: "\n").filter { !$0.hasPrefix(" ") }
    #expect(names.count == 37)
    #expect(
      text.output.contains(
        """
        werckmeister3               Werckmeister III, 1691
            −1/4 P (−5.87 cents): C–G G–D D–A B–F♯
        """))
    let json = try JSONSerialization.jsonObject(
      with: Data(try peach.run("tuning", "--list", "--json").output.utf8))
    let entries = try #require(json as? [[String: Any]])
    #expect(entries.count == 37)
    let sums = entries.compactMap { ($0["fifthsCents"] as? [Double])?.reduce(0, +) }
    // The Pythagorean comma.
    #expect(sums.count == 32 && sums.allSatisfy { abs($0 + 23.460010) < 2e-5 })
  }

  @Test("--tuning NAME with --tuning-root sounds in the temperament's cents")
  func name() throws {
    // The cents of key 61 and of A above the root, by the example of Scala's format.
    for (root, expected) in [
      ("C", 76.0490 - 889.7353), ("Db", 0 - 772.6274), ("A", 386.3137 - 1200),
    ] {
      let result = try peach.run(
        "render", "key61.mid", "--bank", "my.sf2", "--format", "float", "-o", "\(root).wav",
        "--tuning", "quarter-comma-meantone", "--tuning-root", root)
      #expect(result.status == 0, "\(result.errors)")
      let file = try #require(WAVFile(peach.bytes("\(root).wav") ?? []))
      let cents = PitchMeter.cents(
        of: file.left[13_000..<59_000], above: 440 * exp2(expected / 1200), sampleRate: 48_000)
      #expect(abs(cents) < 0.01, "\(root)")
    }
  }

  @Test("Settings tune songs as the options do, and options have precedence")
  func settings() throws {
    func render(_ song: String = "key61.mid", _ options: String...) throws -> [UInt8]? {
      let result = try peach.end(
        peach.start(
          ["render", song, "--bank", "my.sf2", "-o", "song.wav", "--force"] + options))
      #expect(result.status == 0, "\(result.errors)")
      return peach.bytes("song.wav")
    }
    func set(_ name: String, _ value: String) throws {
      #expect(try peach.run("settings", "set", name, value).status == 0)
    }
    let plain = try render()
    let tuned = try render("key61.mid", "--tuning", "quarter-comma-meantone", "--tuning-root", "Db")
    #expect(plain != tuned)
    try set("tuning", "quarter-comma-meantone")
    try set("tuningRoot", "Db")
    #expect(try render() == tuned)
    // The root of the settings is that of their temperament.
    #expect(try render("key61.mid", "--tuning", "equal") == plain)
    #expect(
      try render("key61.mid", "--tuning-root", "C")
        == render("key61.mid", "--tuning", "quarter-comma-meantone", "--tuning-root", "C"))
    #expect(try peach.run("settings", "reset", "tuning").status == 0)
    #expect(try render() == plain)
    // A file is stored by its absolute path.
    try peach.put("d.scl", Array("D\n1\n2/1\n".utf8))
    try set("tuning", "d.scl")
    let stored = try JSON(peach.run("settings", "--json").output).list?.compactMap {
      $0["name"].text == "tuning" ? $0["value"].text : nil
    }
    #expect(stored?.first?.hasPrefix("/") == true && stored?.first?.hasSuffix("/d.scl") == true)
    #expect(try render() == render("key61.mid", "--tuning", "d.scl"))
    #expect(try peach.run("settings", "reset", "tuning").status == 0)
    try putChords()
    let chords = try render("chords.mid")
    let adaptive = try render("chords.mid", "--adaptive", "seven")
    #expect(adaptive != chords)
    try set("adaptive", "seven")
    #expect(try render("chords.mid") == adaptive)
    #expect(try render("chords.mid", "--adaptive", "off") == chords)
    try set("adaptive", "off")
    #expect(try render("chords.mid") == chords)
    for (name, value) in [("tuning", "valotti"), ("tuningRoot", "H"), ("adaptive", "six")] {
      let result = try peach.run("settings", "set", name, value)
      #expect(result.status != 0 && result.errors.contains(value), "\(result.errors)")
    }
  }

  @Test("A keyboard mapping of the settings has the frequency of A4; --output writes a tuning")
  func mappingsAndFiles() throws {
    func render(_ options: String...) throws -> [UInt8]? {
      let result = try peach.end(
        peach.start(
          ["render", "key61.mid", "--bank", "my.sf2", "-o", "song.wav", "--force"] + options))
      #expect(result.status == 0, "\(result.errors)")
      return peach.bytes("song.wav")
    }
    let degrees = [100.5, 204, 300, 386.3, 500, 600, 700, 800, 900.25, 1000, 1100, 1200]
    try peach.put("a.scl", Array("A\n12\n\(degrees.map { "\($0)\n" }.joined())".utf8))
    try peach.put("a.kbm", Array("0\n0\n127\n60\n69\n430.0\n0\n".utf8))
    let mapped = try render("--tuning", "a.scl", "--keyboard-mapping", "a.kbm")
    let plain = try render()
    #expect(mapped != plain)
    for (name, value) in [("tuning", "a.scl"), ("keyboardMapping", "a.kbm")] {
      #expect(try peach.run("settings", "set", name, value).status == 0)
    }
    #expect(try render() == mapped)
    #expect(try render("--tuning", "equal") == plain)
    let refused = try peach.run("render", "key61.mid", "--bank", "my.sf2", "--a4", "442")
    #expect(refused.status == 2 && refused.errors.contains("keyboardMapping"))
    #expect(try peach.run("settings", "set", "keyboardMapping", "a.scl").status == 1)
    // The file has the pitches of both settings.
    let written = try peach.run("tuning", "-o", "a.tun")
    #expect(written.status == 0, "\(written.errors)")
    #expect(try render("--tuning", "a.tun") == mapped)
    #expect(try peach.run("tuning", "--tuning", "barnes", "-o", "b.syx").status == 0)
    #expect(peach.bytes("b.syx")?.count == 408)
    for options in [["-o", "b.wav"], ["-o", "b.tun", "--list"]] {
      #expect(try peach.end(peach.start(["tuning", "--tuning", "barnes"] + options)).status == 2)
    }
  }

  @Test("render --glide and tuning --glide let held notes follow the chords, at most so fast")
  func glide() throws {
    // E5 is held from C to a, and then over E–B: the comma pump's first steps.
    let chords: [(Int, [UInt8])] = [
      (0, [0x90, 60, 100]), (0, [0x90, 64, 100]), (0, [0x90, 67, 100]), (1500, [0x80, 67, 0]),
      (1500, [0x90, 69, 100]), (3000, [0x80, 60, 0]), (3000, [0x80, 64, 0]),
      (3000, [0x90, 62, 100]), (3000, [0x90, 65, 100]), (4500, [0x80, 69, 0]),
      (4500, [0x80, 65, 0]), (4500, [0x90, 67, 100]), (4500, [0x90, 71, 100]),
      (6000, [0x80, 62, 0]), (6000, [0x80, 67, 0]), (6000, [0x80, 71, 0]),
    ]
    try peach.put("held.mid", Fixtures.song(end: 6000, [(0, [0xC0, 42])] + chords))
    let report = try JSON(
      peach.run("tuning", "held.mid", "--adaptive", "--glide", "5", "--json").output)
    let notes = try #require(report["notes"].list)
    let glides = notes.flatMap { $0["glides"].list ?? [] }
    #expect(!glides.isEmpty)
    for glide in glides {
      let numbers = ["start", "end", "startCents", "endCents"].compactMap { glide[$0].number }
      try #require(numbers.count == 4)
      #expect(abs(numbers[3] - numbers[2]) <= 5 * (numbers[1] - numbers[0]) + 1e-6)
    }
    func render(_ options: String...) throws -> [UInt8]? {
      let result = try peach.end(
        peach.start(
          ["render", "held.mid", "--bank", "my.sf2", "-o", "song.wav", "--force"] + options))
      #expect(result.status == 0, "\(result.errors)")
      return peach.bytes("song.wav")
    }
    let kept = try render("--adaptive")
    #expect(try render("--adaptive", "--glide", "0") == kept)
    #expect(try render("--adaptive", "--glide", "5") != kept)
    #expect(try peach.run("render", "held.mid", "--glide", "5").status == 2)
  }

  @Test("Unknown and contradictory tunings are refused, for songs and live")
  func refusals() throws {
    let cases: [([String], String)] = [
      (["--tuning", "valotti"], "Unknown temperament \"valotti\". Did you mean vallotti?"),
      (["--tuning", "a.scl", "--scale", "b.scl"], "--tuning and --scale exclude each other"),
      (["--tuning-root", "D"], "--tuning-root requires --tuning"),
      (["--tuning", "a.tun", "--tuning-root", "D"], "requires the name of a temperament"),
      (["--tuning", "barnes", "--tuning-root", "H"], "Invalid value \"H\" for --tuning-root"),
      (["--tuning", "barnes", "--keyboard-mapping", "a.kbm"], "requires a Scala file"),
      (["--keyboard-mapping", "a.kbm"], "--keyboard-mapping requires --tuning"),
    ]
    for (options, message) in cases {
      for command in [["render", "a.mid"], ["play", "a.mid"], ["live", "--null-audio"]] {
        let result = try peach.end(peach.start(command + options))
        #expect(result.status == 2 && result.errors.contains(message), "\(command) \(options)")
      }
    }
    for (option, value) in [("--stretch", "3:2"), ("--adaptive", "six")] {
      let result = try peach.run("render", "key61.mid", option, value)
      #expect(result.status == 2 && result.errors.contains("\"\(value)\" for \(option)"))
      #expect(try peach.run("render", option, "none.mid").errors.contains("Cannot open none.mid"))
    }
    let missing = try peach.run("render", "key61.mid", "--tuning", "none.tun")
    #expect(missing.status == 1 && missing.errors.contains("none.tun"))
    #expect(try peach.run("tuning").status == 2)
    #expect(try peach.run("tuning", "a.mid").errors.contains("A song requires --adaptive"))
    #expect(try peach.run("tuning", "--list", "--svg").errors.contains("--svg requires a song"))
  }

  /// C–E–G for two seconds, then a–C–E.
  private func putChords() throws {
    var events: [(Int, [UInt8])] = [(0, [0xC0, 42]), (0, [0xB0, 91, 0])]
    for (start, keys) in [(0, [60, 64, 67]), (2000, [60, 64, 69])] {
      for key in keys {
        events.append((start, [0x90, UInt8(key), 100]))
        events.append((start + 1900, [0x80, UInt8(key), 0]))
      }
    }
    try peach.put("chords.mid", Fixtures.song(end: 4000, events.sorted { $0.0 < $1.0 }))
  }

  @Test("tuning SONG --adaptive prints chords, cents and the center; as JSON and SVG, too")
  func report() throws {
    try putChords()
    let text = try peach.run("tuning", "chords.mid", "--adaptive")
    #expect(text.status == 0 && text.errors.isEmpty, "\(text.errors)")
    let lines = text.output.split(separator: "\n")
    #expect(lines[0].hasPrefix("bar 1.1    C4 ") && lines[0].hasSuffix("  pure"))
    #expect(lines[lines.count - 1].contains("2 of 2 chords pure within 0.1 cents"))
    let json = try JSON(peach.run("tuning", "chords.mid", "--adaptive", "--json").output)
    let notes = try #require(json["notes"].list)
    let cents = notes.compactMap { $0["cents"].number }
    #expect(notes.count == 6 && json["pureChords"].number == 2)
    // 5/4 and 3/2 above C.
    #expect(abs(cents[1] - cents[0] + 13.6863) < 0.01 && abs(cents[2] - cents[0] - 1.955) < 0.01)
    let svg = try peach.run("tuning", "chords.mid", "--adaptive", "seven", "--svg").output
    #expect(svg.hasPrefix("<svg ") && svg.hasSuffix("</svg>\n"))
  }

  @Test("render --adaptive plays the cents of the report, with --purity, --fixed and --untuned")
  func render() throws {
    try putChords()
    let cases: [([String], Double)] = [
      (["--adaptive"], -13.6863), (["--adaptive", "--purity", "50"], -6.8431),
      (["--adaptive=seven"], -13.6863), (["--adaptive", "--fixed", "1"], 0),
      (["--adaptive", "--untuned", "1"], 0), ([], 0),
    ]
    for (options, expected) in cases {
      let result = try peach.end(
        peach.start(
          [
            "render", "chords.mid", "--bank", "my.sf2", "--format", "float", "--no-effects",
            "--in-tune", "-o", "chords.wav", "--force", "--no-limiter",
          ] + options))
      #expect(result.status == 0, "\(result.errors)")
      let file = try #require(WAVFile(peach.bytes("chords.wav") ?? []))
      let audio = file.left[6_000..<90_000]
      func cents(_ key: Double) -> Double {
        PitchMeter.cents(
          of: audio, above: 440 * exp2((key - 69) / 12), sampleRate: 48_000)
      }
      // The mean of three notes stays.
      #expect(abs(cents(64) - cents(60) - expected) < 0.05, "\(options)")
    }
    let refused = try peach.run("render", "chords.mid", "--purity", "50")
    #expect(refused.status == 2 && refused.errors.contains("--purity requires --adaptive"))
  }

  @Test("--adaptive implies straight and smooth tones, unless --straight or --in-tune is passed")
  func tones() throws {
    try putChords()
    func audio(_ options: String...) throws -> [UInt8]? {
      let first = ["render", "chords.mid", "--bank", "my.sf2", "-o", "tone.wav", "--force"]
      let result = try peach.end(peach.start(first + options))
      #expect(result.status == 0, "\(result.errors)")
      return peach.bytes("tone.wav")
    }
    #expect(try audio("--adaptive") == audio("--adaptive", "--straight", "--smooth"))
    let json = try JSON(
      peach.run(
        "render", "chords.mid", "--bank", "my.sf2", "-o", "tone.wav", "--force", "--adaptive",
        "--json"
      ).output)
    #expect(json["tones"].list?.isEmpty == false)
    #expect(try peach.run("render", "chords.mid", "--smooth").status == 2)
  }
}
