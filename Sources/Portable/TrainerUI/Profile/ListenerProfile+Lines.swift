import PeachEarTraining
import PeachTrialRecords

extension ListenerProfile {
  /// Returns the profile as text with charts, or an empty array without results.
  package func lines(_ texts: TrainerTexts, _ layout: Layout) -> [String] {
    var lines: [String] = []
    if history.comparisonCount > 0 { lines = thresholdLines(texts, layout) }
    if history.matchingCount > 0 {
      if !lines.isEmpty { lines.append("") }
      lines += matchingLines(texts, layout)
    }
    #if !hasFeature(Embedded)
      if !history.chords.isEmpty { lines += (lines.isEmpty ? [] : [""]) + chordLines(texts) }
    #endif
    return lines
  }

  /// The layout of charts and tables.
  package enum Layout {
    /// Tables are to the right of charts.
    case wide
    /// Tables are below charts, whose lines are indented. At most 76 columns.
    case narrow
    /// Tables only, for screen readers.
    case spoken
  }

  private static func join(
    _ chart: [String], axis: [String] = [], _ table: [String], _ layout: Layout
  ) -> [String] {
    switch layout {
    case .wide: joinColumns(chart, table) + axis
    case .narrow: chart + axis + table.map { "  \($0)" }
    case .spoken: table
    }
  }

  private func thresholdLines(_ texts: TrainerTexts, _ layout: Layout) -> [String] {
    var lines = [
      texts[.profileThreshold, texts.estimate(level)], texts[.profileMeaning], texts.trend(trend),
      texts[.profileCount, "\(history.comparisonCount)", "\(history.matchingCount)"], "",
      texts[.profileKeyboard],
    ]
    let keyTable = stride(from: 36, through: 84, by: 6).map { key in
      Self.padded(texts.note(key), to: 6) + texts.estimate(threshold(key: key))
    }
    let octaves = stride(from: 36, through: 84, by: 12).map { Self.padded(texts.note($0), to: 12) }
    let axis = ["     └" + String(repeating: "─", count: 49), "      " + octaves.joined()]
    lines += Self.join(keyboardChart.lines, axis: axis, keyTable, layout)
    let chart = dayChart(count: 60)
    if chart.estimates.count > 1 {
      let dayTable = days.suffix(8).map { day in
        "\(CalendarDate(day: day.day))  \(texts.estimate(day.level.estimate))"
      }
      lines += ["", texts[.profileDays]] + Self.join(chart.lines, dayTable, layout)
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

  private func matchingLines(_ texts: TrainerTexts, _ layout: Layout) -> [String] {
    let last = Array(matchings.cents.suffix(60))
    let dayTable = matchings.days.suffix(8).map { day in
      let spread = day.errors.deviation.map { " ±\(texts.cents($0))" } ?? ""
      return "\(CalendarDate(day: day.day))  \(texts.signed(day.errors.mean))\(spread)"
        + "  (\(day.errors.count))"
    }
    let axis = layout == .spoken ? [] : [texts[.accuracyAxis, "\(last.count)"]]
    return [texts[.profileMatchings], texts.accuracy(matchings.errors)] + axis
      + Self.join(ErrorChart(cents: last).lines, dayTable, layout)
  }

  #if !hasFeature(Embedded)
    /// Returns the results of notes that sound together, by interval.
    private func chordLines(_ texts: TrainerTexts) -> [String] {
      let chords = history.chords
      var lines: [String] = []
      func add(_ title: TrainerText, _ table: [String]) {
        lines += (lines.isEmpty ? [] : [""]) + [texts[title]] + table
      }
      if chords.purityCount > 0 {
        add(
          .profilePurity,
          table(chords.purityCounts, texts) { texts.beatEstimate(chords.purity.beats(for: $0)) })
      }
      if chords.widthCount > 0 {
        add(
          .profileWidth,
          table(chords.widthCounts, texts) { texts.estimate(chords.width.threshold(for: $0)) })
      }
      if chords.matchings.errors.count > 0 {
        add(.profileChordNotes, ["  \(texts.accuracy(chords.matchings.errors))"])
      }
      if chords.beatErrors.count > 0 {
        add(.beats, ["  \(texts.beatAccuracy(chords.beatErrors))"])
      }
      return lines
    }

    private func table(
      _ counts: [Int], _ texts: TrainerTexts, _ estimate: (TrialQuestion) -> String
    ) -> [String] {
      counts.indices.reversed().compactMap { index in
        guard counts[index] > 0, let interval = MusicalInterval(semitones: index - 12) else {
          return nil
        }
        return "  " + Self.padded(texts.interval(interval.semitones), to: 26)
          + Self.padded(estimate(TrialQuestion(noteNumber: 60, interval: interval)), to: 36)
          + " " + texts.trials(counts[index])
      }
    }
  #endif

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
