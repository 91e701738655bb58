import PeachServices
import TestEnvironment
import Testing

/// The badges of soloists and ensembles of installed banks: those of the design, which follow from
/// an independent prototype of the analysis.
@Suite("Badges of real banks", .serialized)
struct BankBadgeTests {
  struct Case: Sendable, CustomStringConvertible {
    var bank: String
    var program: UInt8
    var description: String { "0:\(program) of \(bank.split(separator: "/").last ?? "")" }
  }

  private static func cases(_ bank: String, _ programs: [UInt8]) -> [Case] {
    TestFiles.exists(bank) ? programs.map { Case(bank: bank, program: $0) } : []
  }

  /// Bowed strings, brass, reeds and flutes of one player.
  static let soloists = TestScale.cases(
    short: cases(RenderTools.smallBank, [42, 56, 73]) + cases(RenderTools.largeBank, [42]),
    full: cases(RenderTools.smallBank, [42, 56, 73])
      + cases(RenderTools.largeBank, [40, 41, 42, 43, 56, 57, 66, 68, 70, 71, 73])
      + cases(RenderTools.userBank, [40, 41, 42, 43, 56, 60, 66, 68, 70, 73]))

  /// String sections, choirs and voices.
  static let ensembles = TestScale.cases(
    short: cases(RenderTools.smallBank, [48, 52]) + cases(RenderTools.largeBank, [48]),
    // The voice of program 53 is one singer in the other banks.
    full: cases(RenderTools.largeBank, [48, 49, 52, 53])
      + [RenderTools.smallBank, RenderTools.userBank].flatMap { cases($0, [48, 49, 52]) })

  private static let straightTones = StraightToneCache(folder: nil)
  private static let corrections = IntonationCache(folder: nil)

  private func preset(_ chosen: Case) throws -> BankPreset {
    try SoundBank(contentsOf: chosen.bank).preset(bank: 0, program: chosen.program)
  }

  private func badge(_ chosen: Case) throws -> IntonationBadge {
    let preset = try preset(chosen)
    let found = try #require(
      try preset.playedIntonation(Self.corrections, straightTones: Self.straightTones))
    print("\(preset.preset.name), \(chosen): \(found.badge)")
    return found.badge
  }

  @Test("Soloists are straight, or exact as recorded", arguments: soloists)
  func soloist(chosen: Case) throws {
    #expect(try badge(chosen).isStraight)
  }

  @Test("String sections and choirs are of several players", arguments: ensembles)
  func ensemble(chosen: Case) throws {
    guard case .varying(_, _, _, .severalPlayers) = try badge(chosen) else {
      Issue.record("\(chosen)")
      return
    }
  }

  @Test(
    "After straightening, the badge states at most 0.8 cents, with loops of a few periods 1.6",
    arguments: TestScale.cases(
      short: cases(RenderTools.smallBank, [73]),
      full: cases(RenderTools.largeBank, [40, 41, 42, 43, 56, 57, 66, 68, 70, 71, 73])))
  func verified(chosen: Case) throws {
    let preset = try preset(chosen)
    _ = try preset.prepared(
      intonation: Self.corrections, tone: .straight, straightTones: Self.straightTones)
    guard case .straight(let deviation?) = try badge(chosen) else {
      Issue.record("\(chosen)")
      return
    }
    #expect(deviation <= ([56, 57, 71].contains(chosen.program) ? 1.6 : 0.8))
  }

  @Test(
    "Pianos and guitars decay",
    arguments: TestScale.cases(
      short: cases(RenderTools.smallBank, [24]),
      full: [RenderTools.smallBank, RenderTools.largeBank, RenderTools.userBank].flatMap {
        cases($0, [0, 24])
      }))
  func decaying(chosen: Case) throws {
    switch try badge(chosen) {
    case .exact, .varying(_, _, _, .decaying): break
    case let badge: Issue.record("\(chosen): \(badge)")
    }
  }
}
