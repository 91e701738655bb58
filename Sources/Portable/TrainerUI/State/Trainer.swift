package import PeachEarTraining
import PeachMusicUnits

/// The ear trainer: all screens, their keys and controls. A state machine without terminal, audio, clock and
/// disk: ``reduce(_:at:)`` handles an event and returns effects to perform. ``TrainerView`` renders
/// it as lines of text. Not thread-safe.
///
/// ```swift
/// var trainer = Trainer(sounds: [.sine], preferences: TrainerPreferences(), seed: 1)
/// trainer.reduce(.key(.escape), at: now)  // [savePreferences(…)]: to the menu
/// trainer.reduce(.key(.enter), at: now)   // [playPair(…)]: the first trial
/// ```
package struct Trainer: Sendable {
  package internal(set) var screen: TrainerScreen
  package internal(set) var preferences: TrainerPreferences
  package internal(set) var sounds: [TrainerSound]
  package internal(set) var isPaused = false
  package internal(set) var soundProblem = ""
  /// A message that is shown until the next key.
  package internal(set) var note = ""
  /// The reason that trials are not stored, or `nil`.
  package internal(set) var storeProblem: String?
  package var isSilent = false
  package internal(set) var profile: ProfileProcedure
  package internal(set) var kazez: KazezProcedure
  package internal(set) var numbers: SoundIndices
  var comparison: ComparisonSession<SelectedProcedure>?
  var matching: MatchingSession<SelectedProcedure>?
  var sessionCount = 0
  /// The onset of the target, or the first change of the note to tune.
  var beganSeconds = 0.0
  var lastComparison: ComparisonTrial?
  var random: RandomSource
  /// The badges that sounds had before they were measured, by tag.
  var formerBadges: [String: TrainerSound.Badge] = [:]

  /// Creates a trainer that continues with the state of the procedures. It starts with the welcome
  /// screen if the user has not seen it, otherwise with the menu.
  package init(
    sounds: [TrainerSound], preferences: TrainerPreferences, seed: UInt64,
    profile: ProfileProcedure = ProfileProcedure(), kazez: KazezProcedure = KazezProcedure(),
    numbers: SoundIndices = SoundIndices()
  ) {
    self.sounds = sounds.isEmpty ? [.sine] : sounds
    self.preferences = preferences
    self.preferences.settings = preferences.settings.limited
    (self.profile, self.kazez, self.numbers) = (profile, kazez, numbers)
    random = RandomSource(seed: seed)
    screen = preferences.isIntroduced ? .home(row: 0) : .welcome
  }

  /// Handles an event. Returns no effects if the event is invalid in the current state.
  package mutating func reduce(
    _ event: TrainerEvent, at moment: TrainerTimestamp
  ) -> [TrainerEffect] {
    switch event {
    case .key(let key):
      note = ""
      return press(key, at: moment)
    case .action(let action):
      note = ""
      return perform(action, at: moment)
    case .targetBegan(let cue):
      guard cue.session == sessionCount, case .reference? = comparison?.state else { return [] }
      let effects = compare(.targetBegan(cue: cue.number))
      if case .target? = comparison?.state { beganSeconds = moment.seconds }
      return effects
    case .targetEnded(let cue) where cue.session == sessionCount:
      return compare(.targetEnded(cue: cue.number))
    case .referenceEnded(let cue) where cue.session == sessionCount:
      return match(.referenceEnded(cue: cue.number))
    case .feedbackEnded(let cue) where cue.session == sessionCount && !isPaused:
      return compare(.feedbackEnded(cue: cue.number)) + match(.feedbackEnded(cue: cue.number))
    case .targetEnded, .referenceEnded, .feedbackEnded: break
    case .soundFailed(let reason):
      soundProblem = reason
      return pause()
    case .note(let text): note = text
    case .inexactIntervals(let cents, let reason):
      let text: TrainerText =
        switch reason {
        case .severalPlayers: .intervalsOfPlayers
        case .decaying: .intervalsDecaying
        case .noCommonContour: .intervalsVarying
        }
      note = texts[text, texts.cents(cents)]
    case .storing(let problem): storeProblem = problem
    case .badge(let tag, let badge): setBadge(badge, of: tag)
    case .compass(let tag, let keys):
      for index in sounds.indices where sounds[index].tag == tag { sounds[index].compass = keys }
    case .suspended: return pause()
    }
    return []
  }

  /// The selected sound. A missing sound has its tag as its name.
  package var sound: TrainerSound {
    sounds.first { $0.tag == preferences.sound }
      ?? TrainerSound(tag: preferences.sound, name: preferences.sound, bank: "")
  }

  private mutating func press(_ key: TrainerKey, at moment: TrainerTimestamp) -> [TrainerEffect] {
    if key == .interrupt { return endTraining() + [.quit] }
    switch screen {
    case .welcome: return pressAtWelcome(key)
    case .demonstration: return pressAtDemonstration(key)
    case .home(let row): return pressAtHome(key, row: row, at: moment)
    case .comparison, .matching: return pressWhileTraining(key, at: moment)
    case .settings(let row): return pressInSettings(key, row: row)
    case .sounds(let picker): return pressInSounds(key, picker)
    case .intervals(let row): return pressInIntervals(key, row: row)
    }
  }

  var save: TrainerEffect { .savePreferences(preferences) }
}
