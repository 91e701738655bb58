import Foundation
import PeachMusicUnits
import PeachServices
import SoundMeasurement
import TestEnvironment
import Testing

/// Semitones between adjacent keys with different recordings, half a cent wide or narrow, by the
/// mean pitch of each note (``PartialPhases``).
@Suite(
  "Straight tones across the borders of recordings", .serialized,
  .enabled(if: TestFiles.exists(RenderTools.largeBank), "FluidR3_GM.sf2 is not installed."))
struct RecordingBorderTests {
  /// Programs of sustained instruments with a compass.
  static let programs: [UInt8] = TestScale.cases(
    short: [73], full: [40, 41, 42, 43] + Array(56...60) + Array(64...73))
  private static let rate = 48_000.0

  private static func hertz(_ key: UInt8) -> Double { 440 * exp2((Double(key) - 69) / 12) }

  /// Returns the mean pitch of a note in cents above `expected`, from 0.1 s after its onset on.
  private func cents(
    _ preset: BankPreset, hertz: Double, seconds: Double, above expected: Double
  ) throws -> Double {
    var renderer = try NoteRenderer(
      playing: preset, frequency: .hertz(hertz), duration: .seconds(seconds), amplitude: 0.5,
      sampleRate: Self.rate,
      options: NoteOptions(
        intonation: StraightToneTests.intonation, straightTones: StraightToneTests.straightTones))
    var left = [Float](repeating: 0, count: renderer.frameCount)
    var right = left
    renderer.render(left: &left, right: &right, count: left.count)
    let onset = try #require(PartialPhases.onset([left], sampleRate: Self.rate))
    return try #require(
      PartialPhases.meanCents(
        of: [left], from: Double(onset) / Self.rate + 0.1, to: seconds - 0.03, above: expected,
        sampleRate: Self.rate))
  }

  @Test("A step of 99.5 or 100.5 cents is heard as narrow or wide at every border")
  func borders() throws {
    var (trials, presets, largest) = (0, 0, 0.0)
    for program in Self.programs {
      let preset = try StraightToneTests.bank.get().preset(bank: 0, program: program)
      let compass = try #require(GeneralMIDICompass.keys(ofProgram: program))
      let applied = try preset.appliedTone(
        .straight, straightTones: StraightToneTests.straightTones)
      guard applied == .straight else {
        print("\(preset.preset.name): \(applied)")
        continue
      }
      presets += 1
      var own: [Double] = []
      for key in RecordingsByKey(preset).borders(within: compass) {
        for seconds in [0.5, 1] {
          let low = try cents(
            preset, hertz: Self.hertz(key), seconds: seconds, above: Self.hertz(key))
          for offset in [-0.5, 0.5] {
            let step = Self.hertz(key + 1)
            let high = try cents(
              preset, hertz: step * exp2(offset / 1200), seconds: seconds, above: step)
            let heard = high - low
            #expect(
              heard * offset > 0,
              "\(preset.preset.name), key \(key), \(seconds) s: \(offset) heard as \(heard)")
            own.append(abs(heard - offset))
          }
        }
      }
      trials += own.count
      let sorted = own.sorted()
      if let last = sorted.last {
        print("\(preset.preset.name): \(own.count), \(sorted[own.count / 2]) to \(last) cents off")
        largest = max(largest, last)
      }
    }
    print("\(presets) presets, \(trials) steps, up to \(largest) cents off")
    #expect(trials >= 4)
  }
}
