import PeachEarTraining
import PeachServices
import SoundMeasurement
import Testing

@Suite("The sounds of listening tests")
struct ListeningClipsTests {
  private func clip(
    _ bank: SoundBank, _ style: ListeningStyle, seconds: Double = 1
  ) throws -> AudioClip {
    try AudioClip(
      playing: BankPreset(bank: bank, index: 0), style: style, frequency: .hertz(440),
      seconds: seconds, sampleRate: 48_000, intonation: nil)
  }

  /// A tone whose only pitch modulation is the vibrato of the bank: ±50 cents at 8.2 Hz.
  private static var vibrato: SoundBank {
    TestBank.tone { region in region.generators[.vibratoLFOToPitch] = 50 }
  }

  private func clips(_ bank: SoundBank) throws -> ListeningClips? {
    ListeningClips(baseline: try clip(bank, .recorded), candidate: try clip(bank, .straight))
  }

  @Test("A straight tone has no vibrato, a recorded one has the bank's")
  func styles() throws {
    /// The pitch of 40 ms in cents above that of the whole tone.
    func deviations(_ clip: AudioClip) -> [Double] {
      stride(from: 9600, to: 38_400, by: 1920).map {
        PitchMeter.cents(of: clip.left[$0..<($0 + 1920)], above: 440, sampleRate: 48_000)
      }
    }
    let straight = deviations(try clip(Self.vibrato, .straight))
    let recorded = deviations(try clip(Self.vibrato, .recorded))
    #expect((straight.max() ?? 0) - (straight.min() ?? 0) < 1)
    #expect((recorded.max() ?? 0) - (recorded.min() ?? 0) > 30)
  }

  @Test("Both sounds have the same length and level, and their peaks are below full scale")
  func level() throws {
    let clips = try #require(try clips(Self.vibrato))
    #expect(clips.baseline.frameCount == 48_000 && clips.candidate.frameCount == 48_000)
    let ratio = clips.baseline.level.energy / clips.candidate.level.energy
    #expect(abs(ratio - 1) < 1e-6)
    for clip in [clips.baseline, clips.candidate] { #expect(clip.level.peak <= 0.9001) }
    // An equally long tone of a tenth of the level is matched as well.
    let soft = try clip(Self.vibrato, .straight).amplified(by: 0.1)
    let matched = try #require(
      ListeningClips(baseline: try clip(Self.vibrato, .recorded), candidate: soft))
    #expect(abs(matched.baseline.level.energy / matched.candidate.level.energy - 1) < 1e-6)
  }

  @Test("X is bit for bit A or B")
  func identity() throws {
    let clips = try #require(try clips(Self.vibrato))
    for bits in 0..<4 {
      let trial = ListeningTrial(
        kind: .abx, pair: .straightening, sound: 0, frequency: .hertz(440),
        isSwapped: bits & 1 == 1, isXEqualToB: bits & 2 == 2)
      let x = clips.clip(for: .x, of: trial)
      #expect(x == clips.clip(for: trial.isXEqualToB ? .b : .a, of: trial))
      #expect(x != clips.clip(for: trial.isXEqualToB ? .a : .b, of: trial))
      #expect(clips.clip(for: .a, of: trial) == (bits & 1 == 1 ? clips.candidate : clips.baseline))
    }
  }

  @Test("Equal and silent sounds are nothing to compare")
  func equal() throws {
    #expect(try clips(TestBank.tone()) == nil)
    let tone = try clip(Self.vibrato, .straight, seconds: 0.1)
    let silence = tone.amplified(by: 0)
    #expect(ListeningClips(baseline: tone, candidate: silence) == nil)
    #expect(ListeningClips(baseline: silence, candidate: tone) == nil)
  }
}
