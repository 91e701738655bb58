import PeachEarTraining
import PeachMusicUnits

/// The keys of each screen. They do nothing by themselves: each stands for actions, as controls do.
extension Trainer {
  /// Returns the actions of a key on the current screen, in order.
  func actions(of key: TrainerKey) -> [TrainerAction] {
    if key == .interrupt || key.letter == "q" && quitsByLetter { return [.quit] }
    let action: TrainerAction? =
      switch screen {
      case .welcome: welcomeAction(of: key)
      case .demonstration: demonstrationAction(of: key)
      case .home(let row): homeAction(of: key, row)
      case .comparison, .matching, .beats: trainingAction(of: key)
      case .chords(let row):
        chordsAction(of: key, row)
      case .settings(let row): settingsAction(of: key, row)
      case .intervals(let row): intervalsAction(of: key, row)
      case .profile, .legend: textAction(of: key)
      case .summary(let summary): summaryAction(of: key, summary)
      case .study: studyAction(of: key)
      case .reset(let row): resetAction(of: key, row)
      case .sounds: nil
      }
    if case .sounds(let picker) = screen { return soundsActions(of: key, picker) }
    return action.map { [$0] } ?? []
  }

  /// Whether Q quits: not while it may be part of a search, and not during a trial of a study,
  /// which is paused first.
  private var quitsByLetter: Bool {
    if case .sounds = screen { return false }
    return study == nil || screen == .study || isPaused
  }

  private func welcomeAction(of key: TrainerKey) -> TrainerAction? {
    switch (key, key.letter) {
    case (.enter, _), (.space, _): .open(.demonstration)
    case (.escape, _): .open(.home)
    case (_, "l"): changed(.language, by: 1)
    default: nil
    }
  }

  private func demonstrationAction(of key: TrainerKey) -> TrainerAction? {
    if key == .escape || key == .enter { return .open(.home) }
    return key.element(of: Self.demonstratedCents).map { .demonstrate(cents: $0) }
  }

  private func homeAction(of key: TrainerKey, _ row: HomeRow) -> TrainerAction? {
    switch (key, key.letter) {
    case (.enter, _), (.space, _): row.action
    case (_, "k"): .move(.up)
    case (_, "j"): .move(.down)
    default: key.element(of: HomeRow.allCases)?.action ?? key.movement.map { .move($0) }
    }
  }

  private func chordsAction(of key: TrainerKey, _ row: ChordRow) -> TrainerAction? {
    switch (key, key.letter) {
    case (.escape, _): .open(.home)
    case (.enter, _), (.space, _): .open(row.destination)
    case (_, "k"): .move(.up)
    case (_, "j"): .move(.down)
    default:
      key.element(of: ChordRow.allCases).map { .open($0.destination) }
        ?? key.movement.map { .move($0) }
    }
  }

  private func settingsAction(of key: TrainerKey, _ row: SettingRow) -> TrainerAction? {
    switch (key, row) {
    case (.escape, _): .open(.home)
    case (.enter, .sound), (.space, .sound): .open(.sounds)
    case (.enter, .reset), (.space, .reset): .open(.reset)
    case (.left, let row): changed(row, by: -1)
    case (.right, let row), (.enter, let row), (.space, let row): changed(row, by: 1)
    default: key.movement.map { .move($0) }
    }
  }

  /// Returns the action that selects the next or previous value of a setting.
  private func changed(_ row: SettingRow, by step: Int) -> TrainerAction? {
    func seconds(_ seconds: Double) -> Double { ((seconds * 10).rounded() + Double(step)) / 10 }
    func next<Value: Equatable>(to value: Value, in values: [Value]) -> Value {
      values[((values.firstIndex(of: value) ?? 0) + step + values.count) % values.count]
    }
    let settings = preferences.settings
    let (low, high) = (Int(settings.notes.lowerBound), Int(settings.notes.upperBound))
    switch row {
    case .sound: return .selectSound(tag: next(to: preferences.sound, in: sounds.map { $0.tag }))
    case .lowestNote: return .set(.lowestNote(UInt8(min(max(low + step, 21), high))))
    case .highestNote: return .set(.highestNote(UInt8(min(max(high + step, low), 108))))
    case .noteSeconds: return .set(.noteSeconds(seconds(settings.noteSeconds)))
    case .chordSeconds: return .set(.chordSeconds(seconds(settings.chordSeconds)))
    case .gap: return .set(.gapSeconds(seconds(settings.gapSeconds)))
    case .feedback: return .set(.feedbackSeconds(seconds(settings.feedbackSeconds)))
    case .pitch:
      let hertz = (settings.referencePitch.hertz * 2).rounded() / 2 + 0.5 * Double(step)
      return .set(.referencePitch(.hertz(hertz)))
    case .intervals: return .open(.intervals)
    case .tuning: return .set(.tuning(next(to: settings.tuning, in: Tuning.all)))
    case .loudness:
      let decibels = settings.loudnessVariationDecibels + Double(step)
      return .set(.loudnessVariation(decibels: decibels))
    case .procedure:
      return .set(
        .procedure(next(to: preferences.procedure, in: TrainerPreferences.Procedure.allCases)))
    case .length: return .set(.length(next(to: preferences.length, in: SessionLength.offered)))
    case .language:
      return .set(.language(next(to: preferences.language, in: TrainerLanguage.allCases)))
    case .reset: return nil
    }
  }

  private func intervalsAction(of key: TrainerKey, _ row: MusicalInterval) -> TrainerAction? {
    switch key {
    case .escape: .open(.settings)
    case .enter, .space:
      .set(.interval(row, isIncluded: !preferences.settings.intervals.contains(row)))
    default: key.movement.map { .move($0) }
    }
  }

  private func soundsActions(of key: TrainerKey, _ picker: SoundPicker) -> [TrainerAction] {
    let leaving = TrainerAction.open(picker.isFromSettings ? .settings : .home)
    let sound = picker.sound(in: sounds)
    var filter = picker.filter
    switch key {
    case .escape: return [filter.isEmpty ? leaving : .searchSounds("")]
    case .backspace:
      _ = filter.unicodeScalars.popLast()
      return [.searchSounds(filter)]
    case .character(let scalar):
      filter.unicodeScalars.append(scalar)
      return [.searchSounds(filter)]
    case .enter: return sound.map { [.selectSound(tag: $0.tag), leaving] } ?? []
    case .space: return sound.map { [.previewSound(tag: $0.tag)] } ?? []
    case .tab: return sound.map { [.measureSound(tag: $0.tag)] } ?? []
    default: return key.movement.map { [.move($0)] } ?? []
    }
  }

  private func textAction(of key: TrainerKey) -> TrainerAction? {
    switch key {
    case .escape, .enter: .open(.home)
    case .space: .move(.pageDown)
    default: key.movement.map { .move($0) }
    }
  }

  private func resetAction(of key: TrainerKey, _ row: TrainerReset) -> TrainerAction? {
    switch key {
    case .escape: .reset(.cancel)
    case .enter, .space: .reset(row)
    default: key.movement.map { .move($0) }
    }
  }
}

extension HomeRow {
  fileprivate var action: TrainerAction {
    switch self {
    case .comparison: .open(.comparison)
    case .matching: .open(.matching)
    case .chords: .open(.chords)
    case .sounds: .open(.sounds)
    case .settings: .open(.settings)
    case .demonstration: .open(.demonstration)
    case .profile: .open(.profile)
    case .legend: .open(.legend)
    case .quit: .quit
    }
  }
}

extension ChordRow {
  fileprivate var destination: TrainerAction.Destination {
    switch self {
    case .purity: .purity
    case .width: .width
    case .drone: .drone
    case .triad: .triad
    case .beats: .beats
    case .sound: .sounds
    }
  }
}

extension TrainerKey {
  /// The movement in lists and texts.
  fileprivate var movement: RowMovement? {
    switch self {
    case .up: .up
    case .down: .down
    case .pageUp: .pageUp
    case .pageDown: .pageDown
    case .home: .first
    case .end: .last
    default: nil
    }
  }

  /// Returns the element that a digit from 1 on selects.
  fileprivate func element<Element>(of elements: [Element]) -> Element? {
    guard let letter, ("1"..."9").contains(letter) else { return nil }
    let index = Int(letter.value - Unicode.Scalar("1").value)
    return index < elements.count ? elements[index] : nil
  }
}
