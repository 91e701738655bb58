import PeachEarTraining
import PeachMusicUnits

extension Trainer {
  /// The differences of the demonstration, in cents.
  package static var demonstratedCents: [Int] { [100, 50, 20, 5, 1] }

  /// Plays two notes, on the screen for it or on one that offers it, too.
  mutating func demonstrate(cents: Int) -> [TrainerEffect] {
    if case .demonstration = screen { screen = .demonstration(heardCents: cents) }
    let low = preferences.settings.referencePitch
    return [
      .stopNotes,
      .playPair(
        TrainerCue(session: -1, number: 0),
        reference: TrialNote(frequency: low, durationSeconds: 1),
        target: TrialNote(frequency: low.raised(by: Cents(Double(cents))), durationSeconds: 1),
        gapSeconds: 0, isUnison: true),
    ]
  }

  /// The row of the menu that opens the current screen.
  var homeRow: HomeRow {
    switch screen {
    case .home(let row): row
    // The first training follows the demonstration.
    case .comparison where exercise.isChord: .chords
    case .welcome, .demonstration, .comparison, .study: .comparison
    case .matching: exercise.isChord ? .chords : .matching
    case .chords, .beats: .chords
    case .summary(let summary):
      summary.exercise.isChord ? .chords : summary.isMatching ? .matching : .comparison
    case .sounds: .sounds
    case .settings, .intervals, .reset: .settings
    case .profile: .profile
    case .legend: .legend
    }
  }

  /// The row of the settings that opens the current screen.
  var settingRow: SettingRow {
    switch screen {
    case .settings(let row): row
    case .intervals: .intervals
    case .reset: .reset
    default: .sound
    }
  }

  mutating func openSounds() {
    var isFromSettings = false
    if case .settings = screen { isFromSettings = true }
    var picker = SoundPicker(isFromSettings: isFromSettings)
    picker.index = sounds.firstIndex { $0.tag == preferences.sound } ?? 0
    screen = .sounds(picker)
  }

  mutating func select(soundWithTag tag: String) -> [TrainerEffect] {
    preferences.sound = tag
    return [.stopNotes, .chooseSound(tag: tag), save]
  }

  mutating func preview(_ sound: TrainerSound) -> [TrainerEffect] {
    note = texts[.soundPreview, name(of: sound)]
    return [.stopNotes, .preview(tag: sound.tag)]
  }

  /// Measures a sound unless its badge tells all.
  mutating func measure(soundWithTag tag: String) -> [TrainerEffect] {
    let unknown = sounds.indices.filter { sounds[$0].tag == tag && sounds[$0].canBeMeasured }
    for index in unknown { sounds[index].isMeasuring = true }
    return unknown.isEmpty ? [] : [.measure(tag: tag)]
  }

  /// The texts in the selected language.
  package var texts: TrainerTexts { TrainerTexts(preferences.language) }

  /// Returns the name of a sound; that of the sine is in the selected language.
  package func name(of sound: TrainerSound) -> String {
    sound.name.isEmpty ? texts[.sine] : sound.name
  }
}
