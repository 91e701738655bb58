package import PeachMusicUnits

/// A report about the tuning of a bank.
package enum AnalysisReport: Equatable, Sendable, MessageField {
  case progress(percent: Double)
  case preset(PresetProof)
  case steadiness(tag: String, ToneSteadiness)
  case failed(String)
  /// A request was performed.
  case finished

  package func write(to fields: inout MessageWriter) {
    switch self {
    case .progress(let percent):
      fields.append("progress")
      fields.add(percent)
    case .preset(let proof):
      fields.append("preset")
      fields.add(proof)
    case .steadiness(let tag, let steadiness):
      fields.append("steadiness")
      fields.append(tag)
      fields.add(steadiness)
    case .failed(let reason):
      fields.append("failed")
      fields.append(reason)
    case .finished: fields.append("finished")
    }
  }

  package init?(from fields: inout MessageReader) {
    switch fields.next() {
    case "progress":
      guard let percent = fields.number() else { return nil }
      self = .progress(percent: percent)
    case "preset":
      guard let proof = PresetProof(from: &fields) else { return nil }
      self = .preset(proof)
    case "steadiness":
      guard let tag = fields.next(), let steadiness = ToneSteadiness(from: &fields) else {
        return nil
      }
      self = .steadiness(tag: tag, steadiness)
    case "failed":
      guard let reason = fields.next() else { return nil }
      self = .failed(reason)
    case "finished": self = .finished
    default: return nil
    }
  }
}

/// The tuning of a preset before and after a change, in cents: the largest error of a note's mean
/// pitch, and the largest deviation of 100 ms.
package struct PresetProof: Equatable, Sendable {
  package var tag: String
  /// The badge as played; `nil` if it is that of the last proof.
  package var badge: IntonationBadge?
  package var beforeCents: Double
  package var beforeWindowCents: Double
  package var afterCents: Double
  package var afterWindowCents: Double
  /// The notes as JSON, as a plot has them (``PlotData``): a list for each, with its key, its
  /// cents before the change and the reach of its 100 ms, and both after it. Empty without pitch.
  package var plot: String

  package init(
    tag: String, badge: IntonationBadge?, beforeCents: Double, beforeWindowCents: Double,
    afterCents: Double, afterWindowCents: Double, plot: String
  ) {
    (self.tag, self.badge, self.plot) = (tag, badge, plot)
    (self.beforeCents, self.beforeWindowCents) = (beforeCents, beforeWindowCents)
    (self.afterCents, self.afterWindowCents) = (afterCents, afterWindowCents)
  }
}

extension PresetProof: MessageField {
  package init?(from fields: inout MessageReader) {
    guard let tag = fields.next(), let before = fields.number(),
      let beforeWindow = fields.number(), let after = fields.number(),
      let afterWindow = fields.number(), let plot = fields.next(),
      let badge = IntonationBadge?(from: &fields)
    else { return nil }
    self.init(
      tag: tag, badge: badge, beforeCents: before, beforeWindowCents: beforeWindow,
      afterCents: after, afterWindowCents: afterWindow, plot: plot)
  }

  package func write(to fields: inout MessageWriter) {
    fields.append(tag)
    fields.add(beforeCents)
    fields.add(beforeWindowCents)
    fields.add(afterCents)
    fields.add(afterWindowCents)
    fields.append(plot)
    fields.add(badge)
  }
}

extension ToneSteadiness: MessageField {
  package init?(from fields: inout MessageReader) {
    switch fields.next() {
    case "steady": self = .steady
    case "fewOvertones": self = .fewOvertones
    case "offPitch":
      guard let cents = fields.number() else { return nil }
      self = .offPitch(cents: cents)
    case "fluctuating":
      guard let decibels = fields.number() else { return nil }
      self = .fluctuating(decibels: decibels)
    case "notStraight":
      guard let word = fields.next(), let verdict = ToneVerdict(word: word) else { return nil }
      self = .notStraight(verdict)
    default: return nil
    }
  }

  package func write(to fields: inout MessageWriter) {
    switch self {
    case .steady: fields.append("steady")
    case .fewOvertones: fields.append("fewOvertones")
    case .offPitch(let cents):
      fields.append("offPitch")
      fields.add(cents)
    case .fluctuating(let decibels):
      fields.append("fluctuating")
      fields.add(decibels)
    case .notStraight(let verdict):
      fields.append("notStraight")
      fields.append(verdict.word)
    }
  }
}
