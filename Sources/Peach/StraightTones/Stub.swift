import PeachIntonation
extension StraightTone {
  static func isStraightened(verdicts: [Verdict]) -> Bool {
    3 * verdicts.count { $0 == .severalPlayers || $0 == .unpitched } <= verdicts.count && verdicts.contains { $0 == .straight || $0 == .alreadyStraight }
  }
}
