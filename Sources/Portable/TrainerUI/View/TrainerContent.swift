import PeachEarTraining

/// The content of a screen before layout, for ``TrainerView`` and ``TrainerAnnouncement``.
struct TrainerContent {
  var title: String
  var rows: [ScreenLine] = []
  /// The selected row, which stays visible.
  var chosenRow: Int?
  /// Whether rows can be selected.
  var isList: Bool { chosenRow != nil }
  /// The descriptions of the keys.
  var keys: [String]

  init(_ trainer: Trainer) {
    let texts = trainer.texts
    func keys(_ key: TrainerText) -> [String] { Self.pieces(texts[key]) }
    switch trainer.screen {
    case .welcome:
      title = texts[.welcome]
      self.keys = keys(.welcomeKeys)
      rows = [ScreenLine(" \(texts[.welcomePurpose])"), ScreenLine(" \(texts[.welcomeCent])")]
    case .demonstration(let heard):
      title = texts[.demonstration]
      self.keys = keys(.demonstrationKeys)
      addDemonstration(heard: heard, texts)
    case .home(let row):
      title = texts[.home]
      self.keys = keys(.homeKeys)
      addMenu(Self.menu(of: trainer), chosen: row)
    case .comparison:
      title = texts[.comparison]
      self.keys = keys(trainer.isPaused ? .pausedKeys : .comparisonKeys)
      addComparison(trainer)
    case .matching:
      title = texts[.matching]
      self.keys = keys(trainer.isPaused ? .pausedKeys : .matchingKeys)
      addMatching(trainer)
    case .settings(let row):
      title = texts[.settings]
      self.keys = keys(.settingsKeys)
      addSettings(trainer, chosen: row)
    case .sounds(let picker):
      title = texts[.sounds]
      self.keys = keys(.soundsKeys)
      addSounds(picker, trainer)
    case .intervals(let row):
      title = texts[.intervals]
      self.keys = keys(.intervalsKeys)
      addIntervals(trainer, chosen: row)
    }
  }

  /// Returns the warnings of all screens.
  static func warnings(of trainer: Trainer) -> [String] {
    var lines: [String] = []
    if !trainer.note.isEmpty { lines.append(trainer.note) }
    if !trainer.soundProblem.isEmpty {
      lines.append(trainer.texts[.soundFailed, trainer.soundProblem])
    }
    if let problem = trainer.storeProblem { lines.append(trainer.texts[.storedNowhere, problem]) }
    if trainer.isSilent, case .home = trainer.screen { lines.append(trainer.texts[.silent]) }
    return lines
  }

  static func menu(of trainer: Trainer) -> [String] {
    let texts = trainer.texts
    return [
      texts[.homeComparison], texts[.homeMatching],
      texts[.homeSound, trainer.name(of: trainer.sound)], texts[.homeSettings],
      texts[.homeDemonstration], texts[.homeQuit],
    ]
  }

  /// Splits key descriptions at three spaces.
  private static func pieces(_ text: String) -> [String] {
    var pieces: [String] = []
    var piece = ""
    var spaces = 0
    for scalar in text.unicodeScalars {
      if scalar == " " {
        spaces += 1
        continue
      }
      if spaces >= 3 {
        pieces.append(piece)
        piece = ""
      } else if spaces > 0 {
        piece += " "
      }
      spaces = 0
      piece.unicodeScalars.append(scalar)
    }
    return pieces + [piece]
  }

  private mutating func addMenu(_ texts: [String], chosen: Int) {
    for (index, text) in texts.enumerated() {
      let isChosen = index == chosen
      rows.append(
        ScreenLine(" \(isChosen ? "▸" : " ") \(index + 1)  \(text)", isChosen ? .chosen : .plain))
    }
    chosenRow = chosen
  }

  private mutating func addDemonstration(heard: Int, _ texts: TrainerTexts) {
    rows = [ScreenLine(" \(texts[.demonstrationPrompt])"), ScreenLine("")]
    for (index, cents) in Trainer.demonstratedCents.enumerated() {
      let isHeard = cents == heard
      let key: TrainerText = cents == 1 ? .demonstrationRowOne : .demonstrationRow
      rows.append(
        ScreenLine(
          " \(isHeard ? "▸" : " ") \(texts[key, "\(index + 1)", "\(cents)"])",
          isHeard ? .chosen : .plain))
    }
    rows += [ScreenLine(""), ScreenLine(" \(texts[.demonstrationNote])")]
  }
}
