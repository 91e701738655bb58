import PeachEarTraining

/// The content of a screen before layout, for ``TrainerView`` and ``TrainerAnnouncement``; its
/// parts are those of a page, too.
package struct TrainerContent {
  var title: String
  var rows: [ScreenLine] = []
  /// The selected row, which stays visible.
  var chosenRow: Int?
  /// Whether rows can be selected.
  var isList: Bool { chosenRow != nil }
  /// The first visible row of a long text.
  var top: Int?
  /// The meaning of the selected row.
  var hint = ""
  var keys: [String]

  init(_ trainer: Trainer) {
    let texts = trainer.texts
    let keys: TrainerText =
      switch trainer.screen {
      case .welcome: .welcomeKeys
      case .demonstration: .demonstrationKeys
      case .home: .homeKeys
      case .comparison, .matching, .beats: Self.trainingKeys(trainer)
      case .chords: .chordsKeys
      case .settings: .settingsKeys
      case .sounds: .soundsKeys
      case .intervals: .intervalsKeys
      case .profile, .legend: .scrollKeys
      case .summary: .summaryKeys
      case .study: trainer.study?.isOver == true ? .studyOverKeys : .studyKeys
      case .reset: .resetKeys
      }
    (title, self.keys) = (Self.title(of: trainer), Self.pieces(texts[keys]))
    switch trainer.screen {
    case .welcome:
      rows = [ScreenLine(" \(texts[.welcomePurpose])"), ScreenLine(" \(texts[.welcomeCent])")]
    case .demonstration(let heard): addDemonstration(heard: heard, texts)
    case .home(let row):
      let names = HomeRow.allCases.map { Self.name(of: $0, trainer) }
      addList(
        names.enumerated().map { "\($0 + 1)  \($1)" }, chosen: HomeRow.allCases.firstIndex(of: row))
      if let line = Self.practice(trainer) { rows += [ScreenLine(""), ScreenLine("  \(line)")] }
    case .chords(let row): addChords(trainer, chosen: row)
    case .comparison, .matching, .beats:
      if trainer.isPaused {
        rows = [ScreenLine(" \(texts[.paused])", .title)]
      } else if let review = trainer.review {
        showReview(review, texts)
      } else if trainer.exercise.isChord {
        showChord(trainer)
      } else if trainer.screen == .comparison {
        showComparison(trainer)
      } else {
        showMatching(trainer)
      }
    case .settings(let row):
      addSettings(trainer, chosen: row)
      hint = Self.hint(of: row, trainer)
    case .sounds(let picker): addSounds(picker, trainer)
    case .intervals(let row):
      let rows = MusicalInterval.rows
      addList(rows.map { Self.intervalRow($0, trainer) }, chosen: rows.firstIndex(of: row))
    case .profile(let top):
      rows = Self.profile(trainer, .narrow)
      self.top = top
    case .legend(let top):
      rows = Self.signs(texts).map { ScreenLine(" \($0.sign): \($0.meaning)") }
      self.top = top
    case .summary(let summary): rows = Self.results(of: summary, trainer)
    case .study: rows = Self.study(trainer)
    case .reset(let row): addResets(trainer, chosen: row)
    }
  }

  /// Returns the title of the screen.
  package static func title(of trainer: Trainer) -> String {
    let title: TrainerText =
      switch trainer.screen {
      case .welcome: .welcome
      case .demonstration: .demonstration
      case .home: .home
      case .comparison, .matching, .beats: Self.name(of: trainer.exercise)
      case .chords: .chords
      case .settings: .settings
      case .sounds: .sounds
      case .intervals: .intervals
      case .profile: .profile
      case .legend: .legend
      case .summary: .summary
      case .reset: .settingReset
      case .study: .study
      }
    return trainer.texts[title]
  }

  static func warnings(of trainer: Trainer) -> [String] {
    var lines: [String] = []
    if !trainer.note.isEmpty { lines.append(trainer.note) }
    if let key = trainer.unknownKey { lines.append(trainer.texts[.unknownKey, "\(key)"]) }
    if !trainer.soundProblem.isEmpty {
      let problem = trainer.texts[.soundFailed, trainer.soundProblem]
      lines.append(trainer.hasTerminal ? "\(problem) \(trainer.texts[.soundRemedy])" : problem)
    }
    switch trainer.deviceProblem {
    case .missing?: lines.append(trainer.texts[.noDevice])
    case .inUse(let name)?: lines.append(trainer.texts[.deviceInUse, name])
    case .failed(let name)?: lines.append(trainer.texts[.deviceFailed, name])
    case nil: break
    }
    if let problem = trainer.storeProblem { lines.append(trainer.texts[.storedNowhere, problem]) }
    if trainer.isSilent, case .home = trainer.screen { lines.append(trainer.texts[.silent]) }
    return lines
  }

  /// Returns the name of a row of the menu.
  static func name(of row: HomeRow, _ trainer: Trainer) -> String {
    let texts = trainer.texts
    return switch row {
    case .comparison: texts[.homeComparison]
    case .matching: texts[.homeMatching]
    case .chords: texts[.homeChords]
    case .sounds: texts[.homeSound, trainer.name(of: trainer.sound)]
    case .settings: texts[.homeSettings]
    case .demonstration: texts[.homeDemonstration]
    case .profile: texts[.profile]
    case .legend: texts[.legend]
    case .quit: texts[.homeQuit]
    }
  }

  /// Splits key descriptions at three spaces.
  private static func pieces(_ text: String) -> [String] {
    text.split(separator: " ", omittingEmptySubsequences: false).split { $0.isEmpty }
      .map { $0.joined(separator: " ") }
  }

  /// Returns a row with a mark and emphasis if it is selected.
  static func row(_ text: String, isChosen: Bool) -> ScreenLine {
    ScreenLine(" \(isChosen ? "▸" : " ")\(text)", isChosen ? .chosen : .plain)
  }

  mutating func addList(_ texts: [String], chosen: Int?) {
    rows = texts.enumerated().map { Self.row(" \($1)", isChosen: $0 == chosen) }
    chosenRow = chosen
  }

  private mutating func addDemonstration(heard: Int, _ texts: TrainerTexts) {
    rows = [ScreenLine(" \(texts[.demonstrationPrompt])"), ScreenLine("")]
    for (index, cents) in Trainer.demonstratedCents.enumerated() {
      let text = texts[
        cents == 1 ? .demonstrationRowOne : .demonstrationRow, "\(index + 1)", "\(cents)"]
      rows.append(Self.row(" \(text)", isChosen: cents == heard))
    }
    rows += [ScreenLine(""), ScreenLine(" \(texts[.demonstrationNote])")]
  }
}
