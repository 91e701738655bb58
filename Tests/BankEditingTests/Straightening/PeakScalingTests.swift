import Foundation
import PeachBankEditing
import PeachInstrumentFiles
import PeachInstrumentModel
import PeachIntonation
import PeachMusicUnits
import SoundFontFixtures
import TestEnvironment
import Testing

/// Levels are compared as a synthesizer plays them: peak, and attenuation with the factor of common
/// players, 0.4.
@Suite("Straight tones above full scale")
struct PeakScalingTests {
  private static let names = [Int16](1...4)

  /// Four samples with a zone each. The zones 0 to 2 play straight tones: 0 and 1 in the first
  /// preset, 2 in the second. Zone 3 plays its sample in the first preset.
  private func result(
    levels: [Double], attenuations: [Int16], sharesPreset: Bool = true
  ) throws -> StraightBankFixture.Result {
    var fixture = StraightBankFixture()
    fixture.builder.samples = Self.names.map {
      SoundFontSample(frames: StraightBankFixture.recorded($0), loop: 100..<300, root: 69)
    }
    fixture.builder.instruments = attenuations.enumerated().map { index, attenuation in
      .init(
        zones: [
          .init(
            [.init(.sampleModes, 1), .init(.initialAttenuation, attenuation)], plays: UInt16(index))
        ])
    }
    // The zone as recorded is in an instrument with the first straight one.
    fixture.builder.instruments[0].zones += fixture.builder.instruments.removeLast().zones
    fixture.builder.presets = [
      .init(program: 0, zones: [.init(plays: 0)] + (sharesPreset ? [.init(plays: 1)] : [])),
      .init(program: 1, zones: [.init(plays: 2)]),
    ]
    fixture.variants = [fixture.add(KnownTone(level: levels[0]).tone), 0]
    fixture.variants += levels[1...].map { fixture.add(KnownTone(level: $0).tone) }
    return try fixture.straighten()
  }

  /// Returns the change of the level of the zones, in decibels.
  private func changes(
    _ result: StraightBankFixture.Result, levels: [Double], attenuations: [Int16]
  ) -> [Double] {
    let zones = result.contents.instruments.flatMap(\.zones)
    let order = [0, 3, 1, 2]
    return zip(zones, order).map { zone, index in
      let attenuation = zone[.initialAttenuation] ?? 0
      let lowered = 0.04 * Double(attenuations[index] - attenuation)
      guard index < 3 else { return lowered }
      let peak = result.contents.samples[index].values.map { abs($0) }.max() ?? 0
      let own = KnownTone(level: levels[index]).tone.channels[0].map { abs(Double($0)) }.max() ?? 1
      return lowered + 20 * log10(peak / own)
    }
  }

  @Test("A preset is scaled as a whole, and its attenuation is lowered by as much")
  func scaled() throws {
    let (levels, attenuations) = ([1.1, 0.3, 0.3], [Int16](repeating: 200, count: 4))
    let result = try result(levels: levels, attenuations: attenuations)
    let peaks = result.contents.samples.prefix(3).map { $0.values.map { abs($0) }.max() ?? 0 }
    let own = KnownTone(level: 1.1).tone.channels[0].map { abs($0) }.max() ?? 0
    #expect(own > 1.05)
    // Full scale within a step of the attenuation, 0.04 dB.
    #expect(peaks[0] <= 1 && peaks[0] > 0.994)
    for change in changes(result, levels: levels, attenuations: attenuations) {
      #expect(abs(change) < 0.003)
    }
    let zones = result.contents.instruments.map { $0.zones[0][.initialAttenuation] }
    #expect(zones[0] == zones[1] && zones[2] == 200)
  }

  @Test("Without attenuation to lower, all keys of the preset become softer alike")
  func softer() throws {
    let (levels, attenuations) = ([1.1, 0.3, 0.3], [Int16]([0, 100, 5, 30]))
    let result = try result(levels: levels, attenuations: attenuations)
    let changes = changes(result, levels: levels, attenuations: attenuations)
    #expect(changes[0] < -0.4 && changes[0] > -3)
    #expect(abs(changes[1] - changes[0]) < 0.003 && abs(changes[2] - changes[0]) < 0.003)
    #expect(abs(changes[3]) < 0.001)
  }

  @Test("Presets without peaks above full scale are not scaled")
  func unscaled() throws {
    let (levels, attenuations) = ([0.3, 0.3, 1.1], [Int16](repeating: 300, count: 4))
    let result = try result(levels: levels, attenuations: attenuations)
    let zones = result.contents.instruments.flatMap(\.zones).map { $0[.initialAttenuation] }
    #expect(zones.count(where: { $0 == 300 }) == 3)
    let changes = changes(result, levels: levels, attenuations: attenuations)
    for change in changes { #expect(abs(change) < 0.003) }
  }

  @Test("Invalid tones and tables neither trap nor leave the range of the samples")
  func hostile() throws {
    var random = RandomNumbers(seed: 3)
    let values: [Float] = [.nan, .infinity, -.infinity, 1e30, -1e30, 0, 0.5, -0.5, 1e-30]
    for index in 0..<TestScale.count(short: 150, full: 1500) {
      var fixture = StraightBankFixture()
      fixture.builder.samples = [
        SoundFontSample(frames: StraightBankFixture.recorded(1), loop: 100..<300, root: 69)
      ]
      fixture.builder.instruments = [.init(zones: [.init(plays: 0)])]
      fixture.builder.presets = [.init(zones: [.init(plays: 0)])]
      var tone = StraightTone(verdict: .straight)
      let count = random.whole(0...300)
      tone.channels = [(0..<count).map { _ in random.pick(values) }]
      if random.chance(0.7) {
        let start = random.whole(-5...305)
        tone.loop = start..<start + random.whole(0...40)
      }
      tone.vibrato = VibratoTable(
        framesPerEntry: random.whole(-1...60),
        cents: (0..<random.whole(0...9)).map { _ in 1000 * random.pick(values) })
      fixture.variants = [fixture.add(tone, channel: random.whole(0...9) == 0 ? 1 : 0)]
      fixture.cents = [random.between(-40, 40)]
      fixture.vibrato = random.between(0, 2)
      let result = try fixture.straighten()
      let written = result.contents.samples[0]
      #expect(written.values.allSatisfy { abs($0) <= 1 }, "case \(index)")
      if let loop = written.loop { #expect(loop.upperBound <= written.values.count) }
    }
  }
}
