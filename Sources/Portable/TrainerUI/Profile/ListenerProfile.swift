package import PeachEarTraining
package import PeachTrialRecords

/// A listener's thresholds by key, day and interval, for reports and plots.
package struct ListenerProfile: Sendable {
  package let history: TrainingHistory

  package init(_ history: TrainingHistory) { self.history = history }

  /// The keys of the keyboard chart.
  package static var keys: ClosedRange<Int> { 36...84 }

  package var level: ThresholdEstimate { history.profile.profile.level.estimate }
  package var trend: Trend { history.profile.history.trend }
  /// The days with trials.
  package var days: [LevelHistory.Day] { history.profile.history.days }

  package func threshold(key: Int) -> ThresholdEstimate {
    history.profile.threshold(for: TrialQuestion(noteNumber: Double(key)))
  }

  /// The errors of matched notes.
  package var matchings: MatchingHistory { history.matchings }

  /// The intervals with trials.
  package var intervals: [(semitones: Int, trials: Int, threshold: ThresholdEstimate)] {
    history.intervalCounts.indices.compactMap { index in
      let count = history.intervalCounts[index]
      guard count > 0, let interval = MusicalInterval(semitones: index - 12) else { return nil }
      let question = TrialQuestion(noteNumber: 60, interval: interval)
      return (index - 12, count, history.profile.threshold(for: question))
    }
  }

  package var keyboardChart: SkillChart {
    SkillChart(
      estimates: Self.keys.map { threshold(key: $0) },
      isTried: Self.keys.map { history.keyCounts[$0] > 0 })
  }

  /// Returns the last `count` calendar days, with gaps at days without training.
  package func dayChart(count: Int) -> SkillChart {
    var estimates: [ThresholdEstimate?] = []
    if let last = days.last?.day {
      let first = max(days.first?.day ?? last, last - count + 1)
      estimates = Array(repeating: nil, count: last - first + 1)
      for day in days where day.day >= first { estimates[day.day - first] = day.level.estimate }
    }
    return SkillChart(estimates: estimates, isTried: estimates.map { $0 != nil })
  }
}
