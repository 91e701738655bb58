import Foundation
import PeachAudio
import Ports
import Testing

@Suite("A player with handles")
struct HandlePlayerTests {
  private let studio: Studio
  private let player: HandlePlayer

  init() throws {
    studio = try Studio()
    player = HandlePlayer(try SineWaveNotePlayer(on: studio.engine))
  }

  @Test(
    "A note is retuned while it sounds: within 0.02 cents, and within one control block",
    arguments: [441, 445.3, 466.16, 220.0, 880.5])
  func retune(hertz: Double) async throws {
    let note = try await player.play(frequency: 440, amplitudeDB: -6)
    let before = studio.render(48_000)
    #expect(abs(FittedSine(before[24_000...], near: 440, rate: 48_000).cents(above: 440)) < 0.02)
    try await note.adjustFrequency(hertz)
    // The first frame is the next one that the device requests.
    let after = studio.render(48_000)
    let sine = FittedSine(after[64..<24_064], near: hertz, rate: 48_000)
    #expect(abs(sine.cents(above: hertz)) < 0.02, "\(sine.cents(above: hertz)) cents")
    // After one control block of 64 frames, the output is that sine, frame by frame.
    let errors = (64..<24_064).map { frame in
      abs(Double(after[frame]) - sine.value(at: frame - 64, rate: 48_000))
    }
    #expect((errors.max() ?? 1) < 1e-3 * sine.amplitude, "\(errors.max() ?? 1)")
  }

  @Test("Decibels set the level, with any velocity")
  func level() async throws {
    var amplitudes: [Double] = []
    for (decibels, velocity) in [(0.0, 127), (-6.0, 127), (-6.0, 20), (-40.0, 127)] {
      let note = try await player.play(
        frequency: 440, velocity: UInt8(velocity), amplitudeDB: decibels)
      let audio = studio.render(24_000)
      amplitudes.append(FittedSine(audio[4_800...], near: 440, rate: 48_000).amplitude)
      try await note.stop()
      _ = studio.render(48_000)
    }
    for (amplitude, decibels) in zip(amplitudes, [0.0, -6, -6, -40]) {
      #expect(abs(20 * log10(amplitude / amplitudes[0]) - decibels) < 0.01)
    }
  }

  @Test("A handle stops its note only; stop all ends the others")
  func stopping() async throws {
    let first = try await player.play(frequency: 440, amplitudeDB: -12)
    _ = try await player.play(frequency: 660, amplitudeDB: -12)
    _ = studio.render(4_800)
    try await first.stop()
    _ = studio.render(24_000)
    let rest = studio.render(24_000)
    let others = FittedSine(rest[...], near: 440, rate: 48_000).amplitude
    let kept = FittedSine(rest[...], near: 660, rate: 48_000)
    #expect(others < 1e-3 * kept.amplitude && kept.amplitude > 0.01)
    let stopping = Task { try await player.stopAll() }
    for _ in 0..<20 {
      _ = studio.render(480)
      try await Task.sleep(for: .milliseconds(2))
    }
    try await stopping.value
    #expect(studio.render(4_800).allSatisfy { $0 == 0 })
  }

  @Test("A timed note lasts exactly as long")
  func timed() async throws {
    let playing = Task { try await player.play(frequency: 440, duration: 0.25) }
    var audio: [Float] = []
    for _ in 0..<60 {
      audio += studio.render(480)
      try await Task.sleep(for: .milliseconds(2))
    }
    try await playing.value
    let first = try #require(audio.firstIndex { $0 != 0 })
    let last = try #require(audio.lastIndex { $0 != 0 })
    // The fades begin and end with 0.
    #expect(abs(last - first - 12_000) <= 4)
  }
}
