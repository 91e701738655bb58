import Foundation
import PeachBankEditing
import PeachInstrumentFiles
import PeachInstrumentModel
import PeachIntonation
import SoundFontFixtures
import SoundMeasurement
import TestEnvironment
import Testing

/// Replaced samples consist of known sines. Zones and headers are read from the written file.
@Suite("Straight tones in banks")
struct BankStraighteningTests {
  private static func sample(
    _ first: Int16, rate: UInt32 = 44_100, link: UInt16 = 0, type: UInt16 = 1
  ) -> SoundFontSample {
    SoundFontSample(
      frames: StraightBankFixture.recorded(first), loop: 100..<300, rate: rate, root: 69,
      link: link, type: type)
  }

  /// A bank with an instrument and a preset of one zone for each sample.
  private static func fixture(
    _ samples: [SoundFontSample], _ zones: [[SoundFontBuilder.Zone]]? = nil
  ) -> StraightBankFixture {
    var fixture = StraightBankFixture()
    fixture.builder.samples = samples
    let zones =
      zones ?? samples.indices.map { [.init([.init(.sampleModes, 1)], plays: UInt16($0))] }
    fixture.builder.instruments = zones.map { .init(zones: $0) }
    fixture.builder.presets = zones.indices.map {
      .init(program: UInt16($0), zones: [.init(plays: UInt16($0))])
    }
    return fixture
  }

  @Test("Header and loop are within 0.01 cents of the tone's pitch and correction")
  func pitch() throws {
    for (count, periods, rate) in [(5000, 50, 44_100.0), (2646, 8, 44_100), (3301, 40, 32_000)] {
      for cents in [0.0, 0.013, -0.006, 7.77, -38.2] {
        var fixture = Self.fixture([Self.sample(1, rate: UInt32(rate))])
        let tone = KnownTone(loop: 2000..<2000 + count, periods: periods, rate: rate)
        fixture.variants = [fixture.add(tone.tone)]
        fixture.cents = [cents]
        let result = try fixture.straighten()
        let sample = result.contents.samples[0]
        let loop = try #require(sample.loop)
        // A plan may repeat the loop.
        let repetitions = (Double(loop.count) / Double(count)).rounded(.down)
        let expected = 1200 * log2(tone.hertz) + cents
        let pitch = sample.cents(periods: periods * Int(max(repetitions, 1)))
        #expect(abs(pitch - expected) <= 0.01, "\(count), \(cents)")
        #expect(result.straightening.headers.allSatisfy { abs($0.remainingCents) <= 0.01 })
        #expect(sample.values.count == loop.upperBound + 8)
        let header = result.written.samples[0]
        #expect(header.sampleRate == sample.sampleRate)
        #expect(Int(header.loopEnd - header.loopStart) == loop.count)
      }
    }
  }

  @Test("Frames are the tone's, also resampled, with the loop's first frames after the loop")
  func frames() throws {
    for cents in [0.0, 0.013] {
      var fixture = Self.fixture([Self.sample(1)])
      let tone = KnownTone()
      fixture.variants = [fixture.add(tone.tone)]
      fixture.cents = [cents]
      let result = try fixture.straighten()
      let sample = result.contents.samples[0]
      let loop = try #require(sample.loop)
      let ratio = Double(loop.count) / Double(tone.loop.count)
      #expect((ratio == 1) == (cents == 0))
      let values = sample.values
      for frame in min(60, loop.lowerBound)..<values.count {
        let position = Double(tone.loop.lowerBound) + Double(frame - loop.lowerBound) / ratio
        #expect(abs(values[frame] - tone.value(position)) <= 2.0 / 32_768, "frame \(frame)")
      }
      let rounds = (0..<3).flatMap { _ in values[loop] }.map { Float($0) }
      let click = ClickMeter.restDecibels(
        of: rounds[...], frequency: tone.hertz / ratio, partials: 7, sampleRate: tone.rate)
      #expect(click < -60, "\(click) dB")
    }
  }

  @Test(
    "An amount of the vibrato warps the frames; the loop closes and keeps its mean pitch",
    arguments: [0.5, 1, 2])
  func vibrato(amount: Double) throws {
    for cents in [0.0, 0.013] {
      let tone = KnownTone(vibratoCents: 20)
      var fixture = Self.fixture([Self.sample(1)])
      fixture.variants = [fixture.add(tone.tone)]
      fixture.cents = [cents]
      fixture.vibrato = amount
      let sample = try fixture.straighten().contents.samples[0]
      let loop = try #require(sample.loop)
      #expect(abs(sample.cents(periods: tone.periods) - 1200 * log2(tone.hertz) - cents) <= 0.01)
      // Integrates the speed over the loop, in small steps of the position.
      let parts = 64
      var times = [0.0]
      for index in 0..<parts * tone.loop.count {
        let position = Double(tone.loop.lowerBound) + (Double(index) + 0.5) / Double(parts)
        times.append(times[index] + exp2(-amount * tone.cents(position) / 1200))
      }
      let step = times[times.count - 1] / Double(loop.count)
      let values = sample.values
      var index = 0
      for frame in 0..<loop.count {
        while times[index + 1] <= Double(frame) * step { index += 1 }
        let share = (Double(frame) * step - times[index]) / (times[index + 1] - times[index])
        let position = Double(tone.loop.lowerBound) + (Double(index) + share) / Double(parts)
        let difference = values[loop.lowerBound + frame] - tone.value(position)
        #expect(abs(difference) <= 2.0 / 32_768, "frame \(frame)")
      }
      for frame in 0..<8 {
        #expect(values[loop.upperBound + frame] == values[loop.lowerBound + frame])
      }
    }
  }

  @Test("Zones with address offsets get copies of their own, without offsets")
  func offsets() throws {
    let global: SoundFontBuilder.Zone = .init(
      [.init(.startLoopAddressOffset, 7), .init(.sampleModes, 3)], plays: nil)
    var fixture = Self.fixture(
      [Self.sample(1)],
      [
        [
          global,
          .init([.init(.keyRange, from: 0, to: 40), .init(.startAddressOffset, 20)], plays: 0),
          .init([.init(.keyRange, from: 41, to: 80)], plays: 0),
          .init([.init(.keyRange, from: 81, to: 127), .init(.endAddressOffset, -30)], plays: 0),
        ]
      ])
    let (one, other) = (KnownTone(level: 0.2), KnownTone(periods: 40, level: 0.4))
    fixture.variants = [0, fixture.add(one.tone), fixture.add(other.tone), 0]
    let result = try fixture.straighten()
    let zones = result.contents.instruments[0].zones
    let samples = result.contents.samples
    #expect(samples.count == 3)
    let targets = zones.compactMap(\.target)
    #expect(Set(targets).count == 3)
    #expect(abs(samples[targets[0]].values[100] - one.value(100)) < 1e-4)
    #expect(abs(samples[targets[1]].values[100] - other.value(100)) < 1e-4)
    for zone in zones[1...2] {
      #expect(zone[.startAddressOffset] == nil && zone[.startLoopAddressOffset] == 0)
      #expect(zone[.sampleModes] == 1)
    }
    // The zone that stays as recorded keeps everything.
    #expect(zones[3][.endAddressOffset] == -30 && zones[3][.startLoopAddressOffset] == nil)
    #expect(zones[3][.sampleModes] == nil && zones[0][.startLoopAddressOffset] == 7)
    #expect(samples[targets[2]].recording == result.before.samples[targets[2]].recording)
    // The written regions play all frames of their samples.
    let regions = result.written.soundBank().regions(ofPresetAt: 0)
    #expect(regions.count == 3)
    #expect(regions[..<2].allSatisfy { AddressOffsets($0) == AddressOffsets() })
  }

  @Test("Samples as recorded keep their bytes; zones with other tunings get headers")
  func untouched() throws {
    var fixture = Self.fixture(
      [Self.sample(1), Self.sample(2), Self.sample(3, rate: 22_050)],
      [
        [.init([.init(.sampleModes, 1)], plays: 0)], [.init([.init(.sampleModes, 1)], plays: 1)],
        [.init(plays: 2)],
        [
          .init([.init(.keyRange, from: 0, to: 60)], plays: 0),
          .init([.init(.keyRange, from: 61, to: 127)], plays: 0),
        ],
      ])
    let tone = KnownTone()
    let variant = fixture.add(tone.tone)
    fixture.variants = [variant, 0, 0, variant, 0]
    fixture.cents = [1, -2, 0, 9, -5]
    let result = try fixture.straighten()
    let samples = result.contents.samples
    // Two tunings of the straight tone, and the sample as recorded.
    #expect(samples.count == 5 && result.straightening.headers.count == 2)
    for index in samples.indices
    where !result.straightening.headers.contains(where: { $0.index == index }) {
      #expect(samples[index].recording == result.before.samples[index].recording)
    }
    let targets = result.contents.instruments.map { $0.zones.compactMap(\.target) }
    let pitches = [targets[0][0], targets[3][0]].map { samples[$0].cents(periods: tone.periods) }
    #expect(abs(pitches[1] - pitches[0] - 8) <= 0.02)
    let recorded = samples[targets[3][1]]
    #expect(Int(recorded.values[0] * 32_768) == 1 && recorded.loop == 100..<300)
    #expect(abs(1200 * log2(Double(recorded.sampleRate) / 44_100) + 5) < 0.02)
    #expect(samples[targets[2][0]] == result.before.samples[2])
  }

  @Test("Both channels of a pair stay linked, in their own headers and in copies")
  func pairs() throws {
    let zones: [SoundFontBuilder.Zone] = [
      .init([.init(.pan, -500)], plays: 0), .init([.init(.pan, 500)], plays: 1),
    ]
    var tone = KnownTone().tone
    tone.channels.append(KnownTone(level: 0.1).tone.channels[0])
    for isShared in [false, true] {
      var fixture = Self.fixture(
        [Self.sample(1, link: 1, type: 4), Self.sample(2, link: 0, type: 2)],
        isShared ? [zones, zones, zones] : [zones])
      let (left, right) = (
        fixture.add(tone, recording: 0), fixture.add(tone, recording: 0, channel: 1)
      )
      fixture.variants = [left, right] + (isShared ? [0, 0, 0, 0] : [])
      let result = try fixture.straighten()
      let samples = result.contents.samples
      let targets = result.contents.instruments[0].zones.compactMap(\.target)
      #expect((targets == [0, 1]) == !isShared)
      #expect(samples[targets[0]].partner == targets[1])
      #expect(samples[targets[1]].partner == targets[0])
      #expect(samples[targets[0]].loop == samples[targets[1]].loop)
      #expect(samples[0].partner == 1 && samples[1].partner == 0)
    }
  }

  @Test("24 bits stay 24 bits; a sample without a loop has none")
  func formats() throws {
    var sample = Self.sample(1)
    sample.lowBytes = sample.frames.map { UInt8(truncatingIfNeeded: $0) }
    var fixture = Self.fixture([sample])
    var tone = KnownTone().tone
    tone.loop = nil
    fixture.variants = [fixture.add(tone)]
    fixture.cents = [0.013]
    let result = try fixture.straighten().contents.samples[0]
    guard case .integer24 = result.recording else { throw CocoaError(.fileReadCorruptFile) }
    #expect(result.loop == nil)
    let values = result.values
    let ratio = exp2(0.013 / 1200) * 44_100 / Double(result.sampleRate)
    for frame in 60..<values.count - 60 {
      let value = KnownTone().value(Double(frame) * ratio)
      #expect(abs(values[frame] - value) <= 2e-5, "frame \(frame)")
    }
  }
}
