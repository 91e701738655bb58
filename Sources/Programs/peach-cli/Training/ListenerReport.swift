import Peach

/// What was learnt of a listener, as `peach profile` tells it: in words and charts, or as JSON.
struct ListenerReport: Encodable {
  /// A threshold in cents with its band of 95 %.
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

  /// A key of the keyboard.
  struct Key: Encodable {
    var key: Int
    var trials: Int
    var threshold: Estimate
  }

  /// A day with trials, in days since 1970-01-01.
  struct Day: Encodable {
    var day: Int
    var threshold: Estimate
  }

  /// An interval that was tried.
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

  init(_ past: TrainingPast) {
    comparisons = past.comparisonCount
    matchings = past.matchingCount
    threshold = Estimate(past.profile.profile.level.estimate)
    trend = "\(past.profile.history.trend.label)"
    keys = (36...84).map { key in
      Key(
        key: key, trials: past.keyCounts[key],
        threshold: Estimate(past.profile.threshold(for: Question(noteNumber: Double(key)))))
    }
    days = past.profile.history.days.map {
      Day(day: $0.day, threshold: Estimate($0.level.estimate))
    }
    intervals = past.intervalCounts.indices.compactMap { index in
      guard past.intervalCounts[index] > 0,
        let interval = MusicalInterval(semitones: index - 12)
      else { return nil }
      let question = Question(noteNumber: 60, interval: interval)
      return Interval(
        semitones: index - 12, trials: past.intervalCounts[index],
        threshold: Estimate(past.profile.threshold(for: question)))
    }
  }
}

extension ListenerReport {
  /// The last days, one for each calendar day; nil where nothing was trained.
  static func calendar(_ past: TrainingPast, count: Int) -> [ThresholdEstimate?] {
    guard let last = past.profile.history.days.last?.day else { return [] }
    let first = max(past.profile.history.days.first?.day ?? last, last - count + 1)
    var places = [ThresholdEstimate?](repeating: nil, count: last - first + 1)
    for day in past.profile.history.days where day.day >= first {
      places[day.day - first] = day.level.estimate
    }
    return places
  }

  /// The curve over the keyboard.
  static func keyboard(_ past: TrainingPast) -> SkillChart {
    SkillChart(
      places: (36...84).map { past.profile.threshold(for: Question(noteNumber: Double($0))) },
      isTried: (36...84).map { past.keyCounts[$0] > 0 })
  }

  /// All of it for a person, in a terminal.
  static func text(_ past: TrainingPast, _ texts: TrainerTexts) -> String {
    guard past.comparisonCount > 0 else { return texts[.profileNothing] }
    let level = past.profile.profile.level.estimate
    let trend: TrainerText =
      switch past.profile.history.trend.label {
      case .improving: .trendImproving
      case .stable: .trendStable
      case .declining: .trendDeclining
      }
    var lines = [
      texts.estimate(level), texts[.profileMeaning], texts[trend],
      texts[.profileCount, "\(past.comparisonCount)", "\(past.matchingCount)"], "",
      texts[.profileKeyboard],
    ]
    lines += beside(keyboard(past).lines, keyTable(past, texts))
    lines.append("     └" + String(repeating: "─", count: 49))
    lines.append(
      "      "
        + stride(from: 36, through: 84, by: 12).map { texts.note($0).padded(to: 12) }.joined())
    let days = calendar(past, count: 60)
    if days.count > 1 {
      let chart = SkillChart(places: days, isTried: days.map { $0 != nil })
      lines += ["", texts[.profileDays]]
      lines += beside(chart.lines, dayTable(past, texts))
    }
    if past.intervalCounts.enumerated().contains(where: { $0 != 12 && $1 > 0 }) {
      lines += ["", texts[.profileIntervals]] + intervalTable(past, texts)
    }
    return lines.joined(separator: "\n")
  }

  private static func beside(_ chart: [String], _ table: [String]) -> [String] {
    (0..<max(chart.count, table.count)).map { index in
      let left = index < chart.count ? chart[index] : ""
      return index < table.count ? "\(left)   \(table[index])" : left
    }
  }

  private static func keyTable(_ past: TrainingPast, _ texts: TrainerTexts) -> [String] {
    stride(from: 36, through: 84, by: 6).map { key in
      let estimate = past.profile.threshold(for: Question(noteNumber: Double(key)))
      return "\(texts.note(key).padded(to: 6))\(texts.estimate(estimate))"
    }
  }

  private static func dayTable(_ past: TrainingPast, _ texts: TrainerTexts) -> [String] {
    past.profile.history.days.suffix(8).map { day in
      "\(CalendarDate(day: day.day))  \(texts.estimate(day.level.estimate))"
    }
  }

  private static func intervalTable(_ past: TrainingPast, _ texts: TrainerTexts) -> [String] {
    past.intervalCounts.indices.reversed().compactMap { index in
      let count = past.intervalCounts[index]
      guard count > 0, let interval = MusicalInterval(semitones: index - 12) else { return nil }
      let question = Question(noteNumber: 60, interval: interval)
      return "  \(texts.interval(index - 12).padded(to: 26))"
        + texts.estimate(past.profile.threshold(for: question)).padded(to: 34)
        + texts[.profileTried, "\(count)"]
    }
  }
}
