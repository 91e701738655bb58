import PeachEarTraining
import PeachTrialRecords

extension Trainer {
  /// The choices of the reset screen.
  package var resets: [TrainerReset] {
    TrainerReset.allCases.filter { $0 != .allTrials || preferences.countsSince > 0 }
  }

  mutating func perform(_ reset: TrainerReset, at moment: TrainerTimestamp) -> [TrainerEffect] {
    screen = .settings(row: .reset)
    switch reset {
    case .cancel: return []
    case .settings:
      var defaults = TrainerPreferences()
      (defaults.sound, defaults.language) = (preferences.sound, preferences.language)
      defaults.isLanguageChosen = preferences.isLanguageChosen
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
