import Foundation
import Peach
import SoundMeasurement

/// A player on a silent device whose time passes a hundred times as fast as on a clock.
struct PlayerHarness: Sendable {
  let device: SilentDevice
  let engine: PlaybackEngine
  let player: any NotePlayer

  /// Every kind of player that the suite must hold for.
  enum Kind: String, CaseIterable, Sendable {
    case sine
    case sampled
    case sampledByMIDI
    case routing
    case mock
  }

  /// Frames that pass at each step, and how long a step takes.
  static let stepFrames = 4800
  static let stepDuration = Duration.milliseconds(1)

  init(_ kind: Kind, bank: SoundBank = Banks.tone, periodFrames: Int = 128) throws {
    device = SilentDevice(periodFrames: periodFrames, capturesSound: true)
    engine = try PlaybackEngine(device: device)
    let preset = BankPreset(bank: bank, index: 0)
    switch kind {
    case .sine: player = try SineWaveNotePlayer(on: engine)
    case .sampled: player = try SoundFontNotePlayer(playing: preset, on: engine)
    case .sampledByMIDI:
      player = try SoundFontNotePlayer(playing: preset, on: engine, path: .midiBend)
    case .routing:
      let sampled = try SoundFontNotePlayer(playing: preset, on: engine)
      player = RoutingNotePlayer(
        sine: try SineWaveNotePlayer(on: engine), players: { _ in sampled },
        setting: { .named("cello") })
    case .mock: player = MockNotePlayer(sleep: { try await Task.sleep(for: $0 / 100) })
    }
  }

  /// Lets time pass while `body` runs, and gives what sounded.
  func sounding(_ body: @escaping @Sendable () async throws -> Void) async throws
    -> SilentDevice.Capture
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

  /// Waits until so many frames more have passed.
  func pass(_ frames: Int) async throws {
    let end = engine.clock + frames
    while engine.clock < end { try await Task.sleep(for: Self.stepDuration) }
  }

  /// One note, and what sounded.
  func note(_ hertz: Double, seconds: Double = 1, amplitude: Double = 0.8) async throws
    -> SilentDevice.Capture
  {
    try await sounding {
      try await player.play(
        frequency: .hertz(hertz), duration: .seconds(seconds), amplitude: amplitude)
    }
  }
}

/// Banks whose sound is known exactly.
enum Banks {
  /// Ten exact periods in a loop, in tune, that follow wheel and velocity.
  static var tone: SoundBank {
    var bank = TestBank.tone(partials: [0.4, 0.2, 0.1]) { $0.modulators = modulators }
    bank.samples[0].correctionCents = -TestBank.toneCents
    return bank
  }

  /// A constant level: what sounds is the envelope alone.
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
