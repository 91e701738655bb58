import Peach
import PeachTrainerUI

/// The result of `peach profile`, as JSON and as text with charts.
struct ListenerReport: Report {
  let profile: ListenerProfile
  let texts: TrainerTexts

  private var history: TrainingHistory { profile.history }
  private var trend: Trend { profile.trend }

  var json: JSON {
    [
      "comparisons": history.comparisonCount, "matchings": history.matchingCount,
      "threshold": Self.json(profile.level), "trend": "\(trend.label)", "change": change,
      "keys": ListenerProfile.keys.map { key -> JSON in
        [
          "key": key, "trials": history.keyCounts[key],
          "threshold": Self.json(profile.threshold(key: key)),
        ]
      },
      // Days since 1970-01-01.
      "days": profile.days.map { day -> JSON in
        ["day": day.day, "threshold": Self.json(day.level.estimate)]
      },
      "intervals": profile.intervals.map { interval -> JSON in
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

  /// The factor by which the threshold changed, with its 95 % credible interval.
  private var change: JSON? {
    trend.change.map { change in
      [
        "days": trend.spanDays, "factor": change.factor, "lowest": change.band.lowerBound,
        "highest": change.band.upperBound, "finerProbability": trend.improvingProbability,
      ]
    }
  }

  var text: String {
    guard history.comparisonCount > 0 else { return Self.nothing(texts) }
    var lines = [
      texts.estimate(profile.level), texts[.profileMeaning], texts.trend(trend),
      texts[.profileCount, "\(history.comparisonCount)", "\(history.matchingCount)"], "",
      texts[.profileKeyboard],
    ]
    let keyTable = stride(from: 36, through: 84, by: 6).map { key in
      texts.note(key).padded(to: 6) + texts.estimate(profile.threshold(key: key))
    }
    lines += Self.joinColumns(profile.keyboardChart.lines, keyTable)
    let octaves = stride(from: 36, through: 84, by: 12).map { texts.note($0).padded(to: 12) }
    lines += ["     └" + String(repeating: "─", count: 49), "      " + octaves.joined()]
    let chart = profile.dayChart(count: 60)
    if chart.estimates.count > 1 {
      let dayTable = profile.days.suffix(8).map { day in
        "\(CalendarDate(day: day.day))  \(texts.estimate(day.level.estimate))"
      }
      lines += ["", texts[.profileDays]] + Self.joinColumns(chart.lines, dayTable)
    }
    if history.intervalCounts.enumerated().contains(where: { $0 != 12 && $1 > 0 }) {
      lines += ["", texts[.profileIntervals]]
      lines += profile.intervals.reversed().map { interval in
        "  " + texts.interval(interval.semitones).padded(to: 26)
          + texts.estimate(interval.threshold).padded(to: 34)
          + texts[.profileTried, "\(interval.trials)"]
      }
    }
    return lines.joined(separator: "\n")
  }

  /// The message without results.
  static func nothing(_ texts: TrainerTexts) -> String {
    "\(texts[.profileNothing]) \(texts[.profileRemedy])"
  }

  private static func joinColumns(_ chart: [String], _ table: [String]) -> [String] {
    (0..<max(chart.count, table.count)).map { index in
      let left = index < chart.count ? chart[index] : ""
      return index < table.count ? "\(left)   \(table[index])" : left
    }
  }
}
