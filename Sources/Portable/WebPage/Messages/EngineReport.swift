import PeachMusicUnits
package import PeachTrainerUI

/// A report of the engine to the page.
package enum EngineReport: Equatable, Sendable {
  case targetBegan(TrainerCue)
  case targetEnded(TrainerCue)
  case referenceEnded(TrainerCue)
  case waited(TrainerCue)
  /// A bank was read. Reports of its sounds follow.
  case bank(name: String, byteCount: Int)
  case removedBank(name: String)
  /// A pitched preset of a bank.
  case sound(TrainerSound)
  /// A message for the user.
  case note(String)
  case song(SongReport)
  case analysis(AnalysisReport)

  /// The line of text that ``init(line:)`` parses to the same report.
  package var line: String {
    switch self {
    case .targetBegan(let cue): TabbedLine("targetBegan").and(cue).text
    case .targetEnded(let cue): TabbedLine("targetEnded").and(cue).text
    case .referenceEnded(let cue): TabbedLine("referenceEnded").and(cue).text
    case .waited(let cue): TabbedLine("waited").and(cue).text
    case .bank(let name, let count): TabbedLine("bank").and(name).and(count).text
    case .removedBank(let name): TabbedLine("removedBank").and(name).text
    case .sound(let sound):
      TabbedLine("sound").and(sound.tag).and(sound.name).and(sound.bank)
        .and(Int(sound.compass?.lowerBound ?? 0)).and(Int(sound.compass?.upperBound ?? 127))
        .and(sound.badge).text
    case .note(let text): TabbedLine("note").and(text).text
    case .song(let report): report.line
    case .analysis(let report): report.line
    }
  }

  /// Returns `nil` if the line is not a report.
  package init?(line: String) {
    if let report = SongReport(line: line) {
      self = .song(report)
      return
    }
    if let report = AnalysisReport(line: line) {
      self = .analysis(report)
      return
    }
    var fields = TabbedFields(line)
    let name = fields.text()
    switch name {
    case "targetBegan"?, "targetEnded"?, "referenceEnded"?, "waited"?:
      guard let cue = fields.cue() else { return nil }
      switch name {
      case "targetBegan"?: self = .targetBegan(cue)
      case "targetEnded"?: self = .targetEnded(cue)
      case "referenceEnded"?: self = .referenceEnded(cue)
      default: self = .waited(cue)
      }
    case "bank"?:
      guard let name = fields.text(), let count = fields.integer() else { return nil }
      self = .bank(name: name, byteCount: count)
    case "removedBank"?:
      guard let name = fields.text() else { return nil }
      self = .removedBank(name: name)
    case "sound"?:
      guard let tag = fields.text(), let name = fields.text(), let bank = fields.text(),
        let low = fields.byte(), let high = fields.byte(), low <= high, high < 128,
        let badge = fields.badge()
      else { return nil }
      self = .sound(
        TrainerSound(tag: tag, name: name, bank: bank, badge: badge, compass: low...high))
    case "note"?:
      guard let text = fields.text() else { return nil }
      self = .note(text)
    default: return nil
    }
  }
}

extension TabbedLine {
  func and(_ badge: IntonationBadge?) -> TabbedLine {
    switch badge {
    case nil: return and("unknown")
    case .unpitched?: return and("unpitched")
    case .exact?: return and("exact")
    case .straight(let cents)?: return and("straight").and(cents ?? -1)
    case .varying(let mean, let variation, _, let reason)?:
      let word =
        switch reason {
        case .severalPlayers?: "severalPlayers"
        case .decaying?: "decaying"
        case .unverified?: "noCommonContour"
        default: ""
        }
      return and("varying").and(mean).and(variation).and(word)
    }
  }
}

extension TabbedFields {
  mutating func badge() -> IntonationBadge?? {
    switch text() {
    case "unknown"?: return .some(nil)
    case "unpitched"?: return .unpitched
    case "exact"?: return .exact
    case "straight"?:
      return number().map { .straight(deviationCents: $0 < 0 ? nil : $0) }
    case "varying"?:
      guard let mean = number(), let variation = number() else { return nil }
      let reason: ToneVerdict? =
        switch text() {
        case "severalPlayers"?: .severalPlayers
        case "decaying"?: .decaying
        case "noCommonContour"?: .unverified
        default: nil
        }
      return .varying(
        meanCents: mean, variationCents: variation, laterCents: 0, reason: reason)
    default: return nil
    }
  }
}
