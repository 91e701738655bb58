import PeachServices
import SoundMeasurement
import Testing

/// A player whose samples have the form of another interpolation plays the same kernel whatever
/// its engine's interpolation.
@Suite("Interpolation of players")
struct PlayedInterpolationTests {
  enum Kind: String, CaseIterable {
    case sine
    case harmonics
    case preset
    case soundBank
  }

  static let qualities: [InterpolationQuality] = [.cubic, .doubled, .sinc8, .sinc16, .sinc32]

  @Test("Players prepare samples for the engine's interpolation", arguments: Kind.allCases)
  func engine(kind: Kind) async throws {
    var sounds: [[Float]] = []
    for quality in Self.qualities {
      let sound = try await sound(of: kind, quality)
      #expect(Level.peak(sound[...]) > 0.01, "\(quality)")
      for (other, known) in zip(Self.qualities, sounds) {
        #expect(known != sound, "\(quality) as \(other)")
      }
      sounds.append(sound)
    }
  }

  private func sound(of kind: Kind, _ quality: InterpolationQuality) async throws -> [Float] {
    let device = OfflineAudioDevice(capturesSound: true)
    let engine = try PlaybackEngine(device: device, interpolation: quality)
    #expect(engine.interpolation == quality)
    let preset = BankPreset(bank: TestBank.tone(partials: [0.4, 0.2, 0.1]), index: 0)
    switch kind {
    case .sine: return try await note(SineWaveNotePlayer(on: engine), device)
    case .harmonics: return try await note(HarmonicNotePlayer(on: engine), device)
    case .preset:
      return try await note(SoundFontNotePlayer(playing: preset, on: engine), device)
    case .soundBank:
      let player = SoundBankPlayer(on: engine)
      try player.setSoundBank(preset.bank)
      try player.noteOn(MIDINote(clamping: 67), gain: 1)
      device.advance(frames: Self.frames)
      return device.takeCapture().left
    }
  }

  private static let frames = 4800

  private func note(
    _ player: some NotePlayer, _ device: OfflineAudioDevice
  ) async throws -> [Float] {
    _ = try await player.start(frequency: .hertz(442.3), amplitude: 1)
    device.advance(frames: Self.frames)
    return device.takeCapture().left
  }
}
