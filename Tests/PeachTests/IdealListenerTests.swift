import Foundation
import Peach
import SoundMeasurement
import TestEnvironment
import Testing

/// A listener who measures both notes of a trial in what the player played, and answers by that.
///
/// Whatever is between the pitch asked for and the ear, such as a wheel left where it was or another
/// recording, costs this listener answers.
@Suite("An ideal listener", .serialized)
struct IdealListenerTests {
  #if DEBUG
    static let trials = 4
  #else
    static let trials = 400
  #endif
  static let seconds = 0.5

  /// A device whose time passes while a note is played, and nothing else.
  private struct Stage {
    let device = SilentDevice(capturesSound: true)
    let engine: PlaybackEngine

    init() throws { engine = try PlaybackEngine(device: device) }

    /// What is heard of one note.
    func note(
      _ player: any NotePlayer, _ hertz: Double, like reference: NoteReference?
    ) async throws -> [Float] {
      let device = device
      let frames = Int(IdealListenerTests.seconds * 48_000)
      let playing = Task {
        try await player.play(
          frequency: .hertz(hertz), duration: .seconds(IdealListenerTests.seconds),
          amplitude: 0.8, like: reference)
      }
      let clock = Task {
        while !Task.isCancelled {
          device.advance(frames: frames)
          try? await Task.sleep(for: .microseconds(200))
        }
      }
      try await playing.value
      clock.cancel()
      await clock.value
      let sound = device.takeCapture()
      // The note alone: silence lies before and behind it.
      let both = zip(sound.left, sound.right).map { $0 + $1 }
      let first = both.firstIndex { $0 != 0 } ?? 0
      return Array(both[first..<min(first + frames, both.count)])
    }
  }

  /// The trials that are answered wrongly: the target is higher, or lower.
  private func mistakes(
    _ player: any NotePlayer, on stage: Stage, keys: ClosedRange<Double>, seed: UInt64
  ) async throws -> [String] {
    var random = RandomNumbers(seed: seed)
    var mistakes: [String] = []
    for trial in 0..<Self.trials {
      // Half of them at half a cent, the others up to twenty.
      let size = trial % 2 == 0 ? 0.5 : 0.5 * pow(40, random.unit())
      let cents = random.unit() < 0.5 ? size : -size
      let hertz =
        440
        * exp2((keys.lowerBound + random.unit() * (keys.upperBound - keys.lowerBound) - 69) / 12)
      let reference = NoteReference(frequency: .hertz(hertz))
      let first = try await stage.note(player, hertz, like: nil)
      let second = try await stage.note(player, hertz * exp2(cents / 1200), like: reference)
      let heard = NoteComparison(first, second, hertz: hertz).cents
      if (heard > 0) != (cents > 0) {
        mistakes.append("\(cents) cents at \(hertz) Hz heard as \(heard)")
      }
    }
    return mistakes
  }

  private func expectFew(_ mistakes: [String], _ name: String) {
    #expect(
      Double(mistakes.count) <= 0.005 * Double(Self.trials), "\(name): \(mistakes)")
    print("\(name): \(Self.trials - mistakes.count) of \(Self.trials) \(mistakes)")
  }

  @Test("is right in 99.5 % of trials down to half a cent, on a sine")
  func sine() async throws {
    let stage = try Stage()
    let player = try SineWaveNotePlayer(on: stage.engine)
    expectFew(try await mistakes(player, on: stage, keys: 36...84, seed: 1), "sine")
  }

  @Test(
    "and on ten presets, directly and by key and wheel",
    .enabled(if: !ComparedPresets.banks.isEmpty, ComparedPresets.whatIsMissing))
  func presets() async throws {
    let stage = try Stage()
    for preset in try ComparedPresets.presets(of: ComparedPresets.banks[0]) {
      for path in [PitchPath.direct, .midiBend] {
        // Of the wheel's path one preset tells as much as ten.
        if path == .midiBend && preset.preset.program != 42 { continue }
        let player = try SoundFontNotePlayer(
          playing: preset, on: stage.engine, path: path, intonation: ComparedPresets.intonation,
          steadyPitch: true)
        let found = try await mistakes(
          player, on: stage, keys: 36...84, seed: UInt64(preset.preset.program) + 2)
        expectFew(found, "\(preset.preset.name), \(path)")
      }
    }
  }
}
