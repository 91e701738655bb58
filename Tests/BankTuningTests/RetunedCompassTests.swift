import Foundation
import PeachBankTuning
import PeachInstrumentFiles
import PeachInstrumentModel
import PeachIntonation
import PeachServices
import SoundFontFixtures
import Testing

@Suite("Tables of retuned banks")
struct RetunedCompassTests {
  /// A sine of 440 Hz at key 69, sharp by 1200·log₂(44,200 / 44,000) = 7.85 cents.
  private func builder() -> SoundFontBuilder {
    var builder = SoundFontBuilder()
    builder.samples = [
      SoundFontSample(
        frames: (0..<1000).map { Int16((16_000 * sin(2 * .pi * Double($0) / 100)).rounded()) },
        loop: 0..<1000, rate: 44_200, root: 69)
    ]
    builder.instruments = [.init("Sine", zones: [.init([.init(.sampleModes, 1)], plays: 0)])]
    return builder
  }

  private func tuned(_ bytes: [UInt8], allKeys: Bool = false) throws -> RetunedBank {
    try RetunedBank(
      SoundFont.read(ByteStorage(copying: bytes)), intonation: IntonationCache(folder: nil),
      evaluatesAllKeys: allKeys)
  }

  @Test("Presets that share an instrument but need different corrections get copies of it")
  func sharedInstrument() throws {
    var builder = builder()
    // The second is lower by 5 cents, and needs −2.85.
    builder.presets = [
      .init("Plain", program: 73, zones: [.init(plays: 0)]),
      .init("Lower", program: 40, zones: [.init([.init(.fineTune, -5)], plays: 0)]),
      .init("Same", program: 72, zones: [.init(plays: 0)]),
    ]
    let before = try tuned(builder.chunks.file)
    #expect(before.sharedRegionCount == 0 && before.presetsWithSharedZones.isEmpty)
    #expect(before.copiedInstrumentCount > 0)
    let after = try tuned(before.bytes())
    #expect(after.presets.map { $0.preset.name }.sorted() == ["Lower", "Plain", "Same"])
    for (old, new) in zip(before.presets, after.presets) {
      #expect(old.intonation.worstCents(after: false) > 2)
      #expect(old.intonation.worstCents(after: true) < 0.03, "\(old.preset.name)")
      #expect(new.intonation.worstCents(after: false) < 0.03, "\(new.preset.name)")
    }
    #expect(after.copiedInstrumentCount == 0)
  }

  @Test("The notes are those of the instrument's compass, or all on request")
  func compass() throws {
    var builder = builder()
    builder.presets = [
      .init("Flute", program: 73, zones: [.init(plays: 0)]),
      .init("Pad", program: 88, zones: [.init(plays: 0)]),
    ]
    let file = builder.chunks.file
    let presets = try tuned(file).presets
    // C4 to C7; a piano's keys for programs without a range.
    #expect(presets[0].intonation.notes.map { $0.key } == Array(60...96))
    #expect(presets[1].intonation.notes.map { $0.key } == Array(21...108))
    let all = try tuned(file, allKeys: true).presets
    #expect(all.allSatisfy { $0.intonation.notes.map { $0.key } == Array(0...127) })
  }

  @Test("A correction that makes a note of two regions less in tune is reduced")
  func layers() throws {
    var builder = builder()
    builder.instruments[0].zones.append(builder.instruments[0].zones[0])
    builder.presets = [.init("Two", program: 73, zones: [.init(plays: 0)])]
    let bank = try SoundFont.read(ByteStorage(copying: builder.chunks.file)).soundBank()
    var preset = MeasuredPreset(bank.regions(ofPresetAt: 0), in: bank, map: IntonationMap())
    // The note is the mean of both: in tune before, 3 cents sharp after.
    preset.corrections = [
      RegionCorrection(status: .applied, cents: 6, errorCents: -6),
      RegionCorrection(status: .tooUncertain, errorCents: 6),
    ]
    #expect(preset.intonation(keys: 60...72).worstCents(after: true) > 2.9)
    preset.limitCorrections(toNotesOf: 60...72)
    #expect(preset.corrections[0].cents == 0)
    // A correction that improves the note stays.
    preset.corrections = [
      RegionCorrection(status: .applied, cents: 6, errorCents: -6),
      RegionCorrection(status: .tooUncertain, errorCents: -1),
    ]
    preset.limitCorrections(toNotesOf: 60...72)
    #expect(preset.corrections[0].cents == 6)
  }
}
