import PeachServices
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
      "matchingErrors": Self.json(profile.matchings.errors),
      "matchingDays": profile.matchings.days.map { day -> JSON in
        ["day": day.day, "errors": Self.json(day.errors)]
      },
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

  /// The relative change of the threshold, with its 95 % credible interval.
  private var change: JSON? {
    trend.change.map { change in
      [
        "days": trend.spanDays, "factor": change.factor, "lowest": change.band.lowerBound,
        "highest": change.band.upperBound, "finerProbability": trend.improvingProbability,
      ]
    }
  }

  var text: String {
    let lines = profile.lines(texts, .wide)
    return lines.isEmpty ? Self.nothing(texts) : lines.joined(separator: "\n")
  }

  /// The message without results.
  static func nothing(_ texts: TrainerTexts) -> String {
    "\(texts[.profileNothing]) \(texts[.profileRemedy])"
  }

  /// The errors in cents: mean, standard deviation and mean magnitude.
  private static func json(_ errors: ErrorStatistics) -> JSON {
    [
      "trials": errors.count, "mean": errors.mean, "deviation": errors.deviation,
      "meanMagnitude": errors.meanMagnitude,
    ]
  }
}
