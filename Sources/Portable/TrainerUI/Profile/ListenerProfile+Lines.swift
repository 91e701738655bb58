import PeachEarTraining
import PeachTrialRecords

extension ListenerProfile {
  /// Returns the profile as text with charts, or an empty array without results.
  ///
  /// - Parameter isNarrow: Whether tables are below the charts, in at most 76 columns.
  package func lines(_ texts: TrainerTexts, isNarrow: Bool) -> [String] {
    var lines: [String] = []
    if history.comparisonCount > 0 { lines = thresholdLines(texts, isNarrow: isNarrow) }
    if history.matchingCount > 0 {
      if !lines.isEmpty { lines.append("") }
      lines += matchingLines(texts, isNarrow: isNarrow)
    }
    return lines.isEmpty && isNarrow ? [texts[.profileNothing]] : lines
  }

  private func thresholdLines(_ texts: TrainerTexts, isNarrow: Bool) -> [String] {
    var lines = [
      texts.estimate(level), texts[.profileMeaning], texts.trend(trend),
      texts[.profileCount, "\(history.comparisonCount)", "\(history.matchingCount)"], "",
      texts[.profileKeyboard],
    ]
    let keyTable = stride(from: 36, through: 84, by: 6).map { key in
      Self.padded(texts.note(key), to: 6) + texts.estimate(threshold(key: key))
    }
    let octaves = stride(from: 36, through: 84, by: 12).map { Self.padded(texts.note($0), to: 12) }
    let axis = ["     └" + String(repeating: "─", count: 49), "      " + octaves.joined()]
    lines +=
      isNarrow
      ? keyboardChart.lines + axis + keyTable.map { "  \($0)" }
      : Self.joinColumns(keyboardChart.lines, keyTable) + axis
    let chart = dayChart(count: 60)
    if chart.estimates.count > 1 {
      let dayTable = days.suffix(8).map { day in
        "\(CalendarDate(day: day.day))  \(texts.estimate(day.level.estimate))"
      }
      lines += ["", texts[.profileDays]]
      lines +=
        isNarrow
        ? chart.lines + dayTable.map { "  \($0)" } : Self.joinColumns(chart.lines, dayTable)
    }
    if history.intervalCounts.enumerated().contains(where: { $0 != 12 && $1 > 0 }) {
      lines += ["", texts[.profileIntervals]]
      lines += intervals.reversed().map { interval in
        "  " + Self.padded(texts.interval(interval.semitones), to: 26)
          + Self.padded(texts.estimate(interval.threshold), to: 34)
          + texts.trials(interval.trials)
      }
    }
    return lines
  }

  private func matchingLines(_ texts: TrainerTexts, isNarrow: Bool) -> [String] {
    let last = Array(matchings.cents.suffix(60))
    let dayTable = matchings.days.suffix(8).map { day in
      let spread = day.errors.deviation.map { " ±\(texts.cents($0))" } ?? ""
      return "\(CalendarDate(day: day.day))  \(texts.signed(day.errors.mean))\(spread)"
        + "  (\(day.errors.count))"
    }
    let chart = ErrorChart(cents: last).lines
    return [
      texts[.profileMatchings], texts.accuracy(matchings.errors),
      texts[.accuracyAxis, "\(last.count)"],
    ]
      + (isNarrow ? chart + dayTable.map { "  \($0)" } : Self.joinColumns(chart, dayTable))
  }

  private static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(width - text.unicodeScalars.count, 0))
  }

  private static func joinColumns(_ chart: [String], _ table: [String]) -> [String] {
    (0..<max(chart.count, table.count)).map { index in
      let left = index < chart.count ? chart[index] : ""
      return index < table.count ? "\(left)   \(table[index])" : left
    }
  }
}
