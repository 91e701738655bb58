import Foundation
import SoundMeasurement
import TestEnvironment
import Testing

@testable import PeachServices

@Suite("The channels of an engine")
struct ChannelLeaseTests {
  private static func player(
    _ number: Int, on engine: PlaybackEngine
  ) throws -> ChannelPlayer {
    switch number % 3 {
    case 0: try SineWaveNotePlayer(on: engine)
    case 1:
      try SoundFontNotePlayer(
        playing: BankPreset(bank: Banks.tone, index: 0), on: engine,
        options: NoteOptions(intonation: nil))
    default:
      try SoundFontNotePlayer(
        playing: BankPreset(bank: Banks.tone, index: 0), on: engine,
        options: NoteOptions(pitchMode: .midiBend, intonation: nil, tone: .recorded))
    }
  }

  @Test("A thousand players (by default, a hundred), one after another, play in tune on one engine")
  func thousandPlayers() async throws {
    let harness = try PlayerHarness(.sine)
    let engine = harness.engine
    for number in 0..<TestScale.count(short: 100, full: 1000) {
      let hertz = 300 + Double(number) / 10
      let sound = try await harness.sounding {
        let player = try Self.player(number, on: engine)
        try await player.play(frequency: .hertz(hertz), duration: .seconds(0.1), amplitude: 0.8)
      }
      let first = try #require(sound.left.firstIndex { abs($0) > 0.001 }, "player \(number)")
      if number % 50 != 49 { continue }
      let cents = PitchMeter.cents(
        of: sound.left[(first + 600)..<(first + 4200)], above: hertz, sampleRate: 48_000)
      #expect(abs(cents) < 0.1, "player \(number)")
    }
    harness.device.advance(frames: 4800)
    #expect(engine.keptPresetCount == 1)
  }

  @Test("More players than channels at the same time throw an error, until one is released")
  func allLeased() async throws {
    let device = OfflineAudioDevice()
    let engine = try PlaybackEngine(device: device)
    var players = try (0..<PlaybackEngine.channelCount).map { try Self.player($0, on: engine) }
    #expect(throws: NotePlayerError.noFreeChannel) { try SineWaveNotePlayer(on: engine) }
    players.removeLast()
    let next = try SineWaveNotePlayer(on: engine)
    _ = try await next.start(frequency: .hertz(440), amplitude: 1)
    device.advance(frames: 4800)
    #expect(engine.live.soundingVoiceCount == 1)
    #expect(players.count == PlaybackEngine.channelCount - 1)
  }

  @Test("The notes of a released player fade out, and its preset is freed only then")
  func fadesOut() async throws {
    let device = OfflineAudioDevice(capturesSound: true)
    let engine = try PlaybackEngine(device: device)
    var player: SineWaveNotePlayer? = try SineWaveNotePlayer(on: engine)
    _ = try await player?.start(frequency: .hertz(440), amplitude: 1)
    device.advance(frames: 4800)
    let level = Level.peak(device.takeCapture().left[2400...])
    player = nil
    #expect(engine.keptPresetCount == 1)
    device.advance(frames: 4800)
    let sound = device.takeCapture()
    #expect(Level.largestStep(sound.left[...]) < level / 10)
    #expect(sound.left[600...].allSatisfy { $0 == 0 })
    #expect(engine.keptPresetCount == 0)
  }

  @Test("A channel starts without the previous player's pitch bend, controllers and events")
  func cleanChannel() async throws {
    let harness = try PlayerHarness(.mock)
    let engine = harness.engine
    // All other channels stay leased, so that the last one is reused.
    let others = try (1..<PlaybackEngine.channelCount).map { _ in
      try SineWaveNotePlayer(on: engine)
    }
    for _ in 0..<5 {
      var bent: (any NotePlayer)? = try Self.player(2, on: engine)
      let note = Task { [bent] in
        try await bent?.play(
          frequency: .hertz(440 * exp2(40.0 / 1200)), duration: .seconds(60), amplitude: 0.8)
      }
      while engine.live.soundingVoiceCount == 0 {
        harness.device.advance(frames: 128)
        try await Task.sleep(for: .milliseconds(1))
      }
      note.cancel()
      _ = await note.result
      bent = nil
      let player = try Self.player(1, on: engine)
      _ = harness.device.takeCapture()
      let sound = try await harness.sounding {
        try await player.play(frequency: .hertz(440), duration: .seconds(1), amplitude: 0.8)
      }
      let steady = sound.left[2400..<46_000]
      #expect(abs(PitchMeter.cents(of: steady, above: 440, sampleRate: 48_000)) < 0.013)
    }
    #expect(others.count == PlaybackEngine.channelCount - 1)
  }

  @Test("Releasing players while the command queue is full loses no channel")
  func fullQueue() async throws {
    let device = OfflineAudioDevice()
    let engine = try PlaybackEngine(device: device)
    var players: [SineWaveNotePlayer] = []
    for _ in 0..<PlaybackEngine.channelCount { players.append(try SineWaveNotePlayer(on: engine)) }
    await #expect(throws: NotePlayerError.tooBusy) {
      for _ in 0..<10_000 {
        _ = try await players[0].start(frequency: .hertz(440), amplitude: 0.5)
      }
    }
    players = []
    #expect(throws: NotePlayerError.self) { try SineWaveNotePlayer(on: engine) }
    device.advance(frames: 128)
    for _ in 0..<PlaybackEngine.channelCount { players.append(try SineWaveNotePlayer(on: engine)) }
    device.advance(frames: 4800)
    #expect(engine.keptPresetCount == PlaybackEngine.channelCount)
  }
}
