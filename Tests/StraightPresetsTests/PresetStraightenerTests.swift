import Foundation
import PeachInstrumentFiles
import PeachInstrumentModel
import PeachIntonation
import PeachMusicUnits
import PeachStraightPresets
import PeachSynthesis
import SoundFontFixtures
import SoundMeasurement
import Testing

/// A violin 0:40 with a vibrato of ±20 cents, 7 cents sharp, strings 0:48 of three players, and a
/// kit 128:0 that plays the recording of the violin.
@Suite("Straightening of a preset")
struct PresetStraightenerTests {
  private static let bank = Result {
    try InstrumentFile.read(ByteStorage(copying: VibratoRecording.bank.chunks.file))
  }

  private func straighten(_ index: Int) throws -> StraightRegions {
    try PresetStraightener().straighten(presetAt: index, of: Self.bank.get(), decoder: nil)
  }

  @Test("A soloist's sample is replaced by one of constant pitch, which the correction tunes")
  func soloist() throws {
    let straight = try straighten(0)
    #expect(straight.tone == .straight && straight.steadyPitch)
    let replacement = try #require(straight.replacements[0])
    #expect(straight.replacements.count == 1 && straight.corrections.count == 1)
    #expect(replacement.correctionCents == straight.corrections[0])
    #expect(abs(straight.corrections[0] + 7) < 1)
    let cents = CombMeter.cents(
      replacement.frames, from: 0.1, through: 1.1, step: 0.05, above: 440, sampleRate: 44_100)
    #expect(cents.count == 21)
    #expect(cents.allSatisfy { abs($0 + straight.corrections[0]) <= 0.8 }, "\(cents)")
    // From 0.1 s on. Drift is left out of the table, so that the deviation may differ by 15 %.
    let vibrato = replacement.vibratoCents.dropFirst(4410 / replacement.framesPerVibratoEntry)
    let power = vibrato.reduce(0) { $0 + Double($1) * Double($1) } / Double(vibrato.count)
    #expect(abs(power.squareRoot() / (20 / 2.0.squareRoot()) - 1) < 0.15)
  }

  @Test("Several players keep their samples, with corrected mean pitch")
  func severalPlayers() throws {
    let strings = try straighten(1)
    #expect(strings.tone == .kept(.severalPlayers) && strings.steadyPitch)
    #expect(strings.replacements.isEmpty && abs(strings.corrections[0]) < 10)
  }

  @Test("The sample of a decaying preset loses its glide, and its pitch is corrected")
  func decaying() throws {
    // A5 that falls by 8 cents with a time constant of 0.15 s, to 5 cents above.
    var phase = 0.0
    let frames = (0..<66_150).map { index in
      let time = Double(index) / 44_100
      phase += 880 * exp2((5 + 8 * exp(-time / 0.15)) / 1200) / 44_100
      let wave = (1...8).reduce(0) { $0 + sin(2 * .pi * Double($1) * phase) / Double($1) }
      return Int16((9_000 * exp(-2 * time) * wave).rounded())
    }
    var builder = SoundFontBuilder()
    builder.samples = [SoundFontSample(frames: frames, root: 81)]
    builder.instruments = [.init(zones: [.init(plays: 0)])]
    builder.presets = [.init("Harp", bank: 0, program: 46, zones: [.init(plays: 0)])]
    let bank = try InstrumentFile.read(ByteStorage(copying: builder.chunks.file))
    let harp = try PresetStraightener().straighten(presetAt: 0, of: bank, decoder: nil)
    #expect(harp.tone == .kept(.decaying))
    let replacement = try #require(harp.replacements[0])
    let cents = CombMeter.cents(
      replacement.frames, from: 0.1, through: 0.9, step: 0.05, above: 880, sampleRate: 44_100)
    #expect(cents.count == 17)
    // Recorded, the first of these windows is 3 cents above the last.
    #expect(
      cents.allSatisfy { abs($0 + harp.corrections[0]) <= 0.5 },
      "\(cents), \(harp.corrections[0])")
  }

  @Test("A drum kit is not changed")
  func kit() throws {
    let kit = try straighten(2)
    #expect(kit.tone == .recorded && !kit.steadyPitch)
    #expect(kit.replacements.isEmpty && kit.corrections == [0])
    let preset = PresetStraightening(presetAt: 2, of: try Self.bank.get())
    #expect(preset.isPercussion && preset.recordings.recordings.isEmpty && preset.voters.isEmpty)
  }

  @Test("Equal presets are straightened equally, and the loader plays the replacement")
  func prepared() throws {
    let bank = try Self.bank.get()
    let straight = try straighten(0)
    #expect(try straighten(0).replacements[0]?.frames == straight.replacements[0]?.frames)
    let prepared = try InstrumentLoader(bank: bank).prepare(presetAt: 0, as: straight)
    var synthesizer = Synthesizer(SynthesizerConfiguration(sampleRate: 48_000, effects: false))
    synthesizer.use(prepared, onChannel: 0)
    synthesizer.handle(.startNote(Note(id: 1, noteNumber: 69)))
    var left = [Float](repeating: 0, count: 48_000)
    var right = left
    synthesizer.render(left: &left, right: &right, count: left.count)
    let cents = CombMeter.cents(
      left, from: 0.1, through: 0.94, step: 0.06, above: 440, sampleRate: 48_000)
    #expect(cents.count == 15 && cents.allSatisfy { abs($0) <= 0.8 }, "\(cents)")
    withExtendedLifetime(prepared) {}
  }

  // More than a third of several players or without a pitch, or more than half decaying: none is.
  @Test(
    "The verdicts decide for the preset as a whole",
    arguments: [
      ([.straight, .straight, .severalPlayers], .straight),
      ([.straight, .severalPlayers], .kept(.severalPlayers)),
      ([.alreadyStraight, .decaying], .straight),
      ([.straight, .decaying, .decaying], .kept(.decaying)),
      ([.unverified, .unverified], .kept(.unverified)), ([], .kept(.unpitched)),
    ] as [([ToneVerdict], AppliedTone)])
  func decision(votes: [ToneVerdict], tone: AppliedTone) throws {
    #expect(PresetStraightening.isStraightened(votes) == (tone == .straight))
    #expect(PresetStraightening(presetAt: 0, of: try Self.bank.get()).tone(votes) == tone)
  }

  @Test("At most 32 of many recordings decide, evenly distributed, and unlooped ones only alone")
  func voters() {
    func voters(loops: (Int) -> Bool) -> [Int] {
      let regions = (0..<100).map { index in
        var region = Region(keys: UInt8(index)...UInt8(index), velocities: 0...127, sample: index)
        region.generators[.sampleModes] = loops(index) ? 1 : 0
        return region
      }
      let frames = TestBank.frames(period: 100, count: 1000, partials: [0.5])
      let bank = TestBank.bank(
        samples: (0..<100).map { (frames, 0..<1000, 44_100, UInt8($0)) }, presets: [regions])
      return PresetStraightening(presetAt: 0, of: bank).voters
    }
    let all = voters { _ in true }
    #expect(all.count == 32 && all.first == 0 && all.last == 96)
    #expect(zip(all, all.dropFirst()).allSatisfy { 3...4 ~= $1 - $0 })
    #expect(voters { $0 % 10 == 0 } == Array(stride(from: 0, to: 100, by: 10)))
    #expect(voters { _ in false } == all)
  }
}
