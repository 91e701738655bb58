import PeachInstrumentModel
import SoundFontFixtures
import Testing

@testable import PeachInstrumentFiles

@Suite("SoundFont records")
struct SoundFontRecordTests {
  @Test("A four-character code has the bytes in file order and is printed readably")
  func codes() {
    let code: FourCharacterCode = "phdr"
    #expect(code.rawValue == 0x7264_6870)
    #expect(code.description == "phdr" && code.isPrintable)
    #expect(FourCharacterCode("LST").description == "LST ")
    let broken = FourCharacterCode(rawValue: 0x7264_6801)
    #expect(broken.description == "?hdr" && !broken.isPrintable)
  }

  @Test("Presets and instruments share zone tables, each with its own range (§7.2, §7.6)")
  func zones() throws {
    var builder = SoundFontBuilder.simple
    builder.instruments = [
      .init("One", zones: [.init(plays: 0)]),
      .init("Two", zones: [.init(plays: 0), .init(plays: 0)]),
    ]
    builder.presets = [
      .init("Both", program: 3, zones: [.init(plays: 0), .init(plays: 1)]),
      .init("Second", bank: 9, zones: [.init([.init(.pan, 5)], plays: 1)]),
    ]
    let font = try builder.chunks.read()
    let presets: [PresetHeader] = font.presets
    #expect(presets.map(\.name.text) == ["Both", "Second"])
    #expect(presets.map(\.zones) == [0..<2, 2..<3])
    #expect(presets.map { [$0.bank, $0.program] } == [[0, 3], [9, 0]])
    let instruments: [InstrumentHeader] = font.instruments
    #expect(instruments.map(\.zones) == [0..<1, 1..<3])
    let table: ZoneTable = font.presetZones
    #expect(table.count == 3 && font.instrumentZones.count == 3)
    // Pan is 17, instrument 41 (§8.1.2).
    #expect(table.generators(ofZone: 2).map(\.number) == [17, 41])
    #expect(table.generators(ofZone: 1).map(\.amount) == [1])
  }

  @Test("The sample type identifies ROM and compression (§7.10)")
  func types() throws {
    var builder = SoundFontBuilder.simple
    builder.samples.append(.init(frames: [1, 2, 3], rate: 8000, root: 255, correction: -50))
    let header: SampleHeader = try builder.chunks.read().samples[1]
    // The first has 100 frames, followed by 46 zero frames.
    #expect(header.start == 146 && header.end == 149 && header.sampleRate == 8000)
    #expect(header.originalPitch == 255 && header.pitchCorrection == -50)
    var changed = header
    for (type, isInROM, isCompressed) in [
      (1, false, false), (0x8001, true, false), (0x11, false, true), (0x8011, true, false),
    ] {
      changed.type = UInt16(type)
      #expect(changed.isInROM == isInROM && changed.isCompressed == isCompressed)
    }
  }
}
