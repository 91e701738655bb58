import Foundation
import SoundMeasurement

@testable import PeachServices

/// A player on an offline device whose time runs a hundred times as fast as real time.
struct PlayerHarness: Sendable {
  let device: OfflineAudioDevice
  let engine: PlaybackEngine
  let player: any NotePlayer

  /// The mock player, if that is the kind.
  var mock: MockNotePlayer? { player as? MockNotePlayer }

  /// The players that must pass the suite.
  enum Kind: String, CaseIterable, Sendable {
    case sine
    case sampled
    case sampledByMIDI
    case routing
    case mock
  }

  /// The frames rendered per step, and the real time that a step takes.
  static let stepFrames = 4800
  static let stepDuration = Duration.milliseconds(1)

  init(_ kind: Kind, bank: SoundBank = Banks.tone, periodFrames: Int = 128) throws {
    device = OfflineAudioDevice(periodFrames: periodFrames, capturesSound: true)
    engine = try PlaybackEngine(device: device)
    let preset = BankPreset(bank: bank, index: 0)
    switch kind {
    case .sine: player = try SineWaveNotePlayer(on: engine)
    case .sampled: player = try SoundFontNotePlayer(playing: preset, on: engine)
    case .sampledByMIDI:
      player = try SoundFontNotePlayer(
        playing: preset, on: engine, options: NoteOptions(pitchMode: .midiBend))
    case .routing:
      let sampled = try SoundFontNotePlayer(playing: preset, on: engine)
      player = RoutingNotePlayer(
        sine: try SineWaveNotePlayer(on: engine), players: { _ in sampled },
        setting: { .named("cello") })
    case .mock:
      player = MockNotePlayer { [engine] duration in
        let end = engine.clock + Int64(engine.frames(seconds: duration / .seconds(1)))
        while engine.clock < end { try await Task.sleep(for: Self.stepDuration) }
      }
    }
  }

  /// Advances the device while `body` runs, and returns the output.
  func sounding(_ body: @escaping @Sendable () async throws -> Void) async throws
    -> OfflineAudioDevice.Capture
  {
    let work = Task { try await body() }
    let clock = Task {
      while !Task.isCancelled {
        device.advance(frames: Self.stepFrames)
        try? await Task.sleep(for: Self.stepDuration)
      }
    }
    defer { clock.cancel() }
    let result = await work.result
    clock.cancel()
    await clock.value
    try result.get()
    return device.takeCapture()
  }

  /// Waits until the device has rendered `frames` more frames.
  func pass(_ frames: Int) async throws {
    let end = engine.clock + Int64(frames)
    while engine.clock < end { try await Task.sleep(for: Self.stepDuration) }
  }

  /// Plays a note, and returns the output.
  func note(_ hertz: Double, seconds: Double = 1, amplitude: Double = 0.8) async throws
    -> OfflineAudioDevice.Capture
  {
    try await sounding {
      try await player.play(
        frequency: .hertz(hertz), duration: .seconds(seconds), amplitude: amplitude)
    }
  }
}

/// Banks with a known output.
enum Banks {
  /// A loop of ten exact periods, in tune, with pitch bend and velocity modulators.
  static var tone: SoundBank {
    var bank = TestBank.tone(partials: [0.4, 0.2, 0.1]) { $0.modulators = modulators }
    bank.samples[0].correctionCents = -TestBank.toneCents
    return bank
  }

  /// A constant sample value, so that the output is the envelope.
  static var constant: SoundBank {
    var region = Region(sample: 0, modulators: modulators)
    region.generators[.sampleModes] = 1
    return TestBank.bank(
      samples: [([Int16](repeating: 16384, count: 400), 0..<400, 48_000, 69)],
      presets: [[region]])
  }

  private static var modulators: [Modulator] {
    [
      Modulator(source: 0x0502, destination: 48, amount: 960, amountSource: 0, transform: 0),
      Modulator(source: 0x020E, destination: 52, amount: 12700, amountSource: 0x10, transform: 0),
    ]
  }
}
