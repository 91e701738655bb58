import Foundation
import SoundFontFixtures
import TestEnvironment
import Testing

/// The shells are independent programs: they complete as at a prompt.
@Suite("Version, manual pages and completions")
struct ManualTests {
  private let peach: Peach

  init() throws { peach = try Peach() }

  /// Runs another program in the folder of the test, with `peach` in its path.
  private func run(_ program: String, _ arguments: [String]) throws -> Peach.Result {
    let folder = peach.path("bin")
    if !FileManager.default.fileExists(atPath: folder) {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try FileManager.default.createSymbolicLink(
        atPath: folder + "/peach", withDestinationPath: try #require(Peach.program))
    }
    return try peach.end(
      peach.start(arguments, by: program, environment: ["PATH": "\(folder):/usr/bin:/bin"]))
  }

  private static func isThere(_ program: String) -> Bool {
    FileManager.default.isExecutableFile(atPath: program)
  }

  @Test("The version is semantic, with the commit if known", arguments: ["--version", "-V"])
  func version(word: String) throws {
    let result = try peach.run(word)
    #expect(result.status == 0 && result.errors.isEmpty)
    let form = try Regex("peach [0-9]+\\.[0-9]+\\.[0-9]+( \\([0-9a-f]{7,40}\\))?\n")
    #expect(result.output.wholeMatch(of: form) != nil, "\(result.output)")
  }

  /// The names of the commands in the help.
  private func commands() throws -> [String] {
    try peach.run("--help").output.split(separator: "\n").filter { $0.hasPrefix("  ") }
      .map { String($0.dropFirst(2).prefix { $0 != " " }) }
  }

  @Test("There is a manual page for the program and each command, with all of its options")
  func pages() throws {
    try FileManager.default.createDirectory(
      atPath: peach.path("work/man"), withIntermediateDirectories: true)
    #expect(try peach.run("manual", "--output", "man").status == 0)
    let names = try commands()
    #expect(names.count > 20)
    let files = try FileManager.default.contentsOfDirectory(atPath: peach.path("work/man"))
    #expect(Set(files) == Set(names.map { "peach-\($0).1" } + ["peach.1"]))
    for name in names {
      let page = String(decoding: peach.bytes("man/peach-\(name).1") ?? [], as: UTF8.self)
        .replacing("\\-", with: "-")
      for option in try peach.run(name, "--help").output.matches(of: try Regex("  --[a-z0-9-]+")) {
        #expect(page.contains("\\fB\(option.output[0].substring?.dropFirst(2) ?? "")\\fR"))
      }
    }
  }

  @Test(
    "man formats every page without a warning", .enabled(if: ManualTests.isThere("/usr/bin/man")))
  func formatted() throws {
    try FileManager.default.createDirectory(
      atPath: peach.path("work/man"), withIntermediateDirectories: true)
    #expect(try peach.run("manual", "-o", "man").status == 0)
    for name in try FileManager.default.contentsOfDirectory(atPath: peach.path("work/man")) {
      let result = try run(
        "/usr/bin/man", ["--warnings=w", "-E", "UTF-8", "-Tutf8", "-l", "man/\(name)"])
      #expect(result.status == 0 && result.errors.isEmpty, "\(name): \(result.errors)")
      #expect(result.output.count > 500)
    }
  }

  @Test("An unknown shell or command is an error that names the nearest ones")
  func invalid() throws {
    let shell = try peach.run("completions", "csh")
    #expect(shell.status == 2 && shell.errors.contains("bash, zsh or fish"))
    let command = try peach.run("manual", "rendr")
    #expect(command.status == 2 && command.errors.contains("Did you mean render?"))
  }

  /// Writes a bank whose preset has a space in its name, and a song.
  private func putFiles() throws {
    try peach.put("two.sf2", Fixtures.bank.chunks.file, in: "data/peach/banks")
    try peach.put("song.mid", [])
  }

  private static let lines: KeyValuePairs = [
    ["ren"]: ["render"],
    ["render", "--in"]: ["--in-tune", "--interpolation", "--instrument"],
    ["play", "440", "--format", ""]: ["16", "24", "float"],
    ["play", "440", "--as"]: ["--as-recorded"],
    ["render", "so"]: ["song.mid"],
    ["render", "--bank", "so"]: ["song.mid"], ["play", "so"]: ["song.mid"],
    ["completions", "z"]: ["zsh"],
  ]

  @Test("bash completes commands, options, values, files and sounds")
  func bash() throws {
    try putFiles()
    let script = """
      source <(peach completions bash) || exit 1
      compopt() { :; }
      COMP_WORDS=(peach "$@"); COMP_CWORD=$#
      _peach
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    for (words, expected) in Self.lines {
      let result = try run("/bin/bash", ["-c", script, "bash"] + words)
      #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
      #expect(result.output.split(separator: "\n").map(String.init) == expected, "\(words)")
    }
    let names = try peach.run("sounds", "--names").output.split(separator: "\n")
    let name = try #require(names.first { $0 != "sine" })
    let result = try run(
      "/bin/bash", ["-c", script, "bash", "play", "440", "--sound", name.prefix(3).lowercased()])
    #expect(result.output.contains(name.replacing(" ", with: "\\ ")))
  }

  @Test("fish completes the same", .enabled(if: ManualTests.isThere("/usr/bin/fish")))
  func fish() throws {
    try putFiles()
    let script = "peach completions fish | source; complete -C \"peach $argv\""
    for (words, expected) in Self.lines {
      let result = try run("/usr/bin/fish", ["-c", script] + words)
      let found = result.output.split(separator: "\n").map {
        String($0.prefix { $0 != "\t" })
      }
      #expect(result.status == 0 && Set(found) == Set(expected), "\(words): \(found)")
    }
  }

  @Test("zsh completes the same", .enabled(if: ManualTests.isThere("/usr/bin/zsh")))
  func zsh() throws {
    try putFiles()
    // A shell in a pseudo-terminal, whose completions end with a marker.
    let script = """
      zmodload zsh/zpty
      zpty -b shell zsh -f -i
      zpty -w shell 'PS1=; autoload -Uz compinit; fpath=($PWD/functions $fpath); compinit -u -D'
      zpty -w shell 'zstyle ":completion:*" list-grouped false'
      zpty -w shell 'zstyle ":completion:*" verbose no; LISTMAX=0'
      zpty -w shell 'bindkey "^I" list-choices; print READ''Y'
      zpty -m -r shell output '*READY*'
      zpty -n -w shell "peach $1"$'\\t'
      # Half a minute at most, on a busy machine.
      for attempt in {1..120}; do
        sleep 0.25
        while zpty -t shell && zpty -r shell output; do text+=$output; done
        [[ $text == *--interpolation* ]] && break
      done
      print -r -- $text
      """
    try FileManager.default.createDirectory(
      atPath: peach.path("work/functions"), withIntermediateDirectories: true)
    try peach.put(
      "functions/_peach", [UInt8](try peach.run("completions", "zsh").output.utf8))
    let syntax = try run("/usr/bin/zsh", ["-n", "functions/_peach"])
    #expect(syntax.status == 0 && syntax.errors.isEmpty)
    let result = try run("/usr/bin/zsh", ["-f", "-c", script, "zsh", "render --in"])
    #expect(result.output.contains("--in-tune") && result.output.contains("--interpolation"))
  }
}
