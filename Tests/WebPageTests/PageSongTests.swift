import PeachWebPage
import Testing

@Suite("Songs on the page")
struct PageSongTests {
  private static func playing() throws -> PageBench {
    var bench = try PageBench()
    for report in [
      SongReport.loaded(name: "a.mid", seconds: 8, channels: 0b101), .bars([0, 2, 4, 6]),
      .notes(channel: 0, [SongNote(key: 60, startSeconds: 0, endSeconds: 2)]),
      .notes(channel: 2, [SongNote(key: 71, startSeconds: 2, endSeconds: 3)]),
      .text(seconds: 0, "Verse"), .text(seconds: 4.5, "Chorus"),
    ] { try bench.handle("engine", report.line) }
    return bench
  }

  @Test("The position shows bar, time and text, and the roll follows")
  func position() throws {
    var bench = try Self.playing()
    #expect(bench.parts["heading"] == "a.mid")
    // Keys 60 to 71 are 12 rows of 6 pixels; 60 pixels are a second.
    let roll = try #require(bench.parts["roll"])
    #expect(roll.contains("width=\"480\" height=\"72\""))
    #expect(
      roll.contains("d=\"M0.0 66h120.0v5h-120.0z\"")
        && roll.contains("d=\"M120.0 0h60.0v5h-60.0z\""))
    let report = SongReport.position(seconds: 5, isPlaying: true, voiceCount: 2)
    let commands = try bench.handle("engine", report.line)
    #expect(commands.contains(["scroll", "300.0"]))
    #expect(!commands.contains { $0[0] == "set" && $0[1] == "roll" })
    let position = try #require(bench.parts["position"])
    #expect(position.contains("Bar 3, 0:05 / 0:08") && position.contains("Chorus"))
    #expect(bench.parts["main"]?.contains("song pause") == true)
  }

  @Test("Controls send their messages")
  func controls() throws {
    var bench = try Self.playing()
    func message(_ action: String, _ value: String = "") throws -> SongMessage? {
      try bench.handle("do", action, value)
      guard case .song(let message)? = bench.messages.last else { return nil }
      return message
    }
    #expect(try message("song play") == .play && message("song pause") == .pause)
    #expect(try message("song seek", "3.5") == .seek(seconds: 3.5))
    #expect(try message("song tempo", "75") == .tempo(factor: 0.75))
    #expect(try message("song transpose", "-2") == .transpose(semitones: -2))
    #expect(try message("song mute 2") == .mute(channels: 0b100))
    // A channel that is heard alone mutes all others.
    #expect(try message("song solo 0") == .mute(channels: 0xFFFE))
    #expect(try message("song mute 2") == .mute(channels: 0xFFFE))
    #expect(try message("song solo 0") == .mute(channels: 0))
    #expect(try message("song loop", "2-3") == .loop(seconds: 2..<6))
    #expect(try message("song loop", "4") == .loop(seconds: 6..<8))
    for invalid in ["", "0-1", "3-2", "2-5", "x"] {
      #expect(try message("song loop", invalid) == .loop(seconds: nil), "\(invalid)")
    }
  }
}
