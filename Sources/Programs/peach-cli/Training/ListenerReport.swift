import Peach
import PeachTrainerUI

/// The result of `peach profile`, as JSON and as text with charts.
struct ListenerReport: Report {
  let history: TrainingHistory
  let texts: TrainerTexts

  var json: JSON {
    [
      "comparisons": history.comparisonCount, "matchings": history.matchingCount,
      "threshold": Self.json(level), "trend": "\(trend.label)", "change": change,
      "keys": Self.keys.map { key -> JSON in
        [
          "key": key, "trials": history.keyCounts[key], "threshold": Self.json(threshold(key: key)),
        ]
      },
      // Days since 1970-01-01.
      "days": days.map { day -> JSON in
        ["day": day.day, "threshold": Self.json(day.level.estimate)]
      },
      "intervals": intervals.map { interval -> JSON in
        [
          "semitones": interval.semitones, "trials": interval.trials,
          "threshold": Self.json(interval.threshold),
        ]
      },
    ]
  }

  /// A threshold in cents with its 95 % credible interval.
  private static func json(_ estimate: ThresholdEstimate) -> JSON {
    [
      "cents": estimate.cents, "lowest": estimate.band?.lowerBound,
      "highest": estimate.band?.upperBound,
    ]
  }

  private var trend: Trend { history.profile.history.trend }

  /// The factor by which the threshold changed, with its 95 % credible interval.
  private var change: JSON? {
    trend.change.map { change in
      [
        "days": trend.spanDays, "factor": change.factor, "lowest": change.band.lowerBound,
        "highest": change.band.upperBound, "finerProbability": trend.improvingProbability,
      ]
    }
  }

  private static let keys = 36...84

  var level: ThresholdEstimate { history.profile.profile.level.estimate }
  /// The days with trials.
  private var days: [LevelHistory.Day] { history.profile.history.days }

  private func threshold(key: Int) -> ThresholdEstimate {
    history.profile.threshold(for: Question(noteNumber: Double(key)))
  }

  /// The intervals with trials.
  private var intervals: [(semitones: Int, trials: Int, threshold: ThresholdEstimate)] {
    history.intervalCounts.indices.compactMap { index in
      let count = history.intervalCounts[index]
      guard count > 0, let interval = MusicalInterval(semitones: index - 12) else { return nil }
      let question = Question(noteNumber: 60, interval: interval)
      return (index - 12, count, history.profile.threshold(for: question))
    }
  }

  var keyboardChart: SkillChart {
    SkillChart(
      estimates: Self.keys.map { threshold(key: $0) },
      isTried: Self.keys.map { history.keyCounts[$0] > 0 })
  }

  /// Returns the last `count` calendar days, with gaps at days without training.
  func dayChart(count: Int) -> SkillChart {
    var estimates: [ThresholdEstimate?] = []
    if let last = days.last?.day {
      let first = max(days.first?.day ?? last, last - count + 1)
      estimates = Array(repeating: nil, count: last - first + 1)
      for day in days where day.day >= first { estimates[day.day - first] = day.level.estimate }
    }
    return SkillChart(estimates: estimates, isTried: estimates.map { $0 != nil })
  }

  var text: String {
    guard history.comparisonCount > 0 else { return texts[.profileNothing] }
    var lines = [
      texts.estimate(level), texts[.profileMeaning], texts.trend(trend),
      texts[.profileCount, "\(history.comparisonCount)", "\(history.matchingCount)"], "",
      texts[.profileKeyboard],
    ]
    let keyTable = stride(from: 36, through: 84, by: 6).map { key in
      texts.note(key).padded(to: 6) + texts.estimate(threshold(key: key))
    }
    lines += Self.joinColumns(keyboardChart.lines, keyTable)
    let octaves = stride(from: 36, through: 84, by: 12).map { texts.note($0).padded(to: 12) }
    lines += ["     └" + String(repeating: "─", count: 49), "      " + octaves.joined()]
    let chart = dayChart(count: 60)
    if chart.estimates.count > 1 {
      let dayTable = days.suffix(8).map { day in
        "\(CalendarDate(day: day.day))  \(texts.estimate(day.level.estimate))"
      }
      lines += ["", texts[.profileDays]] + Self.joinColumns(chart.lines, dayTable)
    }
    if history.intervalCounts.enumerated().contains(where: { $0 != 12 && $1 > 0 }) {
      lines += ["", texts[.profileIntervals]]
      lines += intervals.reversed().map { interval in
        "  " + texts.interval(interval.semitones).padded(to: 26)
          + texts.estimate(interval.threshold).padded(to: 34)
          + texts[.profileTried, "\(interval.trials)"]
      }
    }
    return lines.joined(separator: "\n")
  }

  private static func joinColumns(_ chart: [String], _ table: [String]) -> [String] {
    (0..<max(chart.count, table.count)).map { index in
      let left = index < chart.count ? chart[index] : ""
      return index < table.count ? "\(left)   \(table[index])" : left
    }
  }
}
