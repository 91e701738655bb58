import PeachEarTraining

/// Actions of controls and keys. They have no effect on screens that do not offer them.
extension Trainer {
  mutating func perform(
    _ action: TrainerAction, at moment: TrainerTimestamp
  ) -> [TrainerEffect] {
    switch action {
    case .open(let destination): return open(destination, at: moment)
    case .move(let movement): move(movement)
    case .demonstrate(let cents):
      guard Self.demonstratedCents.contains(cents) else { return [] }
      switch screen {
      case .welcome, .home, .demonstration: return demonstrate(cents: cents)
      default: return []
      }
    case .answer(let direction):
      guard screen == .comparison, !isPaused, review == nil else { return [] }
      return answer(direction, at: moment)
    case .tune(let cents):
      guard screen == .matching, !isPaused, review == nil, cents.isFinite else { return [] }
      return tune(by: cents, at: moment)
    case .commit:
      if isPaused { return [] }
      return match(.commit(responseSeconds: moment.seconds - beganSeconds)) + countBeats(.commit)
    case .tap:
      guard screen == .beats, !isPaused, review == nil else { return [] }
      return countBeats(.tap(seconds: moment.seconds))
    case .dial(let cents): return turn(to: cents, at: moment)
    case .replay where review != nil: return beginReview()
    case .replay where isResultShown: return endFeedback(at: moment)
    case .replay: return isPaused ? [] : compare(.replay) + match(.replay) + countBeats(.replay)
    case .pause: return pause(at: moment)
    case .resume where isResultShown: return endFeedback(at: moment)
    case .resume: return isPaused ? resume(at: moment) : endReview(at: moment)
    case .review: return beginReview()
    case .undo: return undo(at: moment)
    case .stop:
      guard study == nil, isTraining else { return [] }
      return finishTraining(at: moment)
    case .beginBlock: return beginBlock(at: moment)
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
    case .searchSounds(let text):
      guard case .sounds(var picker) = screen else { return [] }
      (picker.filter, picker.index) = (text, 0)
      screen = .sounds(picker)
    case .set(let setting): return set(setting)
    case .quit: return endTraining() + [.quit]
    }
    return []
  }

  private mutating func open(
    _ destination: TrainerAction.Destination, at moment: TrainerTimestamp
  ) -> [TrainerEffect] {
    let (homeRow, settingRow) = (homeRow, settingRow)
    var effects: [TrainerEffect] = isTraining ? endTraining() : []
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
    case .home: screen = .home(row: homeRow)
    case .comparison: effects += beginComparison(at: moment)
    case .intervalComparison: effects += beginComparison(at: moment, withoutUnisons: true)
    case .matching: effects += beginMatching(.matching, at: moment)
    case .chords: effects += openChords()
    case .purity: effects += begin(.purity, at: moment)
    case .width: effects += begin(.width, at: moment)
    case .drone: effects += begin(.drone, at: moment)
    case .triad: effects += begin(.triad, at: moment)
    case .beats: effects += begin(.beats, at: moment)
    case .sounds: openSounds()
    case .settings: screen = .settings(row: settingRow)
    case .intervals: screen = .intervals(row: .unison)
    case .demonstration: screen = .demonstration(heardCents: 0)
    case .profile: screen = .profile(top: 0)
    case .legend: screen = .legend(top: 0)
    case .reset: screen = .reset(row: .cancel)
    }
    return effects
  }

  private mutating func move(_ movement: RowMovement) {
    switch screen {
    case .home(let row): screen = .home(row: movement.row(from: row, in: HomeRow.allCases))
    case .chords(let row): screen = .chords(row: movement.row(from: row, in: ChordRow.allCases))
    case .settings(let row):
      screen = .settings(row: movement.row(from: row, in: SettingRow.allCases))
    case .intervals(let row):
      screen = .intervals(row: movement.row(from: row, in: MusicalInterval.rows))
    case .reset(let row): screen = .reset(row: movement.row(from: row, in: resets))
    case .sounds(var picker):
      let last = max(picker.found(sounds).count - 1, 0)
      picker.index = movement.index(from: picker.index, last: last)
      screen = .sounds(picker)
    case .profile(let top): screen = .profile(top: movement.index(from: top, last: lastTop))
    case .legend(let top): screen = .legend(top: movement.index(from: top, last: lastTop))
    case .welcome, .demonstration, .comparison, .matching, .beats, .summary, .study: break
    }
  }

  /// The last of the lines that a text can start from in a window of 40 columns.
  private var lastTop: Int {
    #if hasFeature(Embedded)
      // The page shows these texts itself, and needs no lines of text.
      return 0
    #else
      let count = TrainerContent(self).rows.reduce(0) { count, row in
        count + (row.isIndented ? 1 : (row.width + 37) / 38)
      }
      return max(count - 6, 0)
    #endif
  }
}
