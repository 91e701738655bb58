import Testing

@Suite("Help, and mistakes in a command line")
struct HelpTests {
  static let commands = [
    "play", "sounds", "inspect", "render", "tune", "prune", "build", "convert", "check", "import",
    "forget", "fetch", "devices", "simulate", "about",
  ]

  @Test("the program lists its commands", arguments: ["--help", "-h", "help"])
  func overview(word: String) throws {
    let result = try Peach().run(word)
    #expect(result.status == 0 && result.errors.isEmpty)
    for command in Self.commands { #expect(result.output.contains("  \(command) ")) }
  }

  @Test("without a command it does the same, as a mistake")
  func nothing() throws {
    let result = try Peach().run()
    #expect(result.status == 2)
    #expect((result.output + result.errors).contains("Usage: peach"))
  }

  @Test("every command has help, whatever else is said", arguments: commands)
  func help(command: String) throws {
    for words in [[command, "--help"], [command, "-h"], [command, "--json", "--help"]] {
      if ["play", "forget"].contains(command) && words.count == 3 { continue }
      let peach = try Peach()
      let result = try peach.end(peach.start(words))
      #expect(result.status == 0 && result.errors.isEmpty)
      #expect(result.output.contains("Usage: peach \(command)"))
      #expect(result.output.contains("--help") && result.output.contains("Examples:"))
    }
  }

  @Test(
    "a mistake ends with status 2, nothing on standard output, and where to read on",
    arguments: [
      (["frobnicate"], "no command \"frobnicate\""),
      (["play"], "HERTZ is missing"),
      (["play", "abc"], "\"abc\""),
      (["play", "0"], "0.001 to 100000"),
      (["play", "nan"], "0.001 to 100000"),
      (["play", "440", "441"], "\"441\" is one word too many"),
      (["play", "440", "--louder"], "no option --louder"),
      (["play", "440", "-x"], "no option -x"),
      (["play", "440", "--for"], "--for needs a value: SECONDS"),
      (["play", "440", "--for="], "--for needs a value: SECONDS"),
      (["play", "440", "-o"], "--out needs a value: FILE.wav"),
      (["play", "440", "--for", "0"], "--for"),
      (["play", "440", "--for", "1", "--for", "2"], "--for is given twice"),
      (["play", "440", "-o", "a.wav", "--out", "b.wav"], "--out is given twice"),
      (["play", "440", "--amplitude", "1.1"], "from 0 to 1"),
      (["play", "440", "--sound", "sf2:0:128"], "sf2:0:128"),
      (["play", "440", "--sound", "sine", "--out", "a.wav", "--rate", "7999"], "8000 to 384000"),
      (["play", "440", "--sound", "sine", "--out", "a.wav", "--format", "8"], "16, 24 or float"),
      (["sounds", "--json=yes"], "--json takes no value"),
      (["inspect"], "FILE is missing"),
      (["render"], "SONG.mid is missing"),
      (["render", "a.mid", "--voices", "0"], "1 to 4096"),
      (["prune"], "BANK is missing"),
      (["prune", "a.sf2"], "--out is missing"),
      (["prune", "a.sf2", "-o", "b.sf2", "--keep", "0:128"], "0:128"),
      (["prune", "a.sf2", "-o", "b.sf2", "--rename", "0:1"], "0:1"),
      (["prune", "a.sf2", "-o", "b.sf2", "--rename", "0:1=Überorgel"], "ASCII"),
      (["prune", "a.sf2", "-o", "b.sf2", "--keys", "60"], "36-96"),
      (["prune", "a.sf2", "-o", "b.sf2", "--layer", "0"], "1 to 127"),
      (["build"], "RECIPE is missing"),
      (["build", "a.txt"], "--out is missing"),
      (["convert", "a.exs"], "OUT is missing"),
      (["convert", "a.exs", "b.wav"], ".sf2, .sf3 or .sfz"),
      (["convert", "a.exs", "b.sf2", "--preset", "0:1"], "--preset is for SFZ"),
      (["devices", "all"], "\"all\" is one word too many"),
      (["import"], "FILE… is missing"),
      (["forget"], "NAME is missing"),
      (["check", "a.sf2", "--depth", "deep"], "structure, sound or tuning"),
    ])
  func mistakes(words: [String], sentence: String) throws {
    let peach = try Peach()
    let result = try peach.end(peach.start(words))
    #expect(result.status == 2)
    #expect(result.output.isEmpty)
    #expect(result.errors.hasPrefix("peach: ") && result.errors.contains(sentence))
    #expect(result.errors.contains("--help`"), "\(result.errors)")
    #expect(result.errors.hasSuffix(".\n"))
    #expect(try peach.names() == [])
  }

  @Test("`devices` lists what there is, or says what to do without; `--json` is a list of objects")
  func devices() throws {
    let plain = try Peach().run("devices")
    let json = try Peach().run("devices", "--json")
    #expect(plain.status == 0 && json.status == 0)
    let list = try #require(JSON(json.output).list)
    #expect(list.isEmpty == plain.output.isEmpty)
    if list.isEmpty {
      #expect(plain.errors.contains("--silent") && plain.errors.contains("--out"))
    }
    for device in list {
      let name = try #require(device["name"].text)
      #expect(plain.output.contains(name))
    }
  }
}
