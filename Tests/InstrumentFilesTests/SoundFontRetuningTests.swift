import Foundation
import PeachInstrumentFiles
import PeachInstrumentModel
import SoundFontFixtures
import Testing

@Suite("SoundFont retuning")
struct SoundFontRetuningTests {
  /// Two instruments with three samples, one of them played by three zones.
  static var builder: SoundFontBuilder {
    var builder = SoundFontBuilder()
    builder.samples = [0, 1, 2].map { index in
      SoundFontSample(
        frames: (0..<200).map { Int16($0 * 100 + index) }, loop: 0..<100,
        rate: [44_100, 22_050, 48_000][index], correction: [0, -3, 5][index])
    }
    func zone(
      _ sample: UInt16, _ settings: [SoundFontBuilder.Setting] = []
    ) -> SoundFontBuilder.Zone {
      .init([.init(.sampleModes, 1)] + settings, plays: sample)
    }
    builder.instruments = [
      .init("one", zones: [.init([.init(.pan, 1)], plays: nil), zone(0), zone(1), zone(1)]),
      .init("two", zones: [zone(1, [.init(.fineTune, 7)]), zone(2)]),
    ]
    builder.presets = [
      .init("A", program: 0, zones: [.init(plays: 0)]),
      .init("B", program: 1, zones: [.init(plays: 1), .init(plays: 0)]),
    ]
    return builder
  }

  private func read(_ bytes: [UInt8]) throws -> SoundFont {
    try SoundFont.read(ByteStorage(copying: bytes))
  }

  /// Returns a header's pitch relative to its root key in cents, assuming 44,100 Hz.
  private func cents(_ header: SampleHeader) -> Double {
    Double(header.pitchCorrection) + 1200 * log2(Double(header.sampleRate) / 44_100)
  }

  @Test(
    "Cents and sample rate together are within 0.04 cents of the target",
    arguments: [8_000, 22_050, 32_000, 44_100, 48_000, 96_000] as [UInt32])
  func tuning(rate: UInt32) throws {
    var builder = SoundFontBuilder.simple
    builder.samples[0].rate = rate
    builder.samples[0].correction = 12
    let header = try read(builder.chunks.file).samples[0]
    let own = SampleTuning(header)
    var worst = 0.0
    for step in -600...600 {
      let cents = Double(step) / 10 + 0.037
      let tuning = SampleTuning(header).raised(by: cents)
      // By the definition of the fields, §7.10.
      let reached =
        Double(tuning.pitchCorrection) - 12 + 1200 * log2(Double(tuning.sampleRate) / Double(rate))
      #expect(abs(reached - tuning.cents(above: own)) < 1e-6)
      #expect(abs(Double(tuning.pitchCorrection)) <= 99 && tuning.sampleRate >= 400)
      worst = max(worst, abs(reached - cents))
    }
    // A hertz of 8,000 is 0.22 cents: within ±5 integer cents there is a better pair.
    print("rate \(rate): within \(worst) cents")
    #expect(worst <= (rate < 20_000 ? 0.03 : 0.04))
    #expect(SampleTuning(header).raised(by: 0) == own)
  }

  @Test("Zones of different variants get separate headers, also with the same correction")
  func variants() throws {
    let font = try read(Self.builder.chunks.file)
    let retuning = SoundFontRetuning(
      font, centsOfZones: [0, 0, 2, 2, 2, 0], variantsOfZones: [0, 0, 4, 4, 0, 3])
    // Sample 1 is played by the zones 2 and 3 in one variant, and by zone 4 in another.
    #expect(retuning.headersOfZones == [nil, 0, 1, 1, 3, 2] && retuning.addedHeaderCount == 1)
    let result = try read(retuning.bytes())
    #expect(result.samples.count == 4 && result.samples[3].start == result.samples[1].start)
    #expect(abs(cents(result.samples[3]) - cents(result.samples[1])) < 1e-9)
    let none = SoundFontRetuning(font, centsOfZones: [0, 0, 2, 2, 2, 0])
    #expect(none.addedHeaderCount == 0)
  }

  @Test("Zones with different corrections get separate headers; the rest is unchanged")
  func zones() throws {
    let original = Self.builder.chunks.file
    let font = try read(original)
    #expect(font.instrumentZones.count == 6)
    // In order: the global zone, samples 0, 1, 1, and 1, 2.
    let requested = [0, 11.37, -4.25, 3.3, -4.25, 0]
    let retuning = SoundFontRetuning(font, centsOfZones: requested)
    #expect(retuning.changedHeaderCount == 3 && retuning.addedHeaderCount == 1)
    for (got, asked) in zip(retuning.centsOfZones, requested) { #expect(abs(got - asked) < 0.02) }
    let bytes = try retuning.bytes()
    let result = try read(bytes)
    #expect(result.samples.count == 4 && result.warnings == font.warnings)
    for zone in 1..<6 {
      func sample(_ font: SoundFont) throws -> SampleHeader {
        let generators = font.instrumentZones.generators(ofZone: zone)
        return font.samples[Int(try #require(generators.last).amount)]
      }
      let (before, after) = (try sample(font), try sample(result))
      #expect(abs(cents(after) - cents(before) - requested[zone]) < 0.02, "zone \(zone)")
      #expect((after.start, after.end) == (before.start, before.end))
      #expect((after.loopStart, after.loopEnd) == (before.loopStart, before.loopEnd))
      #expect(after.originalPitch == before.originalPitch && after.type == before.type)
    }
    // One more header with its list and file sizes; otherwise only headers and one generator
    // differ.
    #expect(bytes.count == original.count + 46)
    let same = zip(bytes, original).prefix { $0 == $1 }.count
    #expect(same == 4)
    func offset(_ code: String) throws -> Int {
      try #require(original.indices.first { original[$0...].starts(with: Array(code.utf8)) })
    }
    let list = try offset("pdta")
    let different = (8..<(try offset("shdr"))).filter {
      bytes[$0] != original[$0] && !(list - 4..<list).contains($0)
    }
    #expect(different.count == 1)
  }

  @Test("Without corrections the file is unchanged")
  func nothing() throws {
    let original = Self.builder.chunks.file
    let font = try read(original)
    let retuning = SoundFontRetuning(font, centsOfZones: [Double](repeating: 0, count: 6))
    #expect(retuning.changedHeaderCount == 0)
    #expect(try retuning.bytes() == original)
  }

  @Test("Regions know their zones, in playback order")
  func zonesOfRegions() throws {
    let font = try read(Self.builder.chunks.file)
    #expect(font.instrumentZonesOfRegions() == [[1, 2, 3], [4, 5, 1, 2, 3]])
    let bank = font.soundBank()
    for (index, zones) in font.instrumentZonesOfRegions().enumerated() {
      #expect(bank.regions(ofPresetAt: index).count == zones.count)
    }
  }
}
