import PeachInstrumentFiles
import PeachInstrumentModel
import SoundFontFixtures
import Testing

@Suite("Modulator rules")
struct ModulatorRuleTests {
  typealias Zone = SoundFontBuilder.Zone

  private func modulator(
    _ source: UInt16, _ destination: UInt16, _ amount: Int16, scaledBy scale: UInt16 = 0,
    transform: UInt16 = 0
  ) -> Modulator {
    Modulator(
      source: source, destination: destination, amount: amount, amountSource: scale,
      transform: transform)
  }

  /// Returns the first region's modulators for one preset and one instrument with these zones.
  private func modulators(
    _ instrument: [Zone], _ preset: [Zone] = [Zone(plays: 0)]
  ) throws -> [Modulator] {
    var builder = SoundFontBuilder.simple
    builder.instruments = [.init(zones: instrument)]
    builder.presets = [.init(zones: preset)]
    return try #require(try builder.regions().first).modulators
  }

  /// Returns the modulators of the instrument's only zone, without the default ones.
  private func added(_ zone: [Modulator]) throws -> [Modulator] {
    let all = try modulators([Zone(modulators: zone, plays: 0)])
    return Array(all.dropFirst(DefaultModulators().modulators.count))
  }

  @Test("The ten default modulators match §8.4")
  func specification() {
    // Source, destination, amount, amount source; §8.4.1 to 8.4.10. The source of 8.4.5 is the one
    // described, not the misprint; the last destination is the initial pitch.
    let text: [(UInt16, UInt16, Int16, UInt16)] = [
      (0x0502, 48, 960, 0), (0x0102, 8, -2400, 0), (0x000D, 6, 50, 0), (0x0081, 6, 50, 0),
      (0x0587, 48, 960, 0), (0x028A, 17, 1000, 0), (0x058B, 48, 960, 0), (0x00DB, 16, 200, 0),
      (0x00DD, 15, 200, 0), (0x020E, 52, 12700, 0x10),
    ]
    let expected = text.map { modulator($0.0, $0.1, $0.2, scaledBy: $0.3) }
    #expect(DefaultModulators(reading: .specification).modulators == expected)
  }

  @Test("In practice mode velocity does not affect the filter, and pan covers the range once")
  func practice() throws {
    let all = try modulators([Zone(plays: 0)])
    #expect(all == DefaultModulators().modulators && all.count == 9)
    #expect(!all.contains { $0.destination == 8 })
    #expect(all.first { $0.destination == 17 }?.amount == 504)
  }

  @Test("Instrument modulators replace equal default ones, local before global (§9.5.1)")
  func replacing() throws {
    let all = try modulators([
      Zone(modulators: [modulator(0x0502, 48, 1), modulator(0x0081, 6, 2)], plays: nil),
      Zone(modulators: [modulator(0x0502, 48, 3)], plays: 0),
    ])
    #expect(all.count == 9)
    #expect(all.first { $0.source == 0x0502 }?.amount == 3)
    #expect(all.first { $0.source == 0x0081 }?.amount == 2)
  }

  @Test("Modulators that differ in any of four fields are separate")
  func identity() throws {
    let others = [
      modulator(0x0402, 48, 1), modulator(0x0502, 8, 2), modulator(0x0502, 48, 3, scaledBy: 3),
      modulator(0x0502, 48, 4, transform: 2),
    ]
    #expect(try added(others) == others)
  }

  @Test("The last of two equal modulators in a zone counts (§7.4)")
  func duplicates() throws {
    #expect(
      try added([modulator(2, 17, 5), modulator(3, 17, 6), modulator(2, 17, 7)])
        == [modulator(2, 17, 7), modulator(3, 17, 6)])
  }

  @Test("Preset modulators add to equal ones, local replacing global; others are appended")
  func adding() throws {
    let all = try modulators(
      [Zone(modulators: [modulator(2, 17, 100)], plays: 0)],
      [
        Zone(modulators: [modulator(2, 17, 1000), modulator(0x0081, 6, 5)], plays: nil),
        Zone(modulators: [modulator(2, 17, -30), modulator(3, 17, 4)], plays: 0),
      ])
    #expect(all.count == 11)
    #expect(all.first { $0.source == 2 }?.amount == 70)
    #expect(all.first { $0.source == 0x0081 }?.amount == 55)
    #expect(all.last == modulator(3, 17, 4))
    let saturated = try modulators(
      [Zone(modulators: [modulator(2, 17, 32767)], plays: 0)],
      [Zone(modulators: [modulator(2, 17, 32767)], plays: 0)])
    #expect(saturated.first { $0.source == 2 }?.amount == 32767)
  }

  @Test("Modulators with unknown sources are ignored, others stay (§8.2.1, 8.2.4)")
  func sources() throws {
    let good = modulator(2, 17, 1)
    let general: Set<UInt16> = [0, 2, 3, 10, 13, 14, 16]
    for index: UInt16 in 0...126 {
      let isKnown = general.contains(index)
      // Amount source 1 makes it differ from `good` in every case.
      let asSource = modulator(index, 17, 9, scaledBy: 0x81)
      #expect(try added([good, asSource]) == (isKnown ? [good, asSource] : [good]))
      let asScale = modulator(0x81, 17, 9, scaledBy: index)
      #expect(try added([good, asScale]) == (isKnown ? [good, asScale] : [good]))
    }
    for index: UInt16 in 0...127 {
      let isIllegal =
        [0, 6, 32, 38].contains(index) || (33...63).contains(index)
        || (98...101).contains(index) || index >= 120
      let control = modulator(0x80 | index, 17, 9, scaledBy: 3)
      #expect(try added([good, control]) == (isIllegal ? [good] : [good, control]))
    }
    for type: UInt16 in 0...63 {
      let curved = modulator(type << 10 | 2, 17, 9, scaledBy: 3)
      #expect(try added([good, curved]) == (type <= 3 ? [good, curved] : [good]))
    }
  }

  @Test("Only value generators are destinations, and only two transforms are valid (§8.1.1, 8.3)")
  func destinationsAndTransforms() throws {
    let values: Set<UInt16> = Set(0...13).union([15, 16, 17]).union(21...40)
      .union([45, 48, 50, 51, 52, 56])
    for number: UInt16 in Array(0...300) + [0x7FFF] {
      let found = try added([modulator(3, number, 9)])
      #expect(found.count == (values.contains(number) ? 1 : 0), "\(number)")
    }
    // Sample addresses are undefined at the preset level.
    for address: UInt16 in [0, 1, 2, 3, 4, 12, 45, 50] {
      let zone = Zone(modulators: [modulator(3, address, 9)], plays: 0)
      #expect(try modulators([Zone(plays: 0)], [zone]) == DefaultModulators().modulators)
    }
    for transform: UInt16 in [0, 1, 2, 3, 4, 65535] {
      let found = try added([modulator(3, 17, 9, transform: transform)])
      #expect(found.count == (transform == 0 || transform == 2 ? 1 : 0))
    }
  }

  @Test("Links refer to the same modulators after merging (§9.5.4)")
  func links() throws {
    // The specification's example: the first and the second feed the third.
    let chain = [
      modulator(0x81, 0x8002, 10), modulator(2, 0x8002, 20), modulator(127, 8, 30),
    ]
    let local =
      [modulator(3, 17, 1)]
      + chain.map { one in
        var moved = one
        if one.destination == 0x8002 { moved.destination = 0x8003 }
        return moved
      }
    for all in [
      try modulators([Zone(modulators: chain, plays: 0)]),
      try modulators([Zone(modulators: chain, plays: nil), Zone(plays: 0)]),
      try modulators([Zone(modulators: local, plays: 0)], [Zone(modulators: chain, plays: 0)]),
    ] {
      let linked = all.filter { $0.destination & 0x8000 != 0 }
      #expect(linked.count == 2 * all.count { $0.source == 127 })
      for modulator in linked {
        let target = all[Int(modulator.destination & 0x7FFF)]
        #expect(target.source == 127 && target.amount == 30)
      }
    }
    // An equal local chain replaces the entire global one.
    var other = chain
    other[0].amount = 77
    let replaced = try modulators([
      Zone(modulators: chain, plays: nil), Zone(modulators: other, plays: 0),
    ])
    #expect(replaced.filter { $0.destination & 0x8000 != 0 }.map(\.amount) == [77, 20])
  }

  @Test("Chains may have several links, in any order")
  func longChains() throws {
    let all = try modulators([
      Zone(
        modulators: [
          modulator(127, 8, 1), modulator(127, 0x8000, 2), modulator(3, 0x8001, 3),
        ], plays: 0)
    ])
    let last = try #require(all.last)
    let middle = all[Int(last.destination & 0x7FFF)]
    let first = all[Int(middle.destination & 0x7FFF)]
    #expect(last.amount == 3 && middle.amount == 2 && first.amount == 1)
    #expect(all.count == 12)
  }

  @Test("Circular, invalid and missing links disable only their dependents")
  func brokenLinks() throws {
    let good = modulator(2, 17, 1)
    let cases: [[Modulator]] = [
      [modulator(127, 0x8001, 1)],  // itself
      [modulator(127, 0x8002, 1), modulator(127, 0x8001, 1)],  // a circle
      [modulator(3, 0x8003, 1), modulator(127, 0x8003, 1), modulator(127, 0x8002, 1)],
      [modulator(3, 0x8009, 1)],  // beyond the zone
      [modulator(3, 0xFFFF, 1)],
      [modulator(3, 0x8000, 1)],  // to one that takes no link
      [modulator(127, 8, 1)],  // without a source
      [modulator(127, 0x8002, 1), modulator(127, 8, 1)],
      [modulator(3, 0x8002, 1), modulator(127, 99, 1)],  // to one that is unknown
      [modulator(1, 0x8002, 1), modulator(127, 8, 1)],  // from one that is unknown
      [modulator(3, 17, 1, scaledBy: 127)],  // a link does not scale
    ]
    for broken in cases { #expect(try added([good] + broken) == [good], "\(broken)") }
  }
}
