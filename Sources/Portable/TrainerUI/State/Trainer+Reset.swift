import PeachEarTraining
import PeachTrialRecords

/// The screens that show texts or results, and the reset.
extension Trainer {
  /// Scrolls a text. Escape returns to the menu.
  mutating func scroll(_ key: TrainerKey, top: Int, homeRow: Int) -> [TrainerEffect] {
    if key == .escape || key == .enter {
      screen = .home(row: homeRow)
      return []
    }
    // The last of the lines that texts have in a window of 40 columns.
    let count = TrainerContent(self).rows.reduce(0) { count, row in
      count + (row.isIndented ? 1 : (row.width + 37) / 38)
    }
    let last = max(count - 6, 0)
    let steps: [TrainerKey: Int] = [
      .up: -1, .down: 1, .pageUp: -10, .pageDown: 10, .space: 10, .home: -last, .end: last,
    ]
    guard let step = steps[key] else { return [] }
    let next = min(max(top + step, 0), last)
    if case .profile = screen { screen = .profile(top: next) } else { screen = .legend(top: next) }
    return []
  }

  mutating func pressAtSummary(
    _ key: TrainerKey, _ summary: SessionSummary, at moment: TrainerTimestamp
  ) -> [TrainerEffect] {
    switch (key, key.letter) {
    case (.escape, _): screen = .home(row: summary.isMatching ? 1 : 0)
    case (.enter, _), (.space, _):
      return summary.isMatching ? beginMatching(at: moment) : beginComparison(at: moment)
    case (.backspace, _), (_, "u"): return undo(at: moment)
    default: break
    }
    return []
  }

  /// The choices of the reset screen.
  package var resets: [TrainerReset] {
    TrainerReset.allCases.filter { $0 != .allTrials || preferences.countsSince > 0 }
  }

  mutating func pressAtReset(
    _ key: TrainerKey, row: Int, at moment: TrainerTimestamp
  ) -> [TrainerEffect] {
    if let row = Self.row(row, of: resets.count, after: key) { screen = .reset(row: row) }
    if key == .escape { return perform(.cancel, at: moment) }
    return key == .enter || key == .space ? perform(resets[row], at: moment) : []
  }

  mutating func perform(_ reset: TrainerReset, at moment: TrainerTimestamp) -> [TrainerEffect] {
    screen = .settings(row: SettingRow.reset.rawValue)
    switch reset {
    case .cancel: return []
    case .settings:
      var defaults = TrainerPreferences()
      (defaults.sound, defaults.language) = (preferences.sound, preferences.language)
      (defaults.isIntroduced, defaults.countsSince) = (true, preferences.countsSince)
      preferences = defaults
      note = texts[.resetSettingsDone]
      return [save]
    case .profile:
      // Trials of the same millisecond belong to the past.
      preferences.countsSince = moment.milliseconds + 1
      history = history.restarted(since: preferences.countsSince)
      undoPoint = nil
      note = texts[.resetProfileDone]
      return [save]
    case .allTrials:
      preferences.countsSince = 0
      note = texts[.resetAllTrialsDone]
      return [save, .reloadHistory]
    }
  }
}
