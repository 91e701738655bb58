import PeachEarTraining
import PeachMusicUnits

extension Trainer {
  /// Changes a setting, and limits its value.
  mutating func set(_ setting: TrainerSetting) -> [TrainerEffect] {
    var settings = preferences.settings
    switch setting {
    case .lowestNote(let key):
      let low = min(max(key, 21), 108)
      settings.notes = low...max(settings.notes.upperBound, low)
    case .highestNote(let key):
      let high = min(max(key, 21), 108)
      settings.notes = min(settings.notes.lowerBound, high)...high
    case .noteSeconds(let seconds): settings.noteSeconds = seconds
    case .chordSeconds(let seconds): settings.chordSeconds = seconds
    case .gapSeconds(let seconds): settings.gapSeconds = seconds
    case .feedbackSeconds(let seconds): settings.feedbackSeconds = seconds
    case .referencePitch(let frequency):
      guard frequency.isPlayable else { return [] }
      settings.referencePitch = .hertz(min(max(frequency.hertz, 380), 480))
    case .interval(let interval, let isIncluded):
      settings.intervals.removeAll { $0 == interval }
      if isIncluded { settings.intervals.append(interval) }
      if settings.intervals.isEmpty { return [] }
      settings.intervals = settings.intervals.sorted(byKey: { SortKey($0.semitones) })
    case .tuning(let tuning): settings.tuning = tuning
    case .loudnessVariation(let decibels): settings.loudnessVariationDecibels = decibels
    case .procedure(let procedure): preferences.procedure = procedure
    case .length(let length): preferences.length = length
    case .language(let language):
      (preferences.language, preferences.isLanguageChosen) = (language, true)
    }
    preferences.settings = settings.limited
    return [save]
  }
}
