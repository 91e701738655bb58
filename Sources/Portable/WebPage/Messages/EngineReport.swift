package import PeachMusicUnits
package import PeachTrainerUI

/// A report of the engine to the page.
package enum EngineReport: Equatable, Sendable, MessageField {
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

  package func write(to fields: inout MessageWriter) {
    switch self {
    case .targetBegan(let cue):
      fields.append("targetBegan")
      fields.add(cue)
    case .targetEnded(let cue):
      fields.append("targetEnded")
      fields.add(cue)
    case .referenceEnded(let cue):
      fields.append("referenceEnded")
      fields.add(cue)
    case .waited(let cue):
      fields.append("waited")
      fields.add(cue)
    case .bank(let name, let byteCount):
      fields.append("bank")
      fields.append(name)
      fields.add(byteCount)
    case .removedBank(let name):
      fields.append("removedBank")
      fields.append(name)
    case .sound(let sound):
      fields.append("sound")
      fields.add(sound)
    case .note(let text):
      fields.append("note")
      fields.append(text)
    case .song(let report):
      fields.append("song")
      fields.add(report)
    case .analysis(let report):
      fields.append("analysis")
      fields.add(report)
    }
  }

  package init?(from fields: inout MessageReader) {
    switch fields.next() {
    case "targetBegan":
      guard let cue = TrainerCue(from: &fields) else { return nil }
      self = .targetBegan(cue)
    case "targetEnded":
      guard let cue = TrainerCue(from: &fields) else { return nil }
      self = .targetEnded(cue)
    case "referenceEnded":
      guard let cue = TrainerCue(from: &fields) else { return nil }
      self = .referenceEnded(cue)
    case "waited":
      guard let cue = TrainerCue(from: &fields) else { return nil }
      self = .waited(cue)
    case "bank":
      guard let name = fields.next(), let byteCount = Int(from: &fields) else { return nil }
      self = .bank(name: name, byteCount: byteCount)
    case "removedBank":
      guard let name = fields.next() else { return nil }
      self = .removedBank(name: name)
    case "sound":
      guard let sound = TrainerSound(from: &fields) else { return nil }
      self = .sound(sound)
    case "note":
      guard let text = fields.next() else { return nil }
      self = .note(text)
    case "song":
      guard let report = SongReport(from: &fields) else { return nil }
      self = .song(report)
    case "analysis":
      guard let report = AnalysisReport(from: &fields) else { return nil }
      self = .analysis(report)
    default: return nil
    }
  }
}

/// A report and the time at which it is heard.
package struct TimedReport: Equatable, Sendable, MessageField {
  /// The frame of the audio clock; `nil` for reports that are not about sound.
  package var frame: Int64?
  package var report: EngineReport

  package init(frame: Int64?, _ report: EngineReport) {
    (self.frame, self.report) = (frame, report)
  }

  package init?(from fields: inout MessageReader) {
    guard let frame = fields.next(), let report = EngineReport(from: &fields) else { return nil }
    self.init(frame: Int64(frame), report)
  }

  package func write(to fields: inout MessageWriter) {
    fields.append(frame.map { "\($0)" } ?? "")
    fields.add(report)
  }
}

/// The time at which frames of the engine are heard, in seconds of the page's clock.
package struct AudioClock: Sendable {
  /// The time of frame 0.
  package var startSeconds: Double
  package var secondsPerFrame: Double

  package init(startSeconds: Double, secondsPerFrame: Double) {
    (self.startSeconds, self.secondsPerFrame) = (startSeconds, secondsPerFrame)
  }

  func seconds(ofFrame frame: Int64) -> Double { startSeconds + Double(frame) * secondsPerFrame }
}

extension TrainerSound: MessageField {
  package init?(from fields: inout MessageReader) {
    guard let tag = fields.next(), let name = fields.next(), let bank = fields.next(),
      let keys = ClosedRange<UInt8>(from: &fields), let badge = IntonationBadge?(from: &fields)
    else { return nil }
    self.init(tag: tag, name: name, bank: bank, badge: badge, compass: keys)
  }

  package func write(to fields: inout MessageWriter) {
    fields.append(tag)
    fields.append(name)
    fields.append(bank)
    fields.add(compass ?? 0...127)
    fields.add(badge)
  }
}

/// A deviation that is not known is negative.
extension IntonationBadge: MessageField {
  package init?(from fields: inout MessageReader) {
    switch fields.next() {
    case "unpitched": self = .unpitched
    case "exact": self = .exact
    case "straight":
      guard let deviation = fields.number() else { return nil }
      self = .straight(deviationCents: deviation < 0 ? nil : deviation)
    case "varying":
      // Badges that earlier versions stored have no later pitch.
      guard let mean = fields.number(), let variation = fields.number(),
        let reason = fields.next(), let later = Double?(from: &fields)
      else { return nil }
      self = .varying(
        meanCents: mean, variationCents: variation, laterCents: later ?? 0,
        reason: ToneVerdict(word: reason))
    default: return nil
    }
  }

  package func write(to fields: inout MessageWriter) {
    switch self {
    case .unpitched: fields.append("unpitched")
    case .exact: fields.append("exact")
    case .straight(let deviation):
      fields.append("straight")
      fields.add(deviation ?? -1)
    case .varying(let mean, let variation, let later, let reason):
      fields.append("varying")
      fields.add(mean)
      fields.add(variation)
      fields.append(reason?.word ?? "")
      fields.add(later)
    }
  }
}

extension ToneVerdict {
  var word: String {
    switch self {
    case .alreadyStraight: "alreadyStraight"
    case .straight: "straight"
    case .severalPlayers: "severalPlayers"
    case .decaying: "decaying"
    case .unpitched: "unpitched"
    case .unverified: "noCommonContour"
    }
  }

  init?(word: String) {
    guard let verdict = ToneVerdict.allCases.first(where: { $0.word == word }) else { return nil }
    self = verdict
  }
}
