import CJACKProbe
import Foundation
import PeachAudioOutput
import SoundFontFixtures
import TestEnvironment
import Testing

@Suite("peach live", .serialized)
struct LiveTests {
  let peach: Peach

  init() throws {
    peach = try Peach()
    try peach.put("my.sf2", Fixtures.bank.chunks.file)
  }

  /// A running `peach live` with a pipe for commands.
  final class Live {
    let peach: Peach
    let process: Process
    private let lines = Pipe()

    init(_ peach: Peach, _ arguments: [String], environment: [String: String] = [:]) throws {
      self.peach = peach
      process = try peach.start(
        ["live", "--bank", "my.sf2"] + arguments, input: lines, environment: environment)
    }

    func write(_ line: String) throws {
      try lines.fileHandleForWriting.write(contentsOf: Data("\(line)\n".utf8))
    }

    var output: String {
      (try? String(contentsOfFile: peach.path("errors0"), encoding: .utf8)) ?? ""
    }

    /// Waits until the output contains `text` at least `count` times.
    func wait(for text: String, count: Int = 1) -> Bool {
      for _ in 0..<800 {
        if output.components(separatedBy: text).count > count { return true }
        Thread.sleep(forTimeInterval: 0.025)
      }
      return false
    }
  }

  @Test("Raw MIDI input plays, presets are selected by channel, and panic stops all sound")
  func raw() throws {
    let pipe = peach.path("work/midi")
    #expect(mkfifo(pipe, 0o600) == 0)
    let writer = open(pipe, O_RDWR)
    defer { close(writer) }
    let live = try Live(
      peach, ["--null-audio", "--no-connect", "--midi", "midi", "--program", "2=0:42"])
    #expect(live.wait(for: "Channel 2: Pure Cello."))
    let notes: [UInt8] = [0x91, 60, 100, 64, 100, 67, 100]
    #expect(Glibc.write(writer, notes, notes.count) == notes.count)
    var sounded = false
    for _ in 0..<200 where !sounded {
      try live.write("status")
      Thread.sleep(forTimeInterval: 0.05)
      sounded = live.output.contains("voices 3")
    }
    #expect(sounded, "\(live.output)")
    for line in [
      "presets kit", "program 17 0:42", "program 1 9:9", "nonsense", "bank none.sf2", "ports",
      "connect anything", "help", "bank -", "panic",
    ] { try live.write(line) }
    #expect(live.wait(for: "Stopped all sound."))
    #expect(live.output.contains("128:0  Kit"))
    #expect(live.output.contains("Invalid channel \"17\""))
    #expect(live.output.contains("no preset 9:9. Channel 1 is silent"))
    #expect(live.output.contains("Unknown command \"nonsense\""))
    #expect(live.output.contains("none.sf2: The file does not exist."))
    #expect(live.output.contains("A bank cannot be read from standard input"))
    #expect(live.output.contains("Unknown port \"anything\""))
    #expect(live.output.contains("program CH BANK:PROGRAM"))
    Thread.sleep(forTimeInterval: 0.5)
    try live.write("status")
    #expect(live.wait(for: "voices 0"))
    try live.write("quit")
    #expect(try peach.end(live.process).status == 0)
    #expect(live.output.hasSuffix("Ended.\n"))
  }

  @Test("With --straight, each preset is reported once: straight, or the reason why not")
  func straight() throws {
    try peach.put("my.sf2", StraightToneCommandTests.bank)
    let live = try Live(
      peach,
      [
        "--null-audio", "--no-connect", "--straight", "--vibrato", "50", "--program", "1=0:42",
        "--program", "2=0:48", "--program", "3=0:42",
      ])
    #expect(live.wait(for: "Soloist: straight tone."), "\(live.output)")
    #expect(live.wait(for: "Section: several players: as recorded."), "\(live.output)")
    for line in ["program 4 0:48", "program 5 0:42", "status", "quit"] { try live.write(line) }
    #expect(try peach.end(live.process).status == 0)
    for name in ["Soloist: ", "Section: "] {
      #expect(live.output.components(separatedBy: name).count == 2, "\(live.output)")
    }
    // The tones are those of the players' cache.
    let cache = peach.path("home/.cache/peach/straight")
    #expect(try FileManager.default.contentsOfDirectory(atPath: cache).count == 1)
  }

  @Test("Without --straight, presets play as recorded, and --vibrato is an error")
  func recorded() throws {
    try peach.put("my.sf2", StraightToneCommandTests.bank)
    let result = try peach.run("live", "--bank", "my.sf2", "--null-audio", "--vibrato", "50")
    #expect(result.status == 2 && result.errors.contains("--vibrato requires --straight."))
    let live = try Live(peach, ["--null-audio", "--no-connect", "--program", "1=0:42"])
    #expect(live.wait(for: "Channel 1: Soloist."))
    try live.write("quit")
    #expect(try peach.end(live.process).status == 0)
    #expect(!live.output.contains("straight") && !live.output.contains("as recorded"))
  }

  /// Connects a keyboard, plays, disconnects and reconnects it, and removes it.
  private func plug(_ live: Live) throws {
    let probe = try #require(peach_probe_open(24_000))
    #expect(live.wait(for: "Connected probe-out:midi."), "\(live.output)")
    peach_probe_add(probe, 1000, 0x90, 60, 100)
    peach_probe_run(probe)
    var sounded = false
    for _ in 0..<100 where !sounded {
      try live.write("status")
      Thread.sleep(forTimeInterval: 0.05)
      sounded = live.output.contains("voices 1  load ")
    }
    #expect(sounded && live.output.contains(" dB  right "), "\(live.output)")
    try live.write("disconnect probe-out")
    #expect(live.wait(for: "Disconnected probe-out:midi."), "\(live.output)")
    try live.write("connect probe-out")
    #expect(live.wait(for: "Connected probe-out:midi.", count: 2), "\(live.output)")
    peach_probe_close(probe)
    #expect(live.wait(for: "Lost probe-out:midi."), "\(live.output)")
  }

  @Test("A non-blocking input that another process empties first does not end the commands")
  func emptiedInput() throws {
    let input = Pipe()
    // Starting the program closes the pipe's own descriptor, whose number other tests then use.
    let descriptor = dup(input.fileHandleForReading.fileDescriptor)
    defer { close(descriptor) }
    #expect(fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK) == 0)
    let process = try peach.start(
      ["live", "--bank", "my.sf2", "--null-audio", "--no-connect"], input: input)
    func wait(for text: String) -> Bool {
      for _ in 0..<800 {
        let output = try? String(contentsOfFile: peach.path("errors0"), encoding: .utf8)
        if output?.contains(text) == true { return true }
        Thread.sleep(forTimeInterval: 0.025)
      }
      return false
    }
    #expect(wait(for: "Type help"))
    // Empty lines that this process reads, often between the other's poll and its read.
    var byte: UInt8 = 10
    let end = ContinuousClock.now + .seconds(3)
    while ContinuousClock.now < end {
      for _ in 0..<1000 {
        _ = Glibc.write(input.fileHandleForWriting.fileDescriptor, [10], 1)
        _ = Glibc.read(descriptor, &byte, 1)
      }
    }
    try input.fileHandleForWriting.write(contentsOf: Data("status\n".utf8))
    #expect(wait(for: "voices 0"))
    try input.fileHandleForWriting.write(contentsOf: Data("quit\n".utf8))
    // Ends a session that has stopped reading.
    try input.fileHandleForWriting.close()
    process.interrupt()
    _ = try peach.end(process)
  }

  @Test("Conflicting options and missing files are reported before the session starts")
  func mistakes() throws {
    let both = try peach.run("live", "--bank", "my.sf2", "--jack", "--null-audio")
    #expect(both.status == 2 && both.errors.contains("exclude each other"))
    let program = try peach.run("live", "--bank", "my.sf2", "--null-audio", "--program", "1:0:42")
    #expect(program.status == 2 && program.errors.contains("1=0:42"))
    let device = try peach.run("live", "--bank", "my.sf2", "--null-audio", "--midi", "nowhere")
    #expect(device.status == 1 && device.errors.contains("nowhere failed: "))
    let bank = try peach.run("live", "--bank", "none.sf2", "--null-audio")
    #expect(bank.status == 1 && bank.errors.contains("none.sf2"))
  }

  @Test(
    """
    a missing JACK server ends it immediately; ports that come are connected and play, and are \
    told when they go; a server that goes and comes back is waited for
    """,
    .enabled(if: JACKClient.isAvailable, "Built without the trait JACK."),
    .enabled(if: JACKServer.isInstalled, "jackd is not installed."))
  func server() throws {
    let server = JACKServer()
    let missing = try peach.end(
      peach.start(
        ["live", "--bank", "my.sf2", "--jack"],
        environment: ["JACK_DEFAULT_SERVER": "no such server"]))
    #expect(missing.status == 1 && missing.errors.contains("No JACK server is running."))
    try server.start()
    for _ in 0..<400 where (try? JACKClient(name: "waiting")) == nil {
      Thread.sleep(forTimeInterval: 0.025)
    }
    let live = try Live(
      peach, ["--jack", "--connect", "probe-out", "--program", "1=0:42"],
      environment: JACKServer.environment)
    #expect(live.wait(for: "Channel 1: Pure Cello."), "\(live.output)")
    try plug(live)
    server.stop()
    #expect(live.wait(for: "server is gone"), "\(live.output)")
    try server.start()
    #expect(live.wait(for: "Reconnected."), "\(live.output)")
    try live.write("quit")
    #expect(try peach.end(live.process).status == 0)
  }
}
