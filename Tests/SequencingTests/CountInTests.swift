import Foundation
import PeachInstrumentModel
import PeachMIDIEvents
import PeachSequencing
import PeachSynthesis
import Testing

/// Frames follow from Standard MIDI Files 1.0: at 8 frames per tick, 500 ticks per quarter note.
@Suite("Count-in")
struct CountInTests {
  private static let configuration = SynthesizerConfiguration(
    sampleRate: 8_000, maximumVoices: 32, effects: false, limiter: false)
  /// A bar of 4/4, then bars of 3/4, at 120 and, from the third bar on, 60 quarter notes a minute.
  private static let events: [(tick: Int, bytes: [UInt8])] = [
    (0, [0xC0, 1]), (0, [0x90, 60, 100]), (400, [0x80, 60, 0]),
    (2000, [0xFF, 0x58, 4, 3, 2, 24, 8]), (3500, [0xFF, 0x51, 3, 0x0F, 0x42, 0x40]),
    (3500, [0x90, 60, 100]), (4500, [0x80, 60, 0]),
  ]
  private static func file() throws -> MIDIFile { try Song.file(end: 5000, events) }

  private func player() throws -> SongPlayer {
    let loader = InstrumentLoader(bank: SongRendererTests.bank)
    return try SongPlayer(
      Self.file(), banks: BankStack(SongRendererTests.bank), configuration: Self.configuration
    ) { (entry, usedKeys) throws(SampleCodecError) in
      try loader.prepare(presetAt: entry.preset, usedKeys: usedKeys)
    }
  }

  private func played(_ player: SongPlayer, _ frames: Int, blocks: Int = 96) -> [Float] {
    var audio: [Float] = []
    while audio.count < frames {
      let count = min(frames - audio.count, blocks)
      var (left, right) = ([Float](repeating: 0, count: count), [Float](repeating: 0, count: count))
      SongPlayer.render(player.audioContext, left: &left, right: &right, count: count)
      audio += left
    }
    return audio
  }

  @Test("A bar is counted by its meter and tempo, from its start")
  func bars() throws {
    let outline = SongOutline(barsOf: try Self.file())
    func countIn(_ frame: Int64, rate: Double = 1) -> [Int64] {
      guard let (start, beats) = outline.countIn(atFrame: frame, sampleRate: 8_000, rate: rate)
      else { return [] }
      return [start, beats.beatCount, beats.beatFrames]
    }
    // 500 ticks have half a second.
    #expect(countIn(0) == [0, 4, 4_000])
    #expect(countIn(15_000) == [0, 4, 4_000])
    #expect(countIn(16_000) == [16_000, 3, 4_000])
    // 20 ms, 160 frames, earlier is the same bar.
    #expect(countIn(15_841) == [16_000, 3, 4_000] && countIn(15_800) == [0, 4, 4_000])
    #expect(countIn(28_000) == [28_000, 3, 8_000])
    #expect(countIn(28_000, rate: 0.5) == [28_000, 3, 16_000])
    #expect(SongOutline(barsOf: try Self.file()).bars == SongOutline(try Self.file()).bars)
  }

  @Test("The song begins on the frame after the last beat, whatever the sizes of blocks")
  func frames() throws {
    // A whole number of the blocks of 64 frames in which synthesizers modulate.
    let beat = 1_024
    let beats = CountIn(beatCount: 3, beatFrames: Int64(beat))
    let plain = try player()
    try plain.play()
    let song = played(plain, 4_000)
    let onset = song.firstIndex { $0 != 0 }
    #expect((onset ?? 200) < 200)
    for blocks in [1, 96, 1_000, 1_024, 7_000] {
      let player = try player()
      try player.play(after: beats, gain: 0.25)
      let audio = played(player, 3 * beat + 4_000, blocks: blocks)
      // A click begins at its peak and has 50 ms, 400 frames.
      #expect(audio[0] == 0.25 && audio[beat] == 0.125 && audio[2 * beat] == 0.125)
      let isSilent = (0..<(3 * beat)).allSatisfy { $0 % beat < 400 || audio[$0] == 0 }
      #expect(isSilent)
      #expect(audio[(3 * beat)...].firstIndex { $0 != 0 } == onset.map { 3 * beat + $0 })
      let isSame = Array(audio[(3 * beat)...]) == song
      #expect(isSame)
    }
  }

  @Test("The position approaches the start; a pause, a seek and a new start end the count")
  func position() throws {
    let beats = CountIn(beatCount: 3, beatFrames: 1_000)
    let player = try player()
    try player.seek(to: 16_000)
    try player.play(after: beats, gain: 0.25)
    _ = played(player, 500)
    #expect(player.position.songFrame == 13_500 && player.position.isPlaying)
    _ = played(player, 2_500)
    #expect(player.position.songFrame == 16_000)
    _ = played(player, 100)
    #expect(player.position.songFrame == 16_100)
    // At half the tempo it passes half as much of the song.
    try player.setRate(0.5)
    try player.seek(to: 0)
    try player.play(after: beats, gain: 0.25)
    _ = played(player, 1_000)
    #expect(player.position.songFrame == -1_000)
    try player.pause()
    #expect(played(player, 3_000)[600...].allSatisfy { $0 == 0 })
    #expect(player.position.songFrame == 0 && !player.position.isPlaying)
    for stop in [{ try player.seek(to: 28_000) }, { try player.play() }] {
      try player.play(after: beats, gain: 0.25)
      _ = played(player, 600)
      try stop()
      let start = player.position.songFrame
      _ = played(player, 96)
      #expect(player.position.songFrame > max(start, 0))
    }
  }

  @Test("Damaged meters count no more than 32 beats, each of a frame or more")
  func limits() throws {
    let player = try player()
    try player.play(after: CountIn(beatCount: .max, beatFrames: -5), gain: 0.25)
    _ = played(player, 32)
    #expect(player.position.songFrame == 0 && player.position.isPlaying)
    _ = played(player, 1)
    #expect(player.position.songFrame == 1)
  }
}
