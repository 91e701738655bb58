import Testing

@Suite("Help and invalid command lines")
struct HelpTests {
  static let commands = [
    "play", "sounds", "inspect", "render", "tune", "prune", "build", "convert", "check", "import",
    "remove", "fetch", "devices", "simulate", "about", "settings", "lv2-presets",
    "listen-test", "demo", "bundle", "tuning",
  ]

  @Test("The help lists all commands", arguments: ["--help", "-h", "help"])
  func overview(word: String) throws {
    let result = try Peach().run(word)
    #expect(result.status == 0 && result.errors.isEmpty)
    for command in Self.commands { #expect(result.output.contains("  \(command) ")) }
  }

  @Test("Without a command, the help is printed with status 2")
  func nothing() throws {
    let result = try Peach().run()
    #expect(result.status == 2)
    #expect((result.output + result.errors).contains("Usage: peach"))
  }

  @Test("Every command has help, even after invalid options", arguments: commands)
  func help(command: String) throws {
    for words in [[command, "--help"], [command, "-h"], [command, "--json", "--help"]] {
      if ["play", "remove", "demo"].contains(command) && words.count == 3 { continue }
      let peach = try Peach()
      let result = try peach.end(peach.start(words))
      #expect(result.status == 0 && result.errors.isEmpty)
      #expect(result.output.contains("Usage: peach \(command)"))
      #expect(result.output.contains("--help") && result.output.contains("\nExamples\n"))
    }
  }

  @Test(
    "An invalid command line exits with status 2, without output, and points to the help",
    arguments: [
      (["frobnicate"], "Unknown command \"frobnicate\". Run"),
      (["rendr"], "Unknown command \"rendr\". Did you mean render? Run"),
      (["paly"], "Did you mean play?"),
      (["play", "440", "--duraton", "1"], "Unknown option --duraton. Did you mean --duration?"),
      (["play", "440", "--ouput=a.wav"], "Unknown option --ouput. Did you mean --output?"),
      (["play"], "Missing argument PITCH"),
      (["play", "abc"], "\"abc\""),
      (["play", "0"], "0.001 to 100000"),
      (["play", "nan"], "0.001 to 100000"),
      (["play", "440", "441"], "Unexpected argument \"441\""),
      (["play", "J4"], "A4, C#5 or Bb3-20c"),
      (["play", "C14"], "0.001 to 100000"),
      (["play", "440", "--louder"], "Unknown option --louder.\n"),
      (["play", "440", "-x"], "Unknown option -x"),
      (["play", "440", "--duration"], "--duration requires a value: SECONDS"),
      (["play", "440", "--duration="], "--duration requires a value: SECONDS"),
      (["play", "440", "-o"], "--output requires a value: FILE."),
      (["play", "440", "--duration", "0"], "for --duration"),
      (["play", "440", "--duration", "1", "--duration", "2"], "--duration occurs more than once"),
      (["play", "440", "-o", "a.wav", "--output", "b.wav"], "--output occurs more than once"),
      (["play", "440", "--amplitude", "1.1"], "from 0 to 1"),
      (["play", "440", "--vibrato", "201"], "a number from 0 to 200"),
      (["play", "440", "--vibrato", "9", "--as-recorded"], "exclude each other"),
      (["play", "440", "--as-recoded"], "Did you mean --as-recorded?"),
      (["play", "440", "--steady-pitch"], "Unknown option --steady-pitch."),
      (["render", "a.mid", "--vibrato", "50"], "--vibrato requires --straight"),
      (["render", "a.mid", "--smooth"], "--smooth requires --straight"),
      (["play", "440", "--smooth", "--as-recorded"], "--smooth and --as-recorded exclude"),
      (["play", "440", "--sound", "sf2:0:128"], "sf2:0:128"),
      (
        ["play", "440", "--sound", "sine", "--output", "a.wav", "--rate", "7999"], "8000 to 384000"
      ),
      (
        ["play", "440", "--sound", "sine", "--output", "a.wav", "--format", "8"], "16, 24 or float"
      ),
      (["sounds", "--json=yes"], "--json takes no value"),
      (["inspect"], "Missing argument FILE"),
      (["render"], "Missing argument SONG.mid"),
      (
        ["render", "a.mid", "-o", "a.w64"],
        "must end in .wav, .flac, .ogg, .opus, .mp3, .aiff or .caf: a.w64"
      ),
      (["render", "a.mid", "-o", "a.wav", "--type", "mp3"], "--type mp3 does not agree"),
      (["render", "a.mid", "--type", "w64"], "for --type. Use wav, flac"),
      (["play", "440", "--sound", "sine", "-o", "a"], "or .caf: a."),
      (["play", "440", "--loop", "1-2"], "--loop applies to songs only"),
      (["play", "a.mid", "--sound", "cello"], "--sound applies to notes only"),
      (["play", "a.mid", "--mute", "17"], "channels from 1 to 16"),
      (["play", "a.mid", "--loop", "4-2"], "bars such as 5-8"),
      (["render", "-"], "requires --output"),
      (["render", "-", "b.mid", "-o", "out"], "- requires a single song"),
      (["render", "a.mid", "b.mid", "-o", "-"], "- requires a single song"),
      (["render", "a.mid", "-o", "-", "--json"], "exclude each other"),
      (["sounds", "--bank", "-"], "cannot be read from standard input"),
      (["play", "440", "--sound", "cello", "--bank", "-"], "cannot be read from standard input"),
      (["render", "a.mid", "-o", "a.wav", "--bank", "-"], "cannot be read from standard input"),
      (["live", "--null-audio", "--bank", "-"], "cannot be read from standard input"),
      (["train", "--plain", "--bank", "-"], "cannot be read from standard input"),
      (["inspect", "-"], "A bank cannot be read from standard input"),
      (["check", "-"], "A bank cannot be read from standard input"),
      (["convert", "-", "a.sf2"], "A bank cannot be read from standard input"),
      (["prune", "-", "-o", "a.sf2"], "A bank cannot be read from standard input"),
      (["tune", "-"], "A bank cannot be read from standard input"),
      (["tune", "--analyze", "-"], "A recording cannot be read from standard input"),
      (["lv2-presets", "-"], "A bank cannot be read from standard input"),
      (["import", "a.sf2", "-"], "A bank cannot be read from standard input"),
      (["render", "a.mid", "--voices", "0"], "1 to 4096"),
      (["prune"], "Missing argument BANK"),
      (["prune", "a.sf2"], "Missing option --output"),
      (["prune", "a.sf2", "-o", "b.sf2", "--keep", "0:128"], "0:128"),
      (["prune", "a.sf2", "-o", "b.sf2", "--rename", "0:1"], "0:1"),
      (["prune", "a.sf2", "-o", "b.sf2", "--rename", "0:1=Überorgel"], "ASCII"),
      (["prune", "a.sf2", "-o", "b.sf2", "--keys", "60"], "36-96"),
      (["prune", "a.sf2", "-o", "b.sf2", "--layer", "0"], "1 to 127"),
      (["build"], "Missing argument FOLDER or RECIPE"),
      (["build", "a.txt"], "Missing option --output"),
      (
        ["build", "--recipe", "none", "-o", "b.sf2"], "peach-orchestra, salamander, iowa, sonatina"
      ),
      (["build", "a.txt", "--recipe", "iowa", "-o", "b.sf2"], "Unexpected argument \"a.txt\""),
      (["check", "a.sf2", "--plot", "plots"], "--plot requires --evenness"),
      (["check", "a.sf2", "--evenness", "--depth", "sound"], "--depth does not apply"),
      (["convert", "a.exs"], "Missing argument OUTPUT"),
      (["convert", "a.exs", "b.wav"], ".sf2, .sf3 or .sfz"),
      (["convert", "a.exs", "b.sf2", "--preset", "0:1"], "--preset applies to SFZ"),
      (["devices", "all"], "Unexpected argument \"all\""),
      (["settings", "show"], "Use set or reset"),
      (["settings", "set"], "Missing argument NAME"),
      (["settings", "set", "device"], "Missing argument VALUE"),
      (["settings", "reset", "device", "a"], "Unexpected argument \"a\""),
      (
        ["settings", "set", "pitch", "440"],
        "soundSource, referencePitch, tuning, tuningRoot, keyboardMapping, adaptive, stretch, tone"
      ),
      (["settings", "set", "referencePitch", "high"], "Use 380 to 480"),
      (["import"], "Missing argument FILE…"),
      (["remove"], "Missing argument NAME"),
      (["check", "a.sf2", "--depth", "deep"], "structure, sound or tuning"),
      (["lv2-presets"], "Missing argument BANK"),
      (["listen-test", "--trials", "0"], "an integer from 1 to 200"),
      (["listen-test", "--kind", "abc"], "abx or preference"),
      (["listen-test", "--seconds", "9"], "from 0.2 to 5"),
      (["listen-test", "--pitch", "J4"], "A4, C#5 or Bb3-20c"),
      (["listen-test", "--seed", "-1"], "for --seed"),
      (["listen-test", "--plain", "--sound", "sine"], "no recordings"),
      (["listen-test", "--plain", "--bank", "-"], "cannot be read from standard input"),
      (["listen-test", "a.csv"], "Pass --results"),
      (["listen-test", "--results", "--trials", "3"], "--trials applies to a test only"),
      (["listen-test", "--results", "-"], "cannot be read from standard input"),
      (["listen-test", "--export", "a.txt"], ".csv, .json or .jsonl"),
    ] as [([String], String)])
  func invalid(words: [String], message: String) throws {
    let peach = try Peach()
    let result = try peach.end(peach.start(words))
    #expect(result.status == 2)
    #expect(result.output.isEmpty)
    #expect(result.errors.hasPrefix("peach: error: ") && result.errors.contains(message))
    #expect(result.errors.contains("--help`"), "\(result.errors)")
    #expect(result.errors.hasSuffix(".\n"))
    #expect(try peach.names() == [])
  }

  @Test("The help states the exit status of notes, and the threads of one song")
  func facts() throws {
    #expect(try Peach().run("check", "--help").output.contains("0 without warnings and errors"))
    #expect(try Peach().run("render", "--help").output.contains("one song uses at most 2"))
  }

  @Test("`devices` lists the devices, or suggests alternatives; `--json` is a list of objects")
  func devices() throws {
    let plain = try Peach().run("devices")
    let json = try Peach().run("devices", "--json")
    #expect(plain.status == 0 && json.status == 0)
    let list = try #require(JSON(json.output).list)
    #expect(list.isEmpty == plain.output.isEmpty)
    if list.isEmpty {
      #expect(plain.errors.contains("--null-audio") && plain.errors.contains("--output"))
    }
    for device in list {
      let name = try #require(device["name"].text)
      #expect(plain.output.contains(name))
    }
  }
}
