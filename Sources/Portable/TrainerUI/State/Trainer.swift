public import PeachEarTraining
import PeachMusicUnits

/// The ear trainer as a program: every screen, and what keys do there.
///
/// A state machine without terminal, sound, clock and disk: ``reduce(_:at:)`` takes what happened and
/// gives what is to be done, and ``TrainerView`` makes lines of text of it. Any thread, one at a time.
///
/// ```swift
/// var trainer = Trainer(sounds: [.sine], preferences: TrainerPreferences(), seed: 1)
/// trainer.reduce(.key(.escape), at: now)  // [savePreferences(…)]: from the first screen to the menu
/// trainer.reduce(.key(.enter), at: now)   // [playPair(…)]: the first trial
/// ```
public struct Trainer: Sendable {
  /// What is shown.
  public internal(set) var screen: TrainerScreen
  /// What the user has chosen.
  public internal(set) var preferences: TrainerPreferences
  /// The sounds there are.
  public internal(set) var sounds: [TrainerSound]
  /// True where training waits for the user.
  public internal(set) var isPaused = false
  /// Why there is no sound, or what stands in; empty where all is well.
  public internal(set) var soundProblem = ""
  /// Something to know until the next key.
  public internal(set) var note = ""
  /// Why trials are not stored; nil where they are.
  public internal(set) var storeProblem: String?
  /// True where no sound device is used.
  public var isSilent = false
  /// What our procedure knows of the listener, and where Kazez's rule is.
  public internal(set) var profile: ProfileProcedure
  /// Where Kazez's rule is.
  public internal(set) var kazez: KazezProcedure
  /// The sounds' numbers.
  public internal(set) var numbers: SoundIndices
  var comparison: ComparisonSession<SelectedProcedure>?
  var matching: MatchingSession<SelectedProcedure>?
  var sessionCount = 0
  /// When the target began, or the note to tune was first touched.
  var beganSeconds = 0.0
  /// The trial whose feedback is shown.
  var lastComparison: ComparisonTrial?
  var random: RandomSource

  /// A trainer with what was learnt of the listener so far; it begins with the first screen, or where
  /// that was seen, with the menu.
  public init(
    sounds: [TrainerSound], preferences: TrainerPreferences, seed: UInt64,
    profile: ProfileProcedure = ProfileProcedure(), kazez: KazezProcedure = KazezProcedure(),
    numbers: SoundIndices = SoundIndices()
  ) {
    self.sounds = sounds.isEmpty ? [.sine] : sounds
    self.preferences = preferences
    self.preferences.settings = preferences.settings.limited
    self.profile = profile
    self.kazez = kazez
    self.numbers = numbers
    random = RandomSource(seed: seed)
    screen = preferences.isIntroduced ? .home(row: 0) : .welcome
  }

  /// Takes an event; one that has no meaning now changes nothing and has no effects.
  public mutating func reduce(
    _ event: TrainerEvent, at moment: TrainerTimestamp
  ) -> [TrainerEffect] {
    switch event {
    case .key(let key):
      note = ""
      return press(key, at: moment)
    case .targetBegan(let cue):
      guard cue.session == sessionCount, case .reference? = comparison?.state else { return [] }
      let effects = compare(.targetBegan(cue: cue.number))
      if case .target? = comparison?.state { beganSeconds = moment.seconds }
      return effects
    case .targetEnded(let cue):
      guard cue.session == sessionCount else { return [] }
      return compare(.targetEnded(cue: cue.number))
    case .referenceEnded(let cue):
      guard cue.session == sessionCount else { return [] }
      return match(.referenceEnded(cue: cue.number))
    case .feedbackEnded(let cue):
      guard cue.session == sessionCount, !isPaused else { return [] }
      return compare(.feedbackEnded(cue: cue.number)) + match(.feedbackEnded(cue: cue.number))
    case .soundFailed(let reason):
      soundProblem = reason
      return pause()
    case .note(let text): note = text
    case .storing(let problem): storeProblem = problem
    case .badge(let tag, let badge):
      for index in sounds.indices where sounds[index].tag == tag { sounds[index].badge = badge }
    case .suspended: return pause()
    }
    return []
  }

  /// The sound that is chosen; one that is not there is made of its tag.
  public var sound: TrainerSound {
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
