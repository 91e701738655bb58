import Foundation
import PeachInstrumentModel
import PeachMIDIEvents
import PeachSequencing
import PeachSynthesis
import Testing

/// Frames of clicks follow from Standard MIDI Files 1.0: at 8 frames per tick, 500 ticks per
/// quarter note.
@Suite("Clicks")
struct ClickTests {
  /// A bar of 3/4, one at half the tempo, one of 6/8, and two eighths of another.
  private static let meters: [(tick: Int, bytes: [UInt8])] = [
    (0, [0xFF, 0x58, 4, 3, 2, 24, 8]), (1500, [0xFF, 0x51, 3, 0x0F, 0x42, 0x40]),
    (3000, [0xFF, 0x58, 4, 6, 3, 36, 8]),
  ]
  private static let end = 5000
  private static let clicks: [(frame: Int, isAccented: Bool)] =
    [(0, true), (500, false), (1000, false), (1500, true), (2000, false), (2500, false)].map(scaled)
    + (0..<8).map { scaled(tick: 3000 + 250 * $0, isAccented: $0 % 6 == 0) }

  private static func scaled(tick: Int, isAccented: Bool) -> (frame: Int, isAccented: Bool) {
    (8 * tick + 8 * max(tick - 1500, 0), isAccented)
  }

  private static let configuration = SynthesizerConfiguration(
    sampleRate: 8_000, maximumVoices: 32, limiter: true)
  private static let note: [(tick: Int, bytes: [UInt8])] = [
    (0, [0xC0, 1]), (700, [0x90, 60, 20]), (900, [0x80, 60, 0]),
  ]

  private func rendered(
    _ events: [(tick: Int, bytes: [UInt8])], _ excerpt: SongExcerpt, frames: Int = 70_000
  ) throws -> [Float] {
    let loader = InstrumentLoader(bank: SongRendererTests.bank)
    var song = try SongRenderer(
      Song.file(end: Self.end, events), bank: SongRendererTests.bank,
      configuration: Self.configuration, excerpt: excerpt
    ) { (preset, usedKeys) throws(SampleCodecError) in
      try loader.prepare(presetAt: preset, usedKeys: usedKeys)
    }
    var audio: [Float] = []
    while audio.count < frames {
      var (left, right) = ([Float](repeating: 0, count: 500), [Float](repeating: 0, count: 500))
      guard song.render(left: &left, right: &right, count: 500) else { break }
      #expect(left == right)
      audio += left
    }
    return audio
  }

  private func excerpt(_ decibels: Double? = -12, rate: Double = 1) -> SongExcerpt {
    var excerpt = SongExcerpt()
    (excerpt.clickDecibels, excerpt.rate) = (decibels, rate)
    return excerpt
  }

  /// Returns the frames and values at which the audio rises from silence.
  private func onsets(_ audio: [Float]) -> [(frame: Int, value: Float)] {
    // A click is zero at some of its frames.
    var (onsets, silent): ([(frame: Int, value: Float)], Int) = ([], 100)
    for (frame, value) in audio.enumerated() {
      if value != 0, silent >= 100 { onsets.append((frame, value)) }
      silent = value == 0 ? silent + 1 : 0
    }
    return onsets
  }

  @Test("A click starts at each beat by tempo and meter, twice as high at the first of a bar")
  func frames() throws {
    let found = onsets(try rendered(Self.meters, excerpt()))
    #expect(found.map { $0.frame } == Self.clicks.map { $0.frame })
    // −12 dBFS, and half of it.
    let peak = pow(10, -12 / 20.0)
    for (click, onset) in zip(Self.clicks, found) {
      #expect(abs(Double(onset.value) / peak - (click.isAccented ? 1 : 0.5)) < 1e-6)
    }
    #expect(onsets(try rendered(Self.meters, excerpt(nil))).isEmpty)
    let louder = onsets(try rendered(Self.meters, excerpt(-6))).map { Double($0.value) }
    #expect(abs((louder.first ?? 0) - pow(10, -6 / 20.0)) < 1e-6)
  }

  @Test("Half the tempo doubles the distances of clicks, and a part starts with its own")
  func excerpts() throws {
    let slow = onsets(try rendered(Self.meters, excerpt(rate: 0.5), frames: 140_000))
    #expect(slow.map { $0.frame } == Self.clicks.map { 2 * $0.frame })
    var part = excerpt()
    // Bar 2: 1.5 to 4.5 s.
    (part.startSeconds, part.endSeconds) = (1.5, 4.5)
    let found = onsets(try rendered(Self.meters, part))
    #expect(found.map { $0.frame } == [0, 8000, 16_000])
  }

  @Test("Between clicks, the song is bit-identical to one without")
  func song() throws {
    let events = (Self.meters + Self.note).sorted { $0.tick < $1.tick }
    let plain = try rendered(events, excerpt(nil))
    let audio = try rendered(events, excerpt())
    // A click has 50 ms, 400 frames.
    let isClick = (0..<plain.count).map { frame in
      Self.clicks.contains { (0..<400).contains(frame - $0.frame) }
    }
    #expect(plain.contains { $0 != 0 } && audio.count >= plain.count)
    #expect((0..<plain.count).allSatisfy { isClick[$0] || audio[$0] == plain[$0] })
    #expect((0..<plain.count).contains { audio[$0] != plain[$0] })
  }

  @Test(
    "A player's clicks are those of a rendering; they can be switched, and follow seeks and loops")
  func player() throws {
    let loader = InstrumentLoader(bank: SongRendererTests.bank)
    let player = try SongPlayer(
      Song.file(end: Self.end, Self.meters), banks: BankStack(SongRendererTests.bank),
      configuration: Self.configuration, hasClicks: true
    ) { (entry, usedKeys) throws(SampleCodecError) in
      try loader.prepare(presetAt: entry.preset, usedKeys: usedKeys)
    }
    func played(_ frames: Int) -> [Float] {
      var audio: [Float] = []
      while audio.count < frames {
        let count = min(frames - audio.count, 96)
        var (left, right) = (
          [Float](repeating: 0, count: count), [Float](repeating: 0, count: count)
        )
        SongPlayer.render(player.audioContext, left: &left, right: &right, count: count)
        audio += left
      }
      return audio
    }
    try player.setClick(gain: excerpt().settings.clickGain)
    try player.playWithoutLatency()
    #expect(try played(58_000) == Array(rendered(Self.meters, excerpt()).prefix(58_000)))
    // Bar 1 has 12,000 frames, and the second repetition is silent.
    try player.seek(to: 0)
    try player.setLoop(0..<12_000)
    // The limiter's latency.
    let latency = 12
    let loops = onsets(played(24_000)).map { $0.frame }
    #expect(loops.count == 6)
    for (index, frame) in loops.enumerated() where loops.count == 6 {
      #expect(abs(frame - 4000 * index - latency) <= 1)
    }
    try player.setClick(gain: 0)
    _ = played(1000)
    #expect(played(12_000).allSatisfy { $0 == 0 })
  }
}
