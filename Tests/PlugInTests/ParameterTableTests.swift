import PeachInstrumentModel
import PeachPlugIn
import Testing

@Suite("Parameter table")
struct ParameterTableTests {
  // SoundFont 2.04 §8.1.2 by number, with the names of SF2LibAU's tree.
  static let gaps: Set<UInt64> = [14, 18, 19, 20, 42, 49, 55]

  @Test("Addresses are the generator numbers 0 to 58 without gaps, and 1000 to 1023")
  func addresses() {
    let expected = (UInt64(0)...58).filter { !Self.gaps.contains($0) } + (1000...1023)
    #expect(UnitParameter.all.map(\.address) == expected)
    for gap in Self.gaps { #expect(UnitParameter.at(gap) == nil) }
    #expect(UnitParameter.at(59) == nil && UnitParameter.at(999) == nil)
    #expect(UnitParameter.at(1024) == nil && UnitParameter.at(.max) == nil)
  }

  @Test("Both identifiers find the parameter, and identifiers are unique")
  func names() {
    for parameter in UnitParameter.all {
      #expect(UnitParameter.named(parameter.identifier) == parameter)
      #expect(UnitParameter.named(parameter.sf2LibAUIdentifier) == parameter)
    }
    #expect(Set(UnitParameter.all.map(\.identifier)).count == UnitParameter.all.count)
    #expect(UnitParameter.named("initialFilterFc")?.address == 8)
    #expect(UnitParameter.named("initialFilterCutoff")?.address == 8)
    #expect(UnitParameter.named("startloopAddrsCoarseOffset")?.address == 45)
    #expect(UnitParameter.named("nothing") == nil)
  }

  @Test("Ranges are those of SoundFont, and values are clamped to them")
  func ranges() throws {
    let rows: [(UInt64, ClosedRange<Float>)] = [
      (0, -32768...32767), (5, -12000...12000), (8, 1500...13500), (9, 0...960),
      (13, -960...960), (15, 0...1000), (17, -500...500), (21, -12000...5000),
      (22, -16000...4500), (26, -12000...8000), (29, 0...1000), (31, -1200...1200),
      (37, 0...1440), (43, 0...32639), (46, -1...127), (48, 0...1440), (51, -120...120),
      (52, -99...99), (56, 0...1200), (58, -1...127), (1001, 0...60000), (1008, 0...200),
      (1010, -60...24), (1011, 0...200), (1013, 380...494), (1014, 0...36),
      (1015, 0...11), (1016, 0...16383), (1017, 0...127),
      (1018, 0...2), (1019, 0...100), (1020, 0...100), (1022, 0...4), (1023, 0...200),
    ]
    for (address, range) in rows {
      let parameter = try #require(UnitParameter.at(address))
      #expect(parameter.range == range, "\(address)")
      #expect(parameter.clamped(range.upperBound + 1e6) == range.upperBound)
      #expect(parameter.clamped(range.lowerBound - 1e6) == range.lowerBound)
      #expect(parameter.clamped(.nan) == nil)
    }
    #expect(UnitParameter.at(8)?.clamped(0) == 1500)
    #expect(
      UnitParameter.at(1017)?.clamped(41.6) == 42 && UnitParameter.at(1014)?.clamped(0.4) == 0)
    for address: UInt64 in [1000, 1002, 1003, 1005, 1007, 1009, 1021] {
      let parameter = try #require(UnitParameter.at(address))
      #expect(parameter.unit == UnitParameter.Unit.boolean)
      #expect(parameter.clamped(0.49) == 0 && parameter.clamped(0.5) == 1)
    }
  }

  // SoundFont 2.04 §9.6.2: what a message may not move.
  @Test("Key ranges, samples and meters are read-only")
  func readOnly() {
    let fixed = UnitParameter.all.filter { !$0.isWritable }.map(\.address)
    #expect(fixed == [41, 43, 44, 53, 54, 1004])
    for parameter in UnitParameter.all where !parameter.isWritable {
      #expect(!parameter.affectsSoundingNotes)
    }
    #expect(UnitParameter.at(1004)?.kind == .mode(UnitMode.activeVoiceCount))
    #expect(UnitParameter.at(1001)?.kind == .mode(.portamentoRate))
    #expect(UnitParameter.at(48)?.kind == .generator(Generator.initialAttenuation))
  }
}
