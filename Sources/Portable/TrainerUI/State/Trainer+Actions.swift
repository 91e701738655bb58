import PeachEarTraining
import PeachMusicUnits

/// Actions of controls. They have no effect on screens that do not offer them.
extension Trainer {
  mutating func perform(
    _ action: TrainerAction, at moment: TrainerTimestamp
  ) -> [TrainerEffect] {
    switch action {
    case .open(let destination): return open(destination, at: moment)
    case .demonstrate(let cents):
      guard case .demonstration = screen, Self.demonstratedCents.contains(cents) else { return [] }
      return demonstrate(cents: cents)
    case .answer(let direction):
      guard screen == .comparison, !isPaused, review == nil else { return [] }
      return answer(direction, at: moment)
    case .tune(let cents):
      guard screen == .matching, !isPaused, review == nil, cents.isFinite else { return [] }
      return tune(by: cents, at: moment)
    case .commit:
      guard screen == .matching, !isPaused else { return [] }
      return match(.commit(responseSeconds: moment.seconds - beganSeconds))
    case .dial(let cents): return turn(to: cents, at: moment)
    case .replay where review != nil: return beginReview()
    case .replay: return isPaused ? [] : compare(.replay) + match(.replay)
    case .pause: return pause(at: moment)
    case .resume: return isPaused ? resume(at: moment) : endReview(at: moment)
    case .review: return beginReview()
    case .undo: return undo(at: moment)
    case .stop:
      guard comparison != nil || matching != nil else { return [] }
      return finishTraining(at: moment)
    case .reset(let reset):
      guard case .reset = screen, resets.contains(reset) else { return [] }
      return perform(reset, at: moment)
    case .selectSound(let tag):
      guard sounds.contains(where: { $0.tag == tag }) else { return [] }
      return select(soundWithTag: tag)
    case .previewSound(let tag):
      guard case .sounds = screen, let sound = sounds.first(where: { $0.tag == tag }) else {
        return []
      }
      return preview(sound)
    case .measureSound(let tag): return measure(soundWithTag: tag)
    case .set(let setting): return set(setting)
    }
  }

  private mutating func open(
    _ destination: TrainerAction.Destination, at moment: TrainerTimestamp
  ) -> [TrainerEffect] {
    var effects: [TrainerEffect] = comparison == nil && matching == nil ? [] : endTraining()
    switch screen {
    case .demonstration: effects.append(.stopNotes)
    case .sounds: effects += [.stopNotes, .chooseSound(tag: preferences.sound)]
    default: break
    }
    if !preferences.isIntroduced {
      preferences.isIntroduced = true
      effects.append(save)
    }
    switch destination {
    case .home: screen = .home(row: 0)
    case .comparison: effects += beginComparison(at: moment)
    case .matching: effects += beginMatching(at: moment)
    case .sounds: openSounds(isFromSettings: false)
    case .settings: screen = .settings(row: 0)
    case .intervals: screen = .intervals(row: 12)
    case .demonstration: screen = .demonstration(heardCents: 0)
    case .profile: screen = .profile(top: 0)
    case .legend: screen = .legend(top: 0)
    case .reset: screen = .reset(row: 0)
    }
    return effects
  }

  private mutating func set(_ setting: TrainerSetting) -> [TrainerEffect] {
    var settings = preferences.settings
    switch setting {
    case .lowestNote(let key):
      let low = min(max(key, 21), 108)
      settings.notes = low...max(settings.notes.upperBound, low)
    case .highestNote(let key):
      let high = min(max(key, 21), 108)
      settings.notes = min(settings.notes.lowerBound, high)...high
    case .noteSeconds(let seconds): settings.noteSeconds = seconds
    case .gapSeconds(let seconds): settings.gapSeconds = seconds
    case .feedbackSeconds(let seconds): settings.feedbackSeconds = seconds
    case .referencePitch(let frequency):
      guard frequency.isPlayable else { return [] }
      settings.referencePitch = .hertz(min(max(frequency.hertz, 380), 480))
    case .interval(let interval, let isIncluded):
      settings.intervals.removeAll { $0 == interval }
      if isIncluded { settings.intervals.append(interval) }
      if settings.intervals.isEmpty { return [] }
      settings.intervals.sort { $0.semitones < $1.semitones }
    case .tuning(let tuning): settings.tuning = tuning
    case .loudnessVariation(let decibels): settings.loudnessVariationDecibels = decibels
    case .procedure(let procedure): preferences.procedure = procedure
    case .length(let length): preferences.length = length
    case .language(let language): preferences.language = language
    }
    preferences.settings = settings.limited
    return [save]
  }
}
