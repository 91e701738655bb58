import Foundation
import PeachAudio
import SoundMeasurement
import Testing

/// An app's protocol, as an app without this package has it.
private protocol TonePlayer {
  func play(frequency: Double, duration: TimeInterval, amplitude: Double) async throws
  func stop() async throws
}

extension SineWaveNotePlayer: TonePlayer {
  fileprivate func play(
    frequency: Double, duration: TimeInterval, amplitude: Double
  ) async throws {
    try await play(frequency: frequency, duration: duration, amplitude: amplitude, region: nil)
  }
}

@Suite("Frequencies in hertz and durations in seconds beside the types")
struct SecondsAndHertzTests {
  @Test("Numbers arrive as the types do")
  func numbers() async throws {
    let player = MockNotePlayer()
    let region = RegionSelector(frequency: 440)
    try await player.play(frequency: 442.3, duration: 0.001, amplitude: 0.5, region: region)
    let note = try await player.start(frequency: 220.5, amplitude: 0.25)
    try await player.retune(note, to: 221)
    try await player.play([
      ScheduledNote(frequency: 440, duration: 0.001),
      ScheduledNote(at: 0.001, frequency: 442, duration: 0.002, amplitude: 0.75),
    ]) { _ in }
    #expect(
      player.calls == [
        .play(hertz: 442.3, seconds: 0.001, amplitude: 0.5, region: region),
        .start(hertz: 220.5, amplitude: 0.25), .retune(id: note.id, hertz: 221),
        .play(hertz: 440, seconds: 0.001, amplitude: 0.8),
        .play(hertz: 442, seconds: 0.002, amplitude: 0.75),
      ])
    let typed = ScheduledNote(
      at: .seconds(0.001), frequency: .hertz(442), duration: .seconds(0.002), amplitude: 0.75)
    #expect(try ScheduledNote(at: 0.001, frequency: 442, duration: 0.002, amplitude: 0.75) == typed)
  }

  @Test(
    "A duration that a `Duration` cannot hold throws instead of trapping",
    arguments: [
      0, -1, .nan, .infinity, -.infinity, 1e300, 86_401,
    ])
  func durations(seconds: Double) async throws {
    let player = MockNotePlayer()
    let error = await #expect(throws: NotePlayerError.self) {
      try await player.play(frequency: 440, duration: seconds, amplitude: 1)
    }
    guard case .durationOutOfRange(let value) = error else {
      Issue.record("The error is \(String(describing: error)).")
      return
    }
    #expect(value.bitPattern == seconds.bitPattern && player.calls.isEmpty)
    #expect(throws: NotePlayerError.self) {
      try ScheduledNote(frequency: 440, duration: seconds)
    }
    if seconds != 0 {
      #expect(throws: NotePlayerError.self) {
        try ScheduledNote(at: seconds, frequency: 440, duration: 1)
      }
    }
  }

  @Test("A frequency that is not playable throws", arguments: [0, -440, .nan, .infinity])
  func frequencies(hertz: Double) async throws {
    let player = try SineWaveNotePlayer(on: PlaybackEngine(device: OfflineAudioDevice()))
    await #expect(throws: NotePlayerError.self) {
      try await player.play(frequency: hertz, duration: 1, amplitude: 1)
    }
    await #expect(throws: NotePlayerError.self) {
      _ = try await player.start(frequency: hertz, amplitude: 1)
    }
  }

  @Test("An app's own protocol of numbers is satisfied, and its tone has the pitch in the audio")
  func tones() async throws {
    let device = OfflineAudioDevice(sampleRate: 48_000, periodFrames: 128, capturesSound: true)
    let player: any TonePlayer & Sendable = try SineWaveNotePlayer(
      on: PlaybackEngine(device: device))
    let playing = Task { try await player.play(frequency: 442.3, duration: 1, amplitude: 0.5) }
    var sound: [Float] = []
    while sound.count < 96_000 {
      device.advance(frames: 480)
      sound += device.takeCapture().left
      try await Task.sleep(for: .milliseconds(1))
    }
    try await playing.value
    let start = try #require(sound.firstIndex { abs($0) > 0.01 })
    let tone = sound[(start + 4800)..<(start + 43_200)].map(Double.init)
    #expect(abs(1200 * log2(Self.frequency(of: tone) / 442.3)) < 0.05)
  }

  /// Returns the frequency by the phase advance of two halves at 442.3 Hz.
  private static func frequency(of tone: [Double]) -> Double {
    func phase(_ first: Int) -> Double {
      var (real, imaginary) = (0.0, 0.0)
      for index in first..<(first + tone.count / 2) {
        let window = sin(.pi * Double(index - first) / Double(tone.count / 2))
        let angle = 2 * .pi * 442.3 * Double(index) / 48_000
        real += window * window * tone[index] * cos(angle)
        imaginary -= window * window * tone[index] * sin(angle)
      }
      return atan2(imaginary, real)
    }
    let advance = (phase(tone.count / 2) - phase(0)).remainder(dividingBy: 2 * .pi)
    return 442.3 + advance / (2 * .pi) / (Double(tone.count / 2) / 48_000)
  }
}
