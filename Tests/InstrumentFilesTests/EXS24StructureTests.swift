import PeachInstrumentFiles
import PeachInstrumentModel
import SoundFontFixtures
import SoundMeasurement
import Testing

@Suite("EXS24 structure")
struct EXS24StructureTests {
  private func bank(_ builder: EXS24Builder, files: [String: [UInt8]] = [:]) throws -> SoundBank {
    try InstrumentFile.read(
      ByteStorage(copying: builder.bytes), folders: MemoryFolders(files: files).folders(own: "/i"))
  }

  private let wave = WaveFile([Int16](repeating: 1, count: 100)).bytes

  @Test("Zones of one long file play their frame ranges; without an end, up to the next zone")
  func consolidated() throws {
    for isBigEndian in [false, true] {
      var builder = EXS24Builder(isBigEndian: isBigEndian)
      builder.addInstrument("long")
      builder.addZone("a", keys: 0...59, frames: (0, 0))
      builder.addZone("b", keys: 60...60, frames: (30, 50), loop: 35..<45)
      builder.addZone("c", keys: 61...127, frames: (70, 0))
      builder.addSample("all.caf", folder: "/Volumes/me/gone")
      // The sample was converted and moved to the instrument's folder.
      let bank = try bank(builder, files: ["/i/all.wav": wave, "/i/x.exs": []])
      #expect(bank.warnings.isEmpty)
      let samples = bank.regions(ofPresetAt: 0).map { bank.samples[$0.sample] }
      #expect(samples.map(\.frameCount) == [30, 20, 30])
      #expect(samples[1].loop == 5..<15 && samples[0].loop == nil)
    }
  }

  @Test("Groups restrict ranges, alternate, mute, and choke each other")
  func groups() throws {
    var builder = EXS24Builder()
    builder.addInstrument("groups")
    for group in 0..<4 {
      builder.addZone("z", keys: 20...100, group: group, flags: 1, velocities: 10...120)
    }
    for index in 0..<4 {
      builder.addGroup("g") { bytes in
        bytes[0] = 253  // −3 dB
        bytes[5] = 20
        bytes[6] = 127
        if index < 2 { bytes[84] = 2 }
        if index == 2 { bytes[4] = 7 }
        if index == 2 { bytes[73] = 1 }
        if index == 3 { bytes[3] = 16 }
        bytes[88] = 30
      }
    }
    builder.addSample("a.wav", folder: "")
    let regions = try bank(builder, files: ["/i/a.wav": wave]).regions(ofPresetAt: 0)
    #expect(regions.count == 3)
    for region in regions {
      #expect(region.keys == 30...100 && region.velocities == 20...120)
      #expect(region.generators[.initialAttenuation] == 30)
      #expect(region.conditions?.isOneShot == true)
    }
    #expect(regions.map { $0.conditions?.sequencePosition } == [1, 2, 1])
    #expect(regions.map { $0.conditions?.sequenceLength } == [2, 2, 1])
    #expect(regions[2].generators[.exclusiveClass] == 7)
    #expect(regions[2].conditions?.trigger == .release)
  }

  // EXS24 manual, zone parameters: a one-shot is "always played from beginning to end".
  @Test("A one-shot with a loop plays to its end, without the loop")
  func loopedOneShot() throws {
    for flags in [0, 1] as [UInt8] {
      var builder = EXS24Builder()
      builder.addInstrument("one")
      builder.addZone("z", frames: (0, 100), loop: 20..<80, flags: flags) { $0[34] = 2 }
      builder.addSample("a.wav", folder: "")
      let bank = try bank(builder, files: ["/i/a.wav": wave])
      let region = try #require(bank.regions(ofPresetAt: 0).first)
      let isOneShot = flags == 1
      #expect((region.conditions?.isOneShot == true) == isOneShot)
      #expect((region.generators[.sampleModes] == 0) == isOneShot)
      #expect((bank.samples[region.sample].loop == nil) == isOneShot)
      // The loop of the other zone alternates, which is not supported.
      #expect(bank.warnings.isEmpty == isOneShot)
    }
  }

  @Test("Missing bytes in a block cost that block and a warning")
  func lostBytes() throws {
    var builder = EXS24Builder()
    builder.addInstrument("damaged")
    builder.addZone("a")
    let index = builder.bytes.count - 20
    builder.addZone("b", keys: 3...4)
    builder.addSample("a.wav", folder: "")
    var bytes = builder.bytes
    bytes.removeSubrange(index..<index + 7)
    let instrument = try EXS24Instrument.read(ByteStorage(copying: bytes))
    #expect(instrument.zones.map(\.name) == ["a", "b"] && instrument.samples.count == 1)
    #expect(instrument.zones[1].lowKey == 3 && instrument.warnings.all.count == 1)
  }

  @Test("Envelopes, filter and bend use the units of Apple's own conversion")
  func units() throws {
    // The formulas of EXS24UnitConversion, computed by hand.
    #expect(EXS24UnitConversion.seconds(127) == 10 && EXS24UnitConversion.seconds(0) == 0)
    #expect(abs(EXS24UnitConversion.seconds(64) - 0.644919) < 1e-6)
    #expect(
      EXS24UnitConversion.cutoffHertz(0) == 20 && EXS24UnitConversion.cutoffHertz(1000) == 20_480)
    #expect(abs(EXS24UnitConversion.pitchCents(343) - 16.60954) < 1e-5)
    #expect(EXS24UnitConversion.pitchCents(-1000) == -1200)
    var builder = EXS24Builder()
    builder.addInstrument("units")
    builder.addZone("a", flags: 2)
    builder.addSample("a.wav", folder: "")
    builder.addParameters(
      [
        (0x2C, 1), (0x1E, 340), (0x1D, 250), (0x54, 127), (0x55, 64), (0x51, 0), (0x53, 64),
        (0x52, 127), (0x07, -6), (0x03, 12), (0x5A, -60),
      ], more: [(0x16D, 64)])
    let region = try #require(
      bank(builder, files: ["/i/a.wav": wave]).regions(ofPresetAt: 0).first)
    let values = region.generators
    // 20·2^3.4 Hz above 440: 6900 + 1200·log2(211.12/440).
    #expect(abs(values[.initialFilterCutoff] - 5628.68) < 0.1)
    #expect(values[.initialFilterResonance] == 100 && values[.initialAttenuation] == 60)
    // 40 s for 96 dB are 41.67 s for 100 dB.
    #expect(abs(values[.volumeEnvelopeDecay] - 6457.0) < 0.1)
    #expect(values[.volumeEnvelopeSustain] == 960 && values[.scaleTuning] == 0)
    // 1200·log2(0.64493)
    #expect(abs(values[.volumeEnvelopeAttack] + 759.35) < 0.1)
    #expect(abs(values[.volumeEnvelopeDelay] + 759.35) < 0.1)
    #expect(region.extendedParameters?.modulations.count == 1)
    let wheel = region.modulators.first { $0.source & 0xFF == 14 }
    #expect(wheel?.amount == 1200 && wheel?.source == 0x020E && wheel?.amountSource == 0)
    let velocity = region.modulators.first { $0.source & 0xFF == 2 }
    #expect(velocity?.source == 0x0502 && velocity?.amount == 600)
  }

  @Test(
    "Six filter types: 24 dB per octave have four poles, as have 18 with a warning",
    arguments: [
      (0, RegionFilter.lowPass4Pole), (1, .lowPass4Pole), (2, .lowPass), (3, .lowPass1Pole),
      (4, .highPass), (5, .bandPass), (6, nil),
    ])
  func filters(type: Int, filter: RegionFilter?) throws {
    var builder = EXS24Builder()
    builder.addInstrument("filters")
    builder.addZone("a")
    builder.addSample("a.wav", folder: "")
    // Filter on, its frequency, its resonance and its type.
    builder.addParameters([(0x2C, 1), (0x1E, 340), (0x1D, 250), (0xF3, type)])
    let bank = try bank(builder, files: ["/i/a.wav": wave])
    let region = try #require(bank.regions(ofPresetAt: 0).first)
    #expect((region.generators[.initialFilterCutoff] < 13_500) == (filter != nil))
    #expect((region.extendedParameters?.filter ?? .lowPass) == filter ?? .lowPass)
    #expect(bank.warnings.contains { $0.contains("of type 6") } == (filter == nil))
    #expect(bank.warnings.contains { $0.contains("18 dB per octave") } == (type == 1))
    #expect((region.generators[.initialFilterResonance] == 0) == (filter?.isOnePole ?? true))
  }
}
