package import PeachEarTraining
import PeachMusicUnits
package import PeachTrialRecords

/// The ear trainer: all screens, their keys and controls. A state machine without terminal, audio,
/// clock and disk: ``reduce(_:at:)`` handles an event and returns effects to perform. Keys and MIDI
/// messages stand for actions of controls. ``TrainerView`` renders it as lines of text. Not
/// thread-safe.
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
  /// The reason why the audio device could not be opened; `nil` if it could.
  package internal(set) var deviceProblem: TrainerDeviceProblem?
  /// A message that is shown until the next key.
  package internal(set) var note = ""
  /// The last key, if it is a letter without a function on the screen.
  package internal(set) var unknownKey: Unicode.Scalar?
  /// The reason that trials are not stored, or `nil`.
  package internal(set) var storeProblem: String?
  package var isSilent = false
  /// Whether texts name keys and options of the terminal.
  package var hasTerminal = true
  /// The results of all trials.
  package internal(set) var history: TrainingHistory
  /// The local calendar day.
  package internal(set) var today: Int
  /// The last pair while it is played again.
  package internal(set) var review: Review?
  /// The study that a participant takes part in.
  package internal(set) var study: StudyRun?
  /// The results of the current session.
  package internal(set) var summary: SessionSummary?
  var comparison: ComparisonSession<SelectedProcedure>?
  var matching: MatchingSession<SelectedProcedure>?
  var beats: BeatSession?
  /// The exercise of the current session, or the last one.
  package internal(set) var exercise = TrainingExercise.comparison
  var sessionCount = 0
  /// The number of the current session, which no other one of this trainer has.
  package var sessionNumber: Int { sessionCount }
  /// The onset of the target, or the first change of the note to tune.
  var beganSeconds = 0.0
  /// The last completed trial of the session, unless it was withdrawn.
  var lastTrial: CompletedTrial?
  /// The results before that trial.
  var undoPoint: UndoPoint?
  var reviewCount = 0
  /// The start of the session or the end of its last pause.
  var activeSince = 0.0
  /// The position of the dial or the wheel in the current matching, in cents from its middle.
  package internal(set) var dialCents = 0.0
  /// Whether the wheel of a MIDI keyboard has returned since its last answer.
  var isWheelReleased = true
  var isPedalDown = false
  var random: RandomSource

  /// Creates a trainer that continues with the results of a history. It starts with the welcome
  /// screen if the user has not seen it, otherwise with the menu.
  package init(
    sounds: [TrainerSound], preferences: TrainerPreferences, seed: UInt64,
    history: TrainingHistory = TrainingHistory(), today: Int = 0
  ) {
    self.sounds = sounds.isEmpty ? [.sine] : sounds
    self.preferences = preferences
    self.preferences.settings = preferences.settings.limited
    (self.history, self.today) = (history, today)
    random = RandomSource(seed: seed)
    let isNew = !preferences.isIntroduced && history.practice.isEmpty
    screen = isNew ? .welcome : .home(row: .comparison)
  }

  /// Handles an event. Returns no effects if the event is invalid in the current state.
  package mutating func reduce(
    _ event: TrainerEvent, at moment: TrainerTimestamp
  ) -> [TrainerEffect] {
    today = moment.day
    if reviews(event) { return [] }
    switch event {
    case .key(let key):
      (note, unknownKey) = ("", nil)
      let actions = actions(of: key)
      if actions.isEmpty, case .character(let scalar) = key { unknownKey = scalar }
      return actions.flatMap { perform($0, at: moment) }
    case .action(let action):
      (note, unknownKey) = ("", nil)
      return perform(action, at: moment)
    case .targetBegan(let cue):
      guard cue.session == sessionCount, case .reference? = comparison?.state else { return [] }
      let effects = compare(.targetBegan(cue: cue.number))
      if case .target? = comparison?.state { beganSeconds = moment.seconds }
      return effects
    case .targetEnded(let cue) where cue.session == sessionCount:
      return compare(.targetEnded(cue: cue.number)) + countBeats(.notesEnded(cue: cue.number))
    case .referenceEnded(let cue) where cue.session == sessionCount:
      return match(.referenceEnded(cue: cue.number))
    case .feedbackEnded(let cue) where cue.session == sessionCount && !isPaused:
      return endFeedback(of: cue, at: moment)
    case .targetEnded, .referenceEnded, .feedbackEnded: break
    case .soundFailed(let reason):
      (soundProblem, deviceProblem) = (reason, nil)
      return pause(at: moment)
    case .deviceFailed(let problem):
      (soundProblem, deviceProblem) = ("", problem)
      return pause(at: moment)
    case .note(let text): note = text
    case .inexactIntervals(let cents, let reason):
      let text: TrainerText =
        switch reason {
        case .severalPlayers: .intervalsOfPlayers
        case .decaying: .intervalsDecaying
        case .alreadyStraight, .straight, .unpitched, .unverified: .intervalsVarying
        }
      note = texts[text, texts.cents(cents)]
    case .midi(let status, let first, let second):
      guard let action = action(ofMIDI: status, first, second) else { return [] }
      return perform(action, at: moment)
    case .storing(let problem): storeProblem = problem
    case .badge(let tag, let badge): setBadge(badge, of: tag)
    case .steadiness(let tag, let steadiness): setSteadiness(steadiness, of: tag)
    case .compass(let tag, let keys):
      for index in sounds.indices where sounds[index].tag == tag { sounds[index].compass = keys }
    case .suspended: return pause(at: moment)
    }
    return []
  }

  /// The selected sound. A missing sound has its tag as its name.
  package var sound: TrainerSound {
    sounds.first { $0.tag == preferences.sound }
      ?? TrainerSound(tag: preferences.sound, name: preferences.sound, bank: "")
  }

  /// The adaptive procedure after all trials.
  package var profile: ProfileProcedure { history.profile }
  /// The Kazez rule after all trials.
  package var kazez: KazezProcedure { history.kazez }

  var save: TrainerEffect { .savePreferences(preferences) }
}

/// The results before the last answer.
final class UndoPoint: Sendable {
  let history: TrainingHistory
  let summary: SessionSummary

  init(history: TrainingHistory, summary: SessionSummary) {
    (self.history, self.summary) = (history, summary)
  }
}
