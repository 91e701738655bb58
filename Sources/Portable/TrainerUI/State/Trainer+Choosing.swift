import PeachEarTraining
import PeachMusicUnits

extension Trainer {
  /// The differences of the demonstration, in cents.
  package static var demonstratedCents: [Int] { [100, 50, 20, 5, 1] }

  /// Returns the row that a key selects in a list of `count` rows; `nil` for other keys.
  static func row(_ row: Int, of count: Int, after key: TrainerKey) -> Int? {
    switch key {
    case .up: (row + count - 1) % count
    case .down: (row + 1) % count
    case .home: 0
    case .end: count - 1
    default: nil
    }
  }

  mutating func pressAtWelcome(_ key: TrainerKey) -> [TrainerEffect] {
    if key.letter == "l" {
      preferences.language = preferences.language == .german ? .english : .german
      return [save]
    }
    guard key == .enter || key == .space || key == .escape else { return [] }
    preferences.isIntroduced = true
    screen = key == .escape ? .home(row: 0) : .demonstration(heardCents: 0)
    return [save]
  }

  mutating func pressAtDemonstration(_ key: TrainerKey) -> [TrainerEffect] {
    if key == .escape || key == .enter {
      screen = .home(row: 0)
      return [.stopNotes]
    }
    guard let letter = key.letter, ("1"..."5").contains(letter) else { return [] }
    return demonstrate(cents: Self.demonstratedCents[Int(letter.value) - 49])
  }

  mutating func demonstrate(cents: Int) -> [TrainerEffect] {
    screen = .demonstration(heardCents: cents)
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

  mutating func pressAtHome(
    _ key: TrainerKey, row: Int, at moment: TrainerTimestamp
  ) -> [TrainerEffect] {
    if let row = Self.row(row, of: TrainerContent.menuCount, after: key) {
      screen = .home(row: row)
      return []
    }
    if key == .enter || key == .space { return openFromHome(row, at: moment) }
    switch key.letter {
    case "q"?: return [.quit]
    case "k"?: return pressAtHome(.up, row: row, at: moment)
    case "j"?: return pressAtHome(.down, row: row, at: moment)
    case let letter? where ("1"..."8").contains(letter):
      return openFromHome(Int(letter.value) - 49, at: moment)
    default: return []
    }
  }

  private mutating func openFromHome(_ row: Int, at moment: TrainerTimestamp) -> [TrainerEffect] {
    switch row {
    case 0: return beginComparison(at: moment)
    case 1: return beginMatching(at: moment)
    case 2: openSounds(isFromSettings: false)
    case 3: screen = .settings(row: 0)
    case 4: screen = .demonstration(heardCents: 0)
    case 5: screen = .profile(top: 0)
    case 6: screen = .legend(top: 0)
    default: return [.quit]
    }
    return []
  }

  mutating func openSounds(isFromSettings: Bool) {
    var picker = SoundPicker(isFromSettings: isFromSettings)
    picker.index = sounds.firstIndex { $0.tag == preferences.sound } ?? 0
    screen = .sounds(picker)
  }

  mutating func pressInSounds(_ key: TrainerKey, _ before: SoundPicker) -> [TrainerEffect] {
    var picker = before
    let found = picker.found(sounds)
    let last = max(found.count - 1, 0)
    let sound = found.isEmpty ? nil : sounds[found[min(picker.index, last)]]
    switch key {
    case .escape:
      if picker.filter.isEmpty { return leaveSounds(picker) }
      picker = SoundPicker(isFromSettings: picker.isFromSettings)
    case .up: picker.index = max(picker.index - 1, 0)
    case .down: picker.index = min(picker.index + 1, last)
    case .pageUp: picker.index = max(picker.index - 10, 0)
    case .pageDown: picker.index = min(picker.index + 10, last)
    case .home: picker.index = 0
    case .end: picker.index = last
    case .backspace:
      if !picker.filter.isEmpty { picker.filter.unicodeScalars.removeLast() }
      picker.index = 0
    case .character(let scalar):
      picker.filter.unicodeScalars.append(scalar)
      picker.index = 0
    case .enter:
      guard let sound else { return [] }
      return select(soundWithTag: sound.tag) + leaveSounds(picker)
    case .space:
      return sound.map { preview($0) } ?? []
    case .tab:
      return sound.map { measure(soundWithTag: $0.tag) } ?? []
    default: break
    }
    screen = .sounds(picker)
    return []
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
    let unknown = sounds.indices.filter { sounds[$0].tag == tag && sounds[$0].badge.canBeMeasured }
    for index in unknown {
      formerBadges[tag] = sounds[index].badge
      sounds[index].badge = .measuring
    }
    return unknown.isEmpty ? [] : [.measure(tag: tag)]
  }

  private mutating func leaveSounds(_ picker: SoundPicker) -> [TrainerEffect] {
    screen = picker.isFromSettings ? .settings(row: 0) : .home(row: 2)
    return [.stopNotes, .chooseSound(tag: preferences.sound)]
  }

  /// The texts in the selected language.
  package var texts: TrainerTexts { TrainerTexts(preferences.language) }

  /// Returns the name of a sound; that of the sine is in the selected language.
  package func name(of sound: TrainerSound) -> String {
    sound.name.isEmpty ? texts[.sine] : sound.name
  }
}
