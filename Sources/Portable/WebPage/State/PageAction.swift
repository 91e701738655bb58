import PeachEarTraining
import PeachMusicUnits
package import PeachTrainerUI

/// The action of a control of the page, by the text of its attribute `data-do` and its value.
package enum PageAction: Equatable, Sendable {
  case trainer(TrainerAction)
  case show(PageTab)
  case search(String)
  /// Tunes the keyboard on the page.
  case tuneKeyboard(cents: Double)
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
    switch name {
    case "claim": self = .claim
    case "tab":
      guard let tab = PageTab(rawValue: argument) else { return nil }
      self = .show(tab)
    case "cents":
      guard let cents = Double(value), cents.isFinite else { return nil }
      self = .tuneKeyboard(cents: cents)
    case "octave":
      guard let octaves = Int(argument), octaves == 1 || octaves == -1 else { return nil }
      self = .moveKeyboard(octaves: octaves)
    case "search": self = .search(value)
    case "connect": self = .connectMIDI
    case "mpe": self = .playsMPE(value == "true")
    case "update": self = .update
    case "export": self = .export(format: argument)
    case "remove": self = .engine(.removeBank(name: argument))
    case "midi":
      let bytes = argument.split(separator: " ").compactMap { UInt8($0) }
      guard bytes.count == 3, bytes[0] >= 0x80, bytes[1] < 128, bytes[2] < 128 else { return nil }
      self = .engine(.midi(status: bytes[0], first: bytes[1], second: bytes[2]))
    case "song":
      guard let control = SongControl(argument, value: value) else { return nil }
      self = .song(control)
    default: return nil
    }
  }

  /// Whether an input shows the value, which the page may limit or reject.
  var setsValue: Bool {
    switch self {
    case .trainer(.set), .song(.tempo), .song(.transpose), .song(.loop): true
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
    switch name {
    case "open": return destination(argument).map { .open($0) }
    case "demonstrate": return Int(argument).map { .demonstrate(cents: $0) }
    case "answer":
      return argument == "higher" ? .answer(.higher) : argument == "lower" ? .answer(.lower) : nil
    case "replay": return .replay
    case "pause": return .pause
    case "resume": return .resume
    case "commit": return .commit
    case "review": return .review
    case "undo": return .undo
    case "stop": return .stop
    case "reset": return reset(argument).map { .reset($0) }
    case "dial": return Double(value).flatMap { $0.isFinite ? .dial(cents: $0) : nil }
    case "tune": return Double(argument).map { .tune(cents: $0) }
    case "select": return .selectSound(tag: argument)
    case "preview": return .previewSound(tag: argument)
    case "measure": return .measureSound(tag: argument)
    case "set":
      // A button has its value in the action, as in `set language de`.
      let (setting, ownValue) = split(argument)
      return Self.setting(setting, ownValue.isEmpty ? value : ownValue).map { .set($0) }
    case "interval":
      guard let semitones = Int(argument), let interval = MusicalInterval(semitones: semitones)
      else { return nil }
      return .set(.interval(interval, isIncluded: value == "true"))
    default: return nil
    }
  }

  private static func destination(_ name: String) -> TrainerAction.Destination? {
    switch name {
    case "home": .home
    case "comparison": .comparison
    case "matching": .matching
    case "sounds": .sounds
    case "settings": .settings
    case "intervals": .intervals
    case "demonstration": .demonstration
    case "profile": .profile
    case "legend": .legend
    case "reset": .reset
    default: nil
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

  private static func setting(_ name: String, _ value: String) -> TrainerSetting? {
    switch name {
    case "lowestNote": UInt8(value).map { .lowestNote($0) }
    case "highestNote": UInt8(value).map { .highestNote($0) }
    case "noteSeconds": Double(value).map { .noteSeconds($0) }
    case "gapSeconds": Double(value).map { .gapSeconds($0) }
    case "feedbackSeconds": Double(value).map { .feedbackSeconds($0) }
    case "length": SessionLength(code: value).map { .length($0) }
    case "referencePitch": Double(value).map { .referencePitch(.hertz($0)) }
    case "tuning": Tuning(name: value).map { .tuning($0) }
    case "loudness": Double(value).map { .loudnessVariation(decibels: $0) }
    case "procedure": .procedure(value == "kazez" ? .kazez : .adaptive)
    case "language": TrainerLanguage(code: value).map { .language($0) }
    default: nil
    }
  }
}

/// The main areas of the page.
package enum PageTab: String, Hashable, Sendable, CaseIterable {
  case train, hearing, instruments, songs, tuning
}
