import PeachEarTraining
package import PeachMusicUnits
import PeachTrialRecords

extension TrainerContent {
  /// Returns the trials of today and the days in a row, or `nil` without trials.
  package static func practice(_ trainer: Trainer) -> String? {
    let texts = trainer.texts
    let practice = trainer.history.practice
    let count = practice.trialCount(day: trainer.today)
    let streak = practice.streak(day: trainer.today)
    if count == 0 && streak == 0 { return nil }
    var text =
      count == 0 ? texts[.practiceNone] : texts[.practiceToday, texts.trials(count)]
    if streak > 1 {
      text += " · " + texts[count == 0 ? .practiceDaysBefore : .practiceDays, "\(streak)"]
    }
    return text
  }

  /// Returns the results of a session, an empty line between counts and threshold.
  package static func results(of summary: SessionSummary, _ trainer: Trainer) -> [ScreenLine] {
    let texts = trainer.texts
    let duration = texts.duration(seconds: summary.seconds)
    var lines: [String]
    if summary.exercise == .beats {
      lines = [texts[.summaryBeats, "\(summary.beatErrors.count)", duration]]
      if summary.beatErrors.count > 0 { lines.append(texts.beatAccuracy(summary.beatErrors)) }
    } else if summary.isMatching {
      lines = [texts[.summaryMatchings, "\(summary.errors.count)", duration]]
      if summary.errors.count > 0 { lines.append(texts.accuracy(summary.errors)) }
    } else {
      lines = [texts[.summaryComparisons, "\(summary.comparisons)", "\(summary.right)", duration]]
      if let threshold = summary.threshold {
        func text(_ estimate: ThresholdEstimate) -> String {
          summary.exercise == .purity ? texts.beatEstimate(estimate) : texts.estimate(estimate)
        }
        lines.append(texts[.summaryThreshold, text(threshold)])
        lines.append(
          summary.thresholdBefore.map { texts[.summaryBefore, text($0)] } ?? texts[.summaryFirst])
      }
    }
    if trainer.isSilent { lines.append(texts[.summarySilent]) }
    if let practice = practice(trainer) { lines += ["", practice] }
    return lines.map { ScreenLine($0.isEmpty ? "" : " \($0)") }
  }

  /// Returns the text before a block of a study, or after the last one.
  static func study(_ trainer: Trainer) -> [ScreenLine] {
    guard let study = trainer.study else { return [] }
    let texts = trainer.texts
    var lines = [texts[.studyParticipant, study.participant]]
    if let next = study.current {
      lines += [
        texts[
          .studyBlock, "\(next.blockNumber)", "\(study.blockCount)",
          texts.trials(study.blockTrialCount)], texts[.studyQuestion],
      ]
    } else {
      lines.append(texts[.studyOver])
    }
    return lines.map { ScreenLine(" \($0)") }
  }

  /// Returns the listener's thresholds and errors.
  static func profile(_ trainer: Trainer, _ layout: ListenerProfile.Layout) -> [ScreenLine] {
    let lines = ListenerProfile(trainer.history).lines(trainer.texts, layout)
    if lines.isEmpty { return [ScreenLine(" \(trainer.texts[.profileNothing])")] }
    return lines.map { ScreenLine(" \($0)") }
  }

  mutating func addResets(_ trainer: Trainer, chosen: TrainerReset) {
    let texts = trainer.texts
    rows = [ScreenLine(" \(texts[.resetMeaning])"), ScreenLine("")]
    for reset in trainer.resets {
      rows.append(Self.row(" \(Self.name(of: reset, texts))", isChosen: reset == chosen))
    }
  }

  /// Returns the name of a choice of the reset screen.
  package static func name(of reset: TrainerReset, _ texts: TrainerTexts) -> String {
    switch reset {
    case .cancel: texts[.resetCancel]
    case .settings: texts[.resetSettings]
    case .profile: texts[.resetProfile]
    case .allTrials: texts[.resetAllTrials]
    }
  }

  /// Returns what a badge means, in a sentence without a full stop.
  package static func meaning(of badge: IntonationBadge?, _ texts: TrainerTexts) -> String {
    switch badge {
    case nil: texts[.legendNotMeasured]
    case .exact?: texts[.legendExact]
    case .straight(nil)?: texts[.legendStraight]
    case .straight(let deviation?)?:
      texts[.legendStraightWithin, texts.cents(IntonationBadge.bound(ofDeviation: deviation))]
    case .varying(let mean, let variation, _, nil)?:
      texts[.legendVarying, texts.cents(mean), texts.cents(variation)]
    case .varying(let mean, _, _, let reason?)?:
      texts[.legendMean, texts.cents(mean)] + ": " + meaning(of: reason, texts)
    case .unpitched?: texts[.legendUnpitched]
    }
  }

  private static func meaning(of reason: ToneVerdict, _ texts: TrainerTexts) -> String {
    switch reason {
    case .severalPlayers: texts[.legendSeveralPlayers]
    case .decaying: texts[.legendDecaying]
    case .alreadyStraight, .straight, .unpitched, .unverified: texts[.legendNoCommonContour]
    }
  }

  /// Returns the badges of sounds with their meanings.
  private static func badges(
    _ texts: TrainerTexts
  ) -> [(sign: String, meaning: String)] {
    let (mean, variation) = (texts.cents(1.5), texts.cents(12))
    return [
      (texts[.badgeExact], texts[.legendExact]), (texts[.badgeStraight], texts[.legendStraight]),
      (
        texts[.badgeStraightWithin, texts.cents(0.5)],
        texts[.legendStraightWithin, texts.cents(0.5)]
      ),
      (texts[.badgeVarying, mean, variation], texts[.legendVarying, mean, variation]),
      (texts[.badgeMean, mean], texts[.legendMean, mean]),
      (texts[.badgeSeveralPlayers], texts[.legendSeveralPlayers]),
      (texts[.badgeDecaying], texts[.legendDecaying]),
      (texts[.badgeNoCommonContour], texts[.legendNoCommonContour]),
      (texts[.badgeUnpitched], texts[.legendUnpitched]),
      (texts[.notMeasured], texts[.legendNotMeasured]),
    ]
  }

  /// Returns all signs of the terminal with their meanings.
  static func signs(_ texts: TrainerTexts) -> [(sign: String, meaning: String)] {
    badges(texts).map { ("[\($0.sign)]", $0.meaning) } + [
      ("✓ ✗", texts[.legendAnswer]), ("● ○", texts[.legendNotes]), ("◆ │", texts[.legendMeter]),
      ("▸", texts[.legendChosenRow]),
      ("● \(texts[.sine])", texts[.legendChosenSound]),
      ("┤●", texts[.legendChart]), ("┤○", texts[.legendChartUntried]),
      ("┤░", texts[.legendBand]),
    ]
  }
}
