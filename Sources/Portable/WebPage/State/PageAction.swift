import PeachEarTraining
import PeachMusicUnits
package import PeachTrainerUI

/// The action of a control of the page, by the text of its attribute `data-do` and its value.
package enum PageAction: Equatable, Sendable {
  case trainer(TrainerAction)
  case show(PageTab)
  case search(String)
  /// Shows the sounds of a kind, or all of a bank.
  case filter(Page.SoundKind)
  case expand(bank: String)
  /// Plays a pair of the session again, by its index.
  case hear(Int)
  /// Removes a message.
  case dismiss
  /// Tunes the keyboard on the page.
  case tuneKeyboard(cents: Double)
  /// Tunes the chords of the keyboard and of songs.
  case tuneChords(PureChords)
  /// Stretches the octaves of the keyboard and of songs, and sets the amount.
  case stretchOctaves(StretchedOctaves.Octave)
  case stretch(percent: Double)
  /// Moves the keyboard on the page by octaves.
  case moveKeyboard(octaves: Int)
  case export(format: String)
  case engine(EngineMessage)
  case song(SongControl)
  case tuning(TuningAction)
  /// Uses the page in this window instead of another one.
  case claim
  /// Asks the browser for MIDI keyboards.
  case connectMIDI
  /// Sets whether MIDI keyboards have a channel for each note (MPE).
  case playsMPE(Bool)
  /// Loads the new version of the page.
  case update
  case appear(PageAppearance)

  /// Returns `nil` if the text is not an action.
  package init?(_ text: String, value: String) {
    let (name, argument) = Self.split(text)
    if let action = Self.trainerAction(name, argument, value: value) {
      self = .trainer(action)
      return
    }
    if let action = TuningAction(name, argument) {
      self = .tuning(action)
      return
    }
    switch Name(rawValue: name) {
    case .claim?: self = .claim
    // Two controls of a screen have different identifiers.
    case .tab?, .view?:
      guard let tab = PageTab(rawValue: argument) else { return nil }
      self = .show(tab)
    case .cents?:
      guard let cents = Double(value), cents.isFinite else { return nil }
      self = .tuneKeyboard(cents: cents)
    case .chords?:
      guard let chords = PureChords(rawValue: value) else { return nil }
      self = .tuneChords(chords)
    case .octaves?:
      guard let octave = StretchedOctaves.Octave(rawValue: value) else { return nil }
      self = .stretchOctaves(octave)
    case .stretch?:
      guard let percent = Double(value), percent.isFinite else { return nil }
      self = .stretch(percent: percent)
    case .octave?:
      guard let octaves = Int(argument), octaves == 1 || octaves == -1 else { return nil }
      self = .moveKeyboard(octaves: octaves)
    case .search?: self = .search(value)
    case .filter?:
      guard let kind = Page.SoundKind(rawValue: argument) else { return nil }
      self = .filter(kind)
    case .expand?: self = .expand(bank: argument)
    case .hear?:
      guard let index = Int(argument), index >= 0 else { return nil }
      self = .hear(index)
    case .dismiss?: self = .dismiss
    case .connect?: self = .connectMIDI
    case .mpe?: self = .playsMPE(value == "true")
    case .update?: self = .update
    case .appearance?:
      guard let appearance = PageAppearance(rawValue: value) else { return nil }
      self = .appear(appearance)
    case .export?: self = .export(format: argument)
    case .remove?: self = .engine(.removeBank(name: argument))
    case .midi?:
      let bytes = argument.split(separator: " ").compactMap { UInt8($0) }
      guard bytes.count == 3, bytes[0] >= 0x80, bytes[1] < 128, bytes[2] < 128 else { return nil }
      self = .engine(.midi(status: bytes[0], first: bytes[1], second: bytes[2]))
    case .song?:
      guard let control = SongControl(argument, value: value) else { return nil }
      self = .song(control)
    case nil: return nil
    }
  }

  /// The names of the actions that are not the trainer's.
  private enum Name: String {
    case claim, tab, view, cents, octave, search, filter, expand, hear, dismiss, connect, mpe
    case update, export, remove, midi, song, appearance, chords
    case octaves, stretch
  }

  /// Whether an input shows the value, which the page may limit or reject.
  var setsValue: Bool {
    switch self {
    case .trainer(.set), .stretch, .song(.tempo), .song(.transpose), .song(.loop), .song(.loopFrom),
      .song(.loopTo):
      true
    default: false
    }
  }

  /// Splits a text at its first space.
  private static func split(_ text: String) -> (name: String, argument: String) {
    guard let space = text.utf8.firstIndex(of: 0x20) else { return (text, "") }
    return (String(text[..<space]), String(text[text.utf8.index(after: space)...]))
  }

  private static func trainerAction(
    _ name: String, _ argument: String, value: String
  ) -> TrainerAction? {
    switch TrainerActionName(rawValue: name) {
    case .open?: return destination(argument).map { .open($0) }
    case .demonstrate?: return Int(argument).map { .demonstrate(cents: $0) }
    case .answer?:
      return argument == "higher" ? .answer(.higher) : argument == "lower" ? .answer(.lower) : nil
    case .replay?: return .replay
    case .pause?: return .pause
    case .resume?: return .resume
    case .commit?: return .commit
    case .review?: return .review
    case .undo?: return .undo
    case .tap?: return .tap
    case .stop?, .end?: return .stop
    case .reset?: return reset(argument).map { .reset($0) }
    case .dial?: return Double(value).flatMap { $0.isFinite ? .dial(cents: $0) : nil }
    case .tune?: return Double(argument).map { .tune(cents: $0) }
    case .select?: return .selectSound(tag: argument)
    case .preview?: return .previewSound(tag: argument)
    case .measure?: return .measureSound(tag: argument)
    case .set?:
      // A button has its value in the action, as in `set language de`.
      let (setting, ownValue) = split(argument)
      return Self.setting(setting, ownValue.isEmpty ? value : ownValue).map { .set($0) }
    case .interval?:
      guard let semitones = Int(argument), let interval = MusicalInterval(semitones: semitones)
      else { return nil }
      return .set(.interval(interval, isIncluded: value == "true"))
    case nil: return nil
    }
  }

  /// The names of the trainer's actions. `end` is another control for `stop`.
  private enum TrainerActionName: String {
    case open, demonstrate, answer, replay, pause, resume, commit, review, undo, stop, end, reset
    case dial, tap, tune, select, preview, measure, set, interval
  }

  /// The names of the screens that controls open.
  private enum DestinationName: String {
    case home, comparison, matching, intervalComparison, sounds, settings, intervals, demonstration
    case profile, reset, chords, purity, width, drone, triad, beats
  }

  private static func destination(_ name: String) -> TrainerAction.Destination? {
    switch DestinationName(rawValue: name) {
    case .home?: .home
    case .comparison?: .comparison
    case .matching?: .matching
    case .intervalComparison?: .intervalComparison
    case .sounds?: .sounds
    case .settings?: .settings
    case .intervals?: .intervals
    case .demonstration?: .demonstration
    case .profile?: .profile
    case .reset?: .reset
    case .chords?: .chords
    case .purity?: .purity
    case .width?: .width
    case .drone?: .drone
    case .triad?: .triad
    case .beats?: .beats
    case nil: nil
    }
  }

  private static func reset(_ name: String) -> TrainerReset? {
    switch name {
    case "cancel": .cancel
    case "settings": .settings
    case "profile": .profile
    case "allTrials": .allTrials
    default: nil
    }
  }

  /// The names of the settings in actions.
  private enum SettingName: String {
    case lowestNote, highestNote, noteSeconds, chordSeconds, gapSeconds, feedbackSeconds, length,
      referencePitch
    case tuning, loudness, procedure, language
  }

  private static func setting(_ name: String, _ value: String) -> TrainerSetting? {
    let number = Double(value)
    switch SettingName(rawValue: name) {
    case .lowestNote?: return UInt8(value).map { .lowestNote($0) }
    case .highestNote?: return UInt8(value).map { .highestNote($0) }
    case .noteSeconds?: return number.map { .noteSeconds($0) }
    case .chordSeconds?: return number.map { .chordSeconds($0) }
    case .gapSeconds?: return number.map { .gapSeconds($0) }
    case .feedbackSeconds?: return number.map { .feedbackSeconds($0) }
    case .length?: return SessionLength(code: value).map { .length($0) }
    case .referencePitch?: return number.map { .referencePitch(.hertz($0)) }
    case .tuning?: return Tuning(name: value).map { .tuning($0) }
    case .loudness?: return number.map { .loudnessVariation(decibels: $0) }
    case .procedure?: return .procedure(value == "kazez" ? .kazez : .adaptive)
    case .language?: return TrainerLanguage(code: value).map { .language($0) }
    case nil: return nil
    }
  }
}

/// The main areas of the page.
package enum PageTab: String, Hashable, Sendable, CaseIterable {
  case train, hearing, instruments, keyboard, tuning, songs
}

/// The colors of the page.
package enum PageAppearance: String, Hashable, Sendable, CaseIterable {
  /// As the browser asks for.
  case system
  case light, dark
}
