import Foundation
import SoundMeasurement
import TestEnvironment
import Testing

@testable import PeachServices

/// Pitch and time, measured in the output of players.
@Suite("What players play")
struct PlayerPitchTests {
  static let frequencies = [55, 440, 442.3, 1000, 3520]
  static let offsets = TestScale.cases(
    short: [0, 0.1, -99.9], full: [0, 0.1, -0.1, 1, -1, 33.3, -33.3, 99.9, -99.9])

  @Test("Is at the frequency asked for to 0.01 cent, by a sine and by a recording")
  func directPitch() async throws {
    for kind in [PlayerHarness.Kind.sine, .sampled] {
      let worst = try await worstError(kind)
      #expect(worst < 0.01, "\(kind): \(worst) cents")
    }
  }

  @Test("Is within 0.013 cent by way of key and pitch bend")
  func bendPitch() async throws {
    let worst = try await worstError(.sampledByMIDI)
    #expect(worst < 0.013, "\(worst) cents")
  }

  private func worstError(_ kind: PlayerHarness.Kind) async throws -> Double {
    let harness = try PlayerHarness(kind)
    var worst = 0.0
    for frequency in Self.frequencies {
      for cents in Self.offsets {
        let asked = frequency * exp2(cents / 1200)
        let sound = try await harness.note(asked)
        let first = sound.left.firstIndex { abs($0) > 0.001 } ?? 0
        let steady = sound.left[(first + 1200)..<(first + 46_000)]
        worst = max(worst, abs(PitchMeter.cents(of: steady, above: asked, sampleRate: 48_000)))
      }
    }
    print("\(kind): at the worst \(worst) cents off")
    return worst
  }

  @Test("The pitch bend reset of a note does not affect the next one")
  func noStaleBend() async throws {
    let harness = try PlayerHarness(.sampledByMIDI)
    let player = harness.player
    let first = Task {
      try await player.play(
        frequency: .hertz(440 * exp2(40.0 / 1200)), duration: .seconds(60), amplitude: 0.8)
    }
    while harness.engine.live.soundingVoiceCount == 0 {
      harness.device.advance(frames: 128)
      try await Task.sleep(for: .milliseconds(1))
    }
    // Canceled: its pitch bend is reset 10 ms from now, while the next note plays.
    first.cancel()
    _ = await first.result
    _ = harness.device.takeCapture()
    let asked = 440 * exp2(-30.0 / 1200)
    let sound = try await harness.note(asked)
    let steady = sound.left[2400..<46_000]
    #expect(abs(PitchMeter.cents(of: steady, above: asked, sampleRate: 48_000)) < 0.013)
    // Consecutive notes, starting on the frame of the reset.
    for _ in 0..<5 {
      let sound = try await harness.note(asked, seconds: 0.256)
      let start = sound.left.firstIndex { abs($0) > 0.001 } ?? 0
      let steady = sound.left[(start + 600)..<(start + 11_000)]
      #expect(abs(PitchMeter.cents(of: steady, above: asked, sampleRate: 48_000)) < 0.05)
    }
  }

  @Test("The duration is exact to the frame, for any pitch and pitch mode")
  func durations() async throws {
    for kind in [PlayerHarness.Kind.sampled, .sampledByMIDI] {
      let harness = try PlayerHarness(kind, bank: Banks.constant)
      for (seconds, frames) in [(0.1, 4800), (0.33333, 16_000), (1, 48_000)] {
        for hertz in [110, 442.3, 1760] {
          let sound = try await harness.note(hertz, seconds: seconds)
          let first = try #require(sound.left.firstIndex { $0 != 0 })
          let last = try #require(sound.left.lastIndex { $0 != 0 })
          #expect(last - first + 1 == frames, "\(kind) \(hertz) Hz")
        }
      }
    }
  }

  @Test("Begins within the block in which it was asked for: 128 frames, 2.7 ms")
  func latency() async throws {
    for kind in [PlayerHarness.Kind.sine, .sampled] {
      let harness = try PlayerHarness(kind, bank: Banks.constant)
      harness.device.advance(frames: 1000)
      _ = harness.device.takeCapture()
      let note = try await harness.player.start(frequency: .hertz(440), amplitude: 1)
      harness.device.advance(frames: 4800)
      let sound = harness.device.takeCapture()
      // Audible: above −60 dB of its peak.
      let peak = Level.peak(sound.left[...])
      let first = try #require(sound.left.firstIndex { abs($0) > peak / 1000 })
      #expect(first < 480, "\(kind) after \(first) frames")
      try await harness.player.release(note)
    }
  }

  @Test("Stopping leaves no step above −60 dB of the note")
  func stopWithoutClick() async throws {
    for kind in [PlayerHarness.Kind.sine, .sampled, .sampledByMIDI] {
      let harness = try PlayerHarness(kind)
      let player = harness.player
      let sound = try await harness.sounding {
        let note = Task {
          try await player.play(frequency: .hertz(440), duration: .seconds(60), amplitude: 1)
        }
        // The task may start late on a busy machine.
        while harness.engine.live.soundingVoiceCount == 0 { try await harness.pass(480) }
        try await harness.pass(48000)
        try await player.stop()
        try await note.value
        try await harness.pass(12000)
      }
      let last = try #require(sound.left.lastIndex { $0 != 0 })
      let peak = Level.peak(sound.left[(last - 9600)..<(last - 2400)])
      // The tone's own second difference, which a click would exceed.
      let tone = Level.largestStep(sound.left[(last - 9600)..<(last - 2400)])
      let end = Level.largestStep(sound.left[(last - 1000)...])
      #expect(end < tone + peak / 1000, "\(kind)")
    }
  }

  @Test("An amplitude is a linear factor of the level: 0.5 is −6.02 dB, with every player")
  func loudness() async throws {
    for kind in PlayerHarness.Kind.allCases where kind != .mock {
      let harness = try PlayerHarness(kind, bank: Banks.constant)
      let full = Level.peak(try await harness.note(440, seconds: 0.2, amplitude: 1).left[...])
      for amplitude in [0.9, 0.5, 0.25, 0.1] {
        let sound = try await harness.note(440, seconds: 0.2, amplitude: amplitude)
        let found = 20 * log10(Double(Level.peak(sound.left[...]) / full))
        // MIDI has whole velocities: half a step of the curve.
        let halfStep = 40 * log10(1 + 0.5 / (127 * amplitude.squareRoot()))
        let tolerance = 0.01 + (kind == .sampledByMIDI ? halfStep : 0)
        #expect(
          abs(found - 20 * log10(amplitude)) < tolerance, "\(kind), \(amplitude): \(found) dB")
      }
    }
  }

  @Test("A note rendered without a device is the note that a player plays, to −80 dB")
  func renderer() async throws {
    for pitchMode in [PitchMode.frequency, .midiBend] {
      let preset = BankPreset(bank: Banks.tone, index: 0)
      var renderer = try NoteRenderer(
        playing: preset, frequency: .hertz(442.3), duration: .seconds(0.25),
        options: NoteOptions(pitchMode: pitchMode))
      var left = [Float](repeating: .nan, count: renderer.frameCount)
      var right = left
      renderer.render(left: &left, right: &right, count: renderer.frameCount)
      let harness = try PlayerHarness(pitchMode == .frequency ? .sampled : .sampledByMIDI)
      let sound = try await harness.note(442.3, seconds: 0.25)
      let first = try #require(sound.left.firstIndex { $0 != 0 })
      let own = try #require(left.firstIndex { $0 != 0 })
      // The control blocks are relative to the device in one, to the note in the other.
      let difference = zip(left[own...], sound.left[first...]).map { abs($0 - $1) }.max() ?? 1
      #expect(difference < 1e-4)
    }
  }
}
