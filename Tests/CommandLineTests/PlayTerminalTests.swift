import Foundation
import SoundFontFixtures
import TestEnvironment
import Testing

@Suite(
  "peach play in a terminal", .serialized, .enabled(if: Tmux.isHere, "Requires tmux."))
struct PlayTerminalTests {
  private let peach: Peach
  private let program: String

  init() throws {
    peach = try Peach()
    program = try #require(Peach.program)
    try peach.put("my.sf2", Fixtures.bank.chunks.file)
    try peach.put("song.mid", song())
    try peach.put("other.mid", song())
  }

  /// Returns a song of 16 bars of two seconds, with a marker in bar 2 and lyrics in bar 3.
  private func song() -> [UInt8] {
    var events: [(tick: Int, bytes: [UInt8])] = [(0, [0xC0, 42]), (0, [0x90, 69, 100])]
    events.append((2000, [0xFF, 6, 7] + Array("Verse 1".utf8)))
    events.append((4000, [0xFF, 5, 3] + Array("La ".utf8)))
    events.append((4500, [0xFF, 5, 3] + Array("lo!".utf8)))
    return Fixtures.song(end: 32_000, events)
  }

  @Test("The line shows bar, beat, time, tempo, voices and texts, and the keys change them")
  func keys() throws {
    let terminal = try Tmux(
      peach, width: 100,
      "\(program) play song.mid other.mid --null-audio --bank my.sf2 --no-effects")
    var screen = try terminal.wait(for: "▶ bar 1.")
    #expect(screen.contains("Space pause · ← → bar · , . second · ↑ ↓ volume · - + tempo"))
    #expect(screen.contains("[ ] transpose · c click · p n song · q quit"))
    #expect(screen.contains("song.mid: 0:32"))
    #expect(screen.contains("/0:32 · 120 bpm · 1 voice"), "\(screen)")
    try terminal.type("Space")
    _ = try terminal.wait(for: "⏸ bar 1.")
    try terminal.type("Home")
    screen = try terminal.wait(for: "⏸ bar 1.1 · 0:00/0:32 · 120 bpm · 0 voices")
    // Bars of two seconds, and seconds.
    for (key, line) in [
      ("Right", "bar 2.1 · 0:02/0:32 · 120 bpm · 0 voices · Verse 1"),
      ("Right", "bar 3.1 · 0:04/0:32 · 120 bpm · 0 voices · La"),
      (".", "bar 3.3 · 0:05/0:32 · 120 bpm · 0 voices · La lo!"), (",", "bar 3.1 · 0:04/"),
      ("Left", "bar 2.1 · 0:02/"), ("+", "126 bpm (105 %)"),
      ("-", "bar 2.1 · 0:02/0:32 · 120 bpm · 0"),
      ("]", "120 bpm · +1 st"), ("[", "120 bpm · 0 voices"), ("[", "120 bpm · −1 st"),
      ("]", "120 bpm · 0 voices"), ("Up", "1.0 dB"), ("Down", "120 bpm · 0 voices"),
      ("c", "120 bpm · click · 0 voices"), ("c", "120 bpm · 0 voices"),
    ] {
      try terminal.type(key)
      _ = try terminal.wait(for: line, seconds: 10)
    }
    try terminal.type("n")
    screen = try terminal.wait(for: "other.mid: 0:32")
    _ = try terminal.wait(for: "⏸ bar 1.1")
    try terminal.type("p")
    _ = try terminal.wait(for: "⏸ bar 1.1")
    try terminal.type("Space")
    _ = try terminal.wait(for: "▶ bar 1.")
    try terminal.type("q")
    _ = try terminal.wait(for: "ended 0")
    // The terminal echoes again.
    screen = try terminal.wait(for: "icanon")
    #expect(screen.contains(" icanon") && screen.contains(" echo") && !screen.contains("-echo "))
  }

  @Test("Ctrl-C ends the program, and restores the terminal")
  func interrupt() throws {
    let terminal = try Tmux(
      peach, "\(program) play song.mid --null-audio --bank my.sf2 --loop 2-2")
    _ = try terminal.wait(for: "▶ bar 2.")
    try terminal.type("C-c")
    _ = try terminal.wait(for: "ended 0")
    let screen = try terminal.wait(for: "icanon")
    #expect(screen.contains(" icanon") && screen.contains(" echo") && !screen.contains("-echo "))
  }
}
