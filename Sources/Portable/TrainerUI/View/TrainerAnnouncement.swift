import PeachEarTraining

/// The lines for screen readers and plain terminals, printed when the state changes.
package struct TrainerAnnouncement: Equatable, Sendable {
  /// The title, texts and keys of the screen.
  var introduction: [String] = []
  var warnings: [String] = []
  /// The last result, or the selected row.
  var detail = ""

  package init(_ trainer: Trainer) {
    let content = TrainerContent(trainer)
    let texts = trainer.texts
    introduction = [content.title]
    var rows: [ScreenLine] = []
    switch trainer.screen {
    case .welcome: rows = content.rows
    case .demonstration(let heard):
      rows = content.rows.map { Self.unmarked($0) }
      if heard > 0 { detail = "\(heard)" }
    case .home(let row):
      rows = content.rows.map { Self.unmarked($0) }
      let number = (HomeRow.allCases.firstIndex(of: row) ?? 0) + 1
      detail = "\(number): \(TrainerContent.name(of: row, trainer))"
    case .comparison, .matching, .beats: detail = Self.training(trainer)
    case .chords(let row):
      rows = content.rows.map { Self.unmarked($0) }
      let number = (ChordRow.allCases.firstIndex(of: row) ?? 0) + 1
      let name = TrainerContent.name(of: row, trainer)
      detail = "\(number): \(name)"
      if !content.hint.isEmpty {
        detail += (name.utf8.last == UInt8(ascii: "?") ? " " : ". ") + content.hint
      }
    case .settings(let row):
      detail = "\(TrainerContent.name(of: row, texts)): \(TrainerContent.value(of: row, trainer))"
      if !content.hint.isEmpty { detail += ". \(content.hint)" }
    case .profile: rows = TrainerContent.profile(trainer, .spoken)
    case .legend, .summary, .study: rows = content.rows
    case .reset(let row):
      rows = content.rows.map { Self.unmarked($0) }
      detail = TrainerContent.name(of: row, texts)
    case .sounds(let picker):
      introduction = [texts[.sounds]]
      if let sound = picker.sound(in: trainer.sounds) {
        detail = "\(trainer.name(of: sound))\(TrainerContent.detail(of: sound, texts))"
      } else {
        detail = texts[.soundsNone]
      }
    case .intervals(let row):
      let isIn = trainer.preferences.settings.intervals.contains(row)
      detail = "\(texts.interval(row.semitones)): \(texts[isIn ? .chosen : .notChosen])"
    }
    introduction += rows.map { Self.trimmed($0) }.filter { !$0.isEmpty }
    if trainer.hasTerminal { introduction += content.keys }
    warnings = TrainerContent.warnings(of: trainer)
    // The keys of a screen are not on the screen any more.
    if trainer.unknownKey != nil { warnings += content.keys }
  }

  /// Returns the lines that are new since the announcement `before`.
  package func lines(after before: TrainerAnnouncement?) -> [String] {
    var lines: [String] = []
    if introduction != before?.introduction { lines += introduction }
    lines += warnings.filter { before?.warnings.contains($0) != true }
    let isNew = detail != before?.detail || introduction != before?.introduction
    if isNew && !detail.isEmpty { lines.append(detail) }
    return lines.map { ScreenLine($0).cut(to: 2000).text }
  }

  /// Returns an empty string while notes play, because a screen reader would mask them.
  private static func training(_ trainer: Trainer) -> String {
    if trainer.isPaused { return trainer.texts[.paused] }
    if let review = trainer.review {
      let line = TrainerContent.reviewLine(review, trainer.texts)
      return review.phase == .ended ? trimmed(line) : ""
    }
    if trainer.exercise.isChord { return chord(trainer) }
    switch (trainer.comparisonState, trainer.matchingState) {
    case (.awaitingAnswer?, _), (.feedback?, _):
      return trimmed(TrainerContent.comparisonLine(trainer))
    case (_, .awaitingTouch?), (_, .feedback?): return trimmed(TrainerContent.matchingLine(trainer))
    default: return ""
    }
  }

  /// Returns the line of a chord. Beats are counted while it sounds.
  private static func chord(_ trainer: Trainer) -> String {
    switch (trainer.comparisonState, trainer.matchingState, trainer.beatState) {
    case (.awaitingAnswer?, _, _), (.feedback?, _, _), (_, .awaitingTouch?, _),
      (_, .feedback?, _), (_, _, .feedback?):
      trimmed(TrainerContent.chordLine(trainer))
    case (_, _, .listening(let trial)?) where trial.tapCount == 0:
      trimmed(TrainerContent.chordLine(trainer))
    default: ""
    }
  }

  private static func trimmed(_ line: ScreenLine) -> String {
    String(line.text.drop { $0 == " " })
  }

  /// Removes the selection mark, so that a new selection does not repeat the introduction.
  private static func unmarked(_ line: ScreenLine) -> ScreenLine {
    ScreenLine(String(line.text.drop { $0 == " " || $0 == "▸" }))
  }
}
