import Peach
import PeachTrainerUI

/// The result of `peach profile`, as JSON and as text with charts. Property names are JSON keys.
struct ListenerReport: Encodable {
  /// A threshold in cents with its 95 % credible interval.
  struct Estimate: Encodable {
    var cents: Double
    var lowest: Double?
    var highest: Double?

    init(_ estimate: ThresholdEstimate) {
      cents = estimate.cents
      lowest = estimate.band?.lowerBound
      highest = estimate.band?.upperBound
    }
  }

  /// The threshold at a key.
  struct Key: Encodable {
    var key: Int
    var trials: Int
    var threshold: Estimate
  }

  /// The threshold after a day with trials, in days since 1970-01-01.
  struct Day: Encodable {
    var day: Int
    var threshold: Estimate
  }

  /// The threshold of an interval with trials.
  struct Interval: Encodable {
    var semitones: Int
    var trials: Int
    var threshold: Estimate
  }

  var comparisons: Int
  var matchings: Int
  var threshold: Estimate
  var trend: String
  var keys: [Key]
  var days: [Day]
  var intervals: [Interval]

  init(_ history: TrainingHistory) {
    comparisons = history.comparisonCount
    matchings = history.matchingCount
    threshold = Estimate(history.profile.profile.level.estimate)
    trend = "\(history.profile.history.trend.label)"
    keys = (36...84).map { key in
      Key(
        key: key, trials: history.keyCounts[key],
        threshold: Estimate(history.profile.threshold(for: Question(noteNumber: Double(key)))))
    }
    days = history.profile.history.days.map {
      Day(day: $0.day, threshold: Estimate($0.level.estimate))
    }
    intervals = history.intervalCounts.indices.compactMap { index in
      guard history.intervalCounts[index] > 0,
        let interval = MusicalInterval(semitones: index - 12)
      else { return nil }
      let question = Question(noteNumber: 60, interval: interval)
      return Interval(
        semitones: index - 12, trials: history.intervalCounts[index],
        threshold: Estimate(history.profile.threshold(for: question)))
    }
  }
}

extension ListenerReport {
  /// Returns the last `count` calendar days, with `nil` for days without training.
  static func calendar(_ history: TrainingHistory, count: Int) -> [ThresholdEstimate?] {
    guard let last = history.profile.history.days.last?.day else { return [] }
    let first = max(history.profile.history.days.first?.day ?? last, last - count + 1)
    var estimates = [ThresholdEstimate?](repeating: nil, count: last - first + 1)
    for day in history.profile.history.days where day.day >= first {
      estimates[day.day - first] = day.level.estimate
    }
    return estimates
  }

  /// Returns the thresholds across the keyboard.
  static func keyboard(_ history: TrainingHistory) -> SkillChart {
    SkillChart(
      estimates: (36...84).map { history.profile.threshold(for: Question(noteNumber: Double($0))) },
      isTried: (36...84).map { history.keyCounts[$0] > 0 })
  }

  /// Returns the report as text for a terminal.
  static func text(_ history: TrainingHistory, _ texts: TrainerTexts) -> String {
    guard history.comparisonCount > 0 else { return texts[.profileNothing] }
    let level = history.profile.profile.level.estimate
    let trend: TrainerText =
      switch history.profile.history.trend.label {
      case .improving: .trendImproving
      case .stable: .trendStable
      case .declining: .trendDeclining
      }
    var lines = [
      texts.estimate(level), texts[.profileMeaning], texts[trend],
      texts[.profileCount, "\(history.comparisonCount)", "\(history.matchingCount)"], "",
      texts[.profileKeyboard],
    ]
    lines += joinColumns(keyboard(history).lines, keyTable(history, texts))
    lines.append("     └" + String(repeating: "─", count: 49))
    lines.append(
      "      "
        + stride(from: 36, through: 84, by: 12).map { texts.note($0).padded(to: 12) }.joined())
    let days = calendar(history, count: 60)
    if days.count > 1 {
      let chart = SkillChart(estimates: days, isTried: days.map { $0 != nil })
      lines += ["", texts[.profileDays]]
      lines += joinColumns(chart.lines, dayTable(history, texts))
    }
    if history.intervalCounts.enumerated().contains(where: { $0 != 12 && $1 > 0 }) {
      lines += ["", texts[.profileIntervals]] + intervalTable(history, texts)
    }
    return lines.joined(separator: "\n")
  }

  private static func joinColumns(_ chart: [String], _ table: [String]) -> [String] {
    (0..<max(chart.count, table.count)).map { index in
      let left = index < chart.count ? chart[index] : ""
      return index < table.count ? "\(left)   \(table[index])" : left
    }
  }

  private static func keyTable(_ history: TrainingHistory, _ texts: TrainerTexts) -> [String] {
    stride(from: 36, through: 84, by: 6).map { key in
      let estimate = history.profile.threshold(for: Question(noteNumber: Double(key)))
      return "\(texts.note(key).padded(to: 6))\(texts.estimate(estimate))"
    }
  }

  private static func dayTable(_ history: TrainingHistory, _ texts: TrainerTexts) -> [String] {
    history.profile.history.days.suffix(8).map { day in
      "\(CalendarDate(day: day.day))  \(texts.estimate(day.level.estimate))"
    }
  }

  private static func intervalTable(_ history: TrainingHistory, _ texts: TrainerTexts) -> [String] {
    history.intervalCounts.indices.reversed().compactMap { index in
      let count = history.intervalCounts[index]
      guard count > 0, let interval = MusicalInterval(semitones: index - 12) else { return nil }
      let question = Question(noteNumber: 60, interval: interval)
      return "  \(texts.interval(index - 12).padded(to: 26))"
        + texts.estimate(history.profile.threshold(for: question)).padded(to: 34)
        + texts[.profileTried, "\(count)"]
    }
  }
}
