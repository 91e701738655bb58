import Foundation
import SoundFontFixtures
import Testing

@Suite("Ctrl-C, SIGTERM and SIGHUP", .serialized)
struct InterruptionTests {
  #if DEBUG
    /// Sixty voices are slow without optimization.
    static let limit = Duration.seconds(3)
  #else
    static let limit = Duration.seconds(1)
  #endif
  let peach: Peach

  init() throws { peach = try Peach() }

  /// Runs the program, sends a signal once `isReady`, and returns the result and the time to exit.
  ///
  /// Sleeps on its thread, because tasks may wait for a long time during parallel tests.
  private func interrupt(
    _ words: [String], by signal: Int32 = SIGINT, when isReady: () throws -> Bool
  ) throws -> (result: Peach.Result, took: Duration) {
    let process = try peach.start(words)
    let begun = ContinuousClock.now
    while try !isReady(), process.isRunning, ContinuousClock.now - begun < .seconds(20) {
      Thread.sleep(forTimeInterval: 0.005)
    }
    Thread.sleep(forTimeInterval: 0.1)
    #expect(process.isRunning)
    let pressed = ContinuousClock.now
    #expect(kill(process.processIdentifier, signal) == 0)
    let result = try peach.end(process)
    #expect(process.terminationReason == .exit)
    return (result, ContinuousClock.now - pressed)
  }

  @Test(
    "A long render stops promptly with status 128 plus the signal and leaves no file",
    arguments: [SIGINT, SIGTERM, SIGHUP])
  func render(signal: Int32) throws {
    try peach.put("my.sf2", Fixtures.bank.chunks.file)
    let notes = (30..<90).map { (tick: 0, bytes: [0x90, UInt8($0), 20]) }
    try peach.put(
      "song.mid", Fixtures.song(end: 3_600_000, [(0, [0xC0, 42])] + notes))
    let (result, took) = try interrupt(
      ["render", "song.mid", "--bank", "my.sf2"], by: signal
    ) {
      try peach.names().contains("song.wav.partial")
    }
    #expect(result.status == 128 + signal && took < Self.limit, "\(took)")
    #expect(result.errors == "peach: error: Interrupted. No incomplete files remain.\n")
    #expect(try peach.names() == ["my.sf2", "song.mid"])
  }

  @Test("SIGHUP stays ignored under nohup")
  func nohup() throws {
    let process = try peach.start(
      ["-c", "trap '' HUP; exec \"$0\" \"$@\"", Peach.program ?? ""] + [
        "play", "440", "--sound", "sine", "--output", "a.wav", "--duration", "600",
      ], by: "/bin/bash")
    let begun = ContinuousClock.now
    while try !peach.names().contains("a.wav.partial"), process.isRunning,
      ContinuousClock.now - begun < .seconds(20)
    { Thread.sleep(forTimeInterval: 0.001) }
    kill(process.processIdentifier, SIGHUP)
    let result = try peach.end(process)
    #expect(result.status == 0, "\(result)")
    #expect(try peach.names() == ["a.wav"])
  }

  @Test("A long note to a file stops promptly and keeps the existing file")
  func note() throws {
    try peach.put("a.wav", [1, 2, 3])
    let (result, took) = try interrupt(
      ["play", "440", "--sound", "sine", "--output", "a.wav", "--duration", "3600"]
    ) { try peach.names().contains("a.wav.partial") }
    #expect(result.status == 130 && took < Self.limit, "\(took)")
    #expect(try peach.names() == ["a.wav"])
    #expect(peach.bytes("a.wav") == [1, 2, 3])
  }

  @Test("A long note on a device stops promptly")
  func device() throws {
    let (result, took) = try interrupt(
      ["play", "440", "--sound", "sine", "--null-audio", "--duration", "3600"]
    ) {
      let errors = FileManager.default.contents(atPath: peach.path("errors0")) ?? Data()
      return String(decoding: errors, as: UTF8.self).contains("Sine at 440 Hz")
    }
    #expect(result.status == 130 && took < Self.limit, "\(took)")
  }
}
