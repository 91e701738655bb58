package import PeachMusicUnits
package import PeachTrainerUI

/// A report of the engine to the page.
package enum EngineReport: Equatable, Sendable, Message {
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

  package static let cases = MessageCase<EngineReport>.list {
    MessageCase("targetBegan", EngineReport.targetBegan) {
      if case .targetBegan(let cue) = $0 { cue } else { nil }
    }
    MessageCase("targetEnded", EngineReport.targetEnded) {
      if case .targetEnded(let cue) = $0 { cue } else { nil }
    }
    MessageCase("referenceEnded", EngineReport.referenceEnded) {
      if case .referenceEnded(let cue) = $0 { cue } else { nil }
    }
    MessageCase("waited", EngineReport.waited) {
      if case .waited(let cue) = $0 { cue } else { nil }
    }
    MessageCase("bank", EngineReport.bank) {
      if case .bank(let name, let byteCount) = $0 { (name, byteCount) } else { nil }
    }
    MessageCase("removedBank", EngineReport.removedBank) {
      if case .removedBank(let name) = $0 { name } else { nil }
    }
    MessageCase("sound", EngineReport.sound) {
      if case .sound(let sound) = $0 { sound } else { nil }
    }
    MessageCase("note", EngineReport.note) { if case .note(let text) = $0 { text } else { nil } }
    MessageCase("song", EngineReport.song) {
      if case .song(let report) = $0 { report } else { nil }
    }
    MessageCase("analysis", EngineReport.analysis) {
      if case .analysis(let report) = $0 { report } else { nil }
    }
  }
}

/// A report and the time at which it is heard.
package struct TimedReport: Equatable, Sendable, MessageRecord {
  /// The frame of the audio clock; `nil` for reports that are not about sound.
  package var frame: Int64?
  package var report: EngineReport

  package init(frame: Int64?, _ report: EngineReport) {
    (self.frame, self.report) = (frame, report)
  }

  package static let fields = MessageCase<TimedReport>(
    "", { TimedReport(frame: Int64($0), $1) },
    fields: { ($0.frame.map { "\($0)" } ?? "", $0.report) })
}

extension TimedReport {
  /// The text that ``init(line:)`` parses to the same report.
  package var line: String {
    var fields = MessageWriter()
    write(to: &fields)
    return fields.text
  }

  /// Returns `nil` if the line is not a report.
  package init?(line: String) {
    var fields = MessageReader(line)
    self.init(from: &fields)
    if !fields.isAtEnd { return nil }
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

extension TrainerSound: MessageRecord {
  package static let fields = MessageCase<TrainerSound>(
    "",
    {
      (
        tag: String, name: String, bank: String, keys: ClosedRange<UInt8>, badge: IntonationBadge?
      ) in
      TrainerSound(tag: tag, name: name, bank: bank, badge: badge, compass: keys)
    },
    fields: { ($0.tag, $0.name, $0.bank, $0.compass ?? 0...127, $0.badge) })
}

extension IntonationBadge: Message {
  package static let cases = MessageCase<IntonationBadge>.list {
    MessageCase("unpitched", .unpitched)
    MessageCase("exact", .exact)
    // A deviation that is not known is negative.
    MessageCase("straight", { .straight(deviationCents: $0 < 0 ? nil : $0) }) {
      if case .straight(let deviation) = $0 { deviation ?? -1 } else { nil }
    }
    // Badges that earlier versions stored have no later pitch.
    MessageCase(
      "varying",
      { (mean: Double, variation: Double, reason: String, later: Double?) in
        .varying(
          meanCents: mean, variationCents: variation, laterCents: later ?? 0,
          reason: ToneVerdict(word: reason))
      },
      fields: {
        guard case .varying(let mean, let variation, let later, let reason) = $0 else {
          return nil
        }
        return (mean, variation, reason?.word ?? "", later as Double?)
      })
  }
}

extension ToneVerdict {
  fileprivate var word: String {
    switch self {
    case .alreadyStraight: "alreadyStraight"
    case .straight: "straight"
    case .severalPlayers: "severalPlayers"
    case .decaying: "decaying"
    case .unpitched: "unpitched"
    case .unverified: "noCommonContour"
    }
  }

  fileprivate init?(word: String) {
    guard let verdict = ToneVerdict.allCases.first(where: { $0.word == word }) else { return nil }
    self = verdict
  }
}
