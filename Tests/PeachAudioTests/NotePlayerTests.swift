import PeachServices
import SoundMeasurement
import Testing

/// The tests that every player must pass, including the mock. The output of audible players is
/// measured; the mock's calls are compared.
@Suite("Every note player")
struct NotePlayerTests {
  @Test("Plays a note and returns when it is over", arguments: PlayerHarness.Kind.allCases)
  func playsToTheEnd(kind: PlayerHarness.Kind) async throws {
    let harness = try PlayerHarness(kind)
    let started = harness.engine.clock
    let sound = try await harness.note(440, seconds: 0.5)
    #expect(harness.engine.clock - started >= 24_000)
    if let mock = harness.mock {
      #expect(mock.calls == [.play(hertz: 440, seconds: 0.5, amplitude: 0.8)])
    } else {
      #expect(Level.peak(sound.left[...]) > 0.01)
    }
  }

  @Test("Plays consecutive notes at their pitches", arguments: PlayerHarness.Kind.allCases)
  func playsAgain(kind: PlayerHarness.Kind) async throws {
    let harness = try PlayerHarness(kind)
    for hertz in [220, 330.3, 441] { _ = try await harness.note(hertz, seconds: 0.1) }
    let last = try await harness.note(440, seconds: 1)
    if let mock = harness.mock {
      #expect(mock.calls.count == 4)
      #expect(mock.calls.last == .play(hertz: 440, seconds: 1, amplitude: 0.8))
    } else {
      let first = last.left.firstIndex { abs($0) > 0.001 } ?? 0
      let cents = PitchMeter.cents(
        of: last.left[(first + 2400)..<(first + 43_000)], above: 440, sampleRate: 48_000)
      #expect(abs(cents) < 0.013)
    }
  }

  @Test("Refuses invalid frequencies and durations", arguments: PlayerHarness.Kind.allCases)
  func refusesNonsense(kind: PlayerHarness.Kind) async throws {
    let player = try PlayerHarness(kind).player
    for hertz in [0, -440, Double.nan, .infinity] {
      await #expect(throws: NotePlayerError.self) {
        try await player.play(
          frequency: .hertz(hertz), duration: .seconds(1), amplitude: 0.5)
      }
      await #expect(throws: NotePlayerError.self) {
        try await player.start(frequency: .hertz(hertz), amplitude: 0.5)
      }
    }
    for seconds in [0.0, -1, 90_000] {
      await #expect(throws: NotePlayerError.durationOutOfRange(seconds: seconds)) {
        try await player.play(
          frequency: .hertz(440), duration: .seconds(seconds), amplitude: 0.5)
      }
    }
  }

  @Test(
    "A note of amplitude 0 is silent for its duration", arguments: PlayerHarness.Kind.allCases)
  func silence(kind: PlayerHarness.Kind) async throws {
    let harness = try PlayerHarness(kind)
    let started = harness.engine.clock
    let sound = try await harness.note(440, seconds: 0.5, amplitude: 0)
    #expect(sound.left.count >= 24_000 && sound.left.allSatisfy { $0 == 0 })
    #expect(harness.engine.clock - started >= 24_000)
  }

  @Test("Ends a note whose task is canceled", arguments: PlayerHarness.Kind.allCases)
  func canceling(kind: PlayerHarness.Kind) async throws {
    let harness = try PlayerHarness(kind)
    let player = harness.player
    let sound = try await harness.sounding {
      let note = Task {
        try await player.play(frequency: .hertz(440), duration: .seconds(3600), amplitude: 0.8)
      }
      try await harness.pass(36000)
      note.cancel()
      await #expect(throws: CancellationError.self) { try await note.value }
      try await harness.pass(36000)
    }
    #expect(harness.engine.clock < 48_000 * 60)
    #expect(sound.left.suffix(4800).allSatisfy { $0 == 0 })
    #expect(kind == .mock || Level.peak(sound.left[...]) > 0.01)
  }

  @Test(
    "stop() ends a note, whose play() returns; the player can play again",
    arguments: PlayerHarness.Kind.allCases)
  func stopping(kind: PlayerHarness.Kind) async throws {
    let harness = try PlayerHarness(kind)
    let player = harness.player
    let sound = try await harness.sounding {
      let note = Task {
        try await player.play(frequency: .hertz(440), duration: .seconds(3600), amplitude: 0.8)
      }
      try await harness.pass(36000)
      try await player.stop()
      try await note.value
      try await harness.pass(24000)
    }
    #expect(harness.engine.clock < 48_000 * 60)
    #expect(sound.left.suffix(4800).allSatisfy { $0 == 0 })
    let again = try await harness.note(440, seconds: 0.2)
    if let mock = harness.mock {
      #expect(
        mock.calls == [
          .play(hertz: 440, seconds: 3600, amplitude: 0.8), .stop,
          .play(hertz: 440, seconds: 0.2, amplitude: 0.8),
        ])
    } else {
      #expect(Level.peak(again.left[...]) > 0.01)
    }
  }

  @Test("Starts, retunes and releases a note")
  func holding() async throws {
    for kind in PlayerHarness.Kind.allCases {
      let harness = try PlayerHarness(kind)
      let player = harness.player
      let sound = try await harness.sounding {
        let note = try await player.start(frequency: .hertz(440), amplitude: 0.8)
        try await harness.pass(72000)
        try await player.retune(note, to: .hertz(445))
        try await harness.pass(72000)
        try await player.release(note)
        try await player.release(note)
        try await harness.pass(48000)
      }
      if let mock = harness.mock {
        #expect(
          mock.calls == [
            .start(hertz: 440, amplitude: 0.8), .retune(id: 1, hertz: 445), .release(id: 1),
            .release(id: 1),
          ])
        continue
      }
      let first = try #require(sound.left.firstIndex { abs($0) > 0.001 })
      let last = try #require(sound.left.lastIndex { abs($0) > 0.001 })
      try #require(last - first > 100_000)
      let before = PitchMeter.frequency(
        of: sound.left[(first + 2400)..<(first + 24_000)], near: 440, sampleRate: 48_000)
      let after = PitchMeter.frequency(
        of: sound.left[(last - 26_000)..<(last - 4_000)], near: 445, sampleRate: 48_000)
      #expect(abs(before - 440) < 0.005, "\(kind)")
      #expect(abs(after - 445) < 0.005, "\(kind)")
      #expect(sound.left.suffix(2400).allSatisfy { $0 == 0 }, "\(kind)")
    }
  }

  @Test("Plays after ten thousand retunes of a held note")
  func manyCommands() async throws {
    let harness = try PlayerHarness(.sampled)
    let note = try await harness.player.start(frequency: .hertz(440), amplitude: 0.5)
    for step in 0..<10_000 {
      try await harness.player.retune(note, to: .hertz(440 + Double(step) / 100))
      if step % 100 == 0 { harness.device.advance(frames: 128) }
    }
    try await harness.player.release(note)
    harness.device.advance(frames: 480)
    _ = try await harness.note(440, seconds: 0.1)
  }

  @Test("A full command queue throws an error, and no command is lost")
  func tooBusy() async throws {
    let harness = try PlayerHarness(.sampled)
    await #expect(throws: NotePlayerError.tooBusy) {
      for _ in 0..<10_000 {
        _ = try await harness.player.start(frequency: .hertz(440), amplitude: 0.5)
      }
    }
    harness.device.advance(frames: 128)
    _ = try await harness.player.start(frequency: .hertz(440), amplitude: 0.5)
  }

  @Test("The mock records its calls, and throws the error that a test sets")
  func mock() async throws {
    let player = MockNotePlayer()
    try await player.play(frequency: .hertz(440), duration: .seconds(1), amplitude: 2)
    let note: HeldNote = try await player.start(frequency: .hertz(220), amplitude: 0.5)
    try await player.retune(note, to: .hertz(221))
    try await player.release(note)
    try await player.stop()
    #expect(
      player.calls == [
        .play(hertz: 440, seconds: 1, amplitude: 1), .start(hertz: 220, amplitude: 0.5),
        .retune(id: note.id, hertz: 221), .release(id: note.id), .stop,
      ])
    player.fail(with: NotePlayerError.notRunning)
    await #expect(throws: NotePlayerError.notRunning) { try await player.stop() }
    try await player.stop()
  }

  @Test("Throws an error if its device is stopped")
  func stoppedDevice() async throws {
    let harness = try PlayerHarness(.sampled)
    harness.device.stop(.drop)
    await #expect(throws: NotePlayerError.notRunning) {
      try await harness.player.play(
        frequency: .hertz(440), duration: .seconds(1), amplitude: 0.8)
    }
  }
}
