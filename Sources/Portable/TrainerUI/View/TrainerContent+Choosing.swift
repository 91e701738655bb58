package import PeachEarTraining
import PeachMusicUnits

extension TrainerContent {
  mutating func addSettings(_ trainer: Trainer, chosen: SettingRow) {
    let names = SettingRow.allCases.map { Self.name(of: $0, trainer.texts) }
    let widest = names.map { $0.unicodeScalars.count }.max() ?? 0
    addList(
      zip(SettingRow.allCases, names).map { row, name in
        let space = String(repeating: " ", count: widest - name.unicodeScalars.count + 2)
        return "\(name)\(space)\(Self.value(of: row, trainer))"
      }, chosen: SettingRow.allCases.firstIndex(of: chosen))
  }

  /// Returns the name of a setting.
  package static func name(of row: SettingRow, _ texts: TrainerTexts) -> String {
    let text: TrainerText =
      switch row {
      case .sound: .settingSound
      case .lowestNote: .settingLowest
      case .highestNote: .settingHighest
      case .noteSeconds: .settingSeconds
      case .chordSeconds: .settingChordSeconds
      case .gap: .settingGap
      case .feedback: .settingFeedback
      case .pitch: .settingPitch
      case .intervals: .settingIntervals
      case .tuning: .settingTuning
      case .loudness: .settingLoudness
      case .procedure: .settingProcedure
      case .length: .settingLength
      case .language: .settingLanguage
      case .reset: .settingReset
      }
    return texts[text]
  }

  static func value(of row: SettingRow, _ trainer: Trainer) -> String {
    let texts = trainer.texts
    let settings = trainer.preferences.settings
    func number(_ value: Double) -> String { texts.language.number(value, decimals: 1) }
    switch row {
    case .sound: return trainer.name(of: trainer.sound)
    case .lowestNote: return texts.note(Int(settings.notes.lowerBound))
    case .highestNote: return texts.note(Int(settings.notes.upperBound))
    case .noteSeconds: return texts[.seconds, number(settings.noteSeconds)]
    case .chordSeconds: return texts[.seconds, number(settings.chordSeconds)]
    case .gap: return texts[.seconds, number(settings.gapSeconds)]
    case .feedback: return texts[.seconds, number(settings.feedbackSeconds)]
    case .pitch: return texts[.hertz, number(settings.referencePitch.hertz)]
    case .intervals:
      return settings.intervals.map { texts.interval($0.semitones) }.joined(separator: ", ")
    case .tuning: return name(of: settings.tuning, texts)
    case .loudness:
      let decibels = settings.loudnessVariationDecibels
      return decibels == 0 ? texts[.none] : texts[.decibels, number(decibels)]
    case .procedure:
      return texts[
        trainer.preferences.procedure == .kazez ? .procedureKazez : .procedureAdaptive]
    case .length: return text(of: trainer.preferences.length, texts)
    case .language: return texts.language.name
    case .reset: return "…"
    }
  }

  /// Returns the meaning of a setting's value, if its name does not tell it.
  package static func hint(of row: SettingRow, _ trainer: Trainer) -> String {
    guard row == .procedure else { return "" }
    return trainer.texts[
      trainer.preferences.procedure == .kazez ? .procedureKazezHint : .procedureAdaptiveHint]
  }

  /// Returns the text of a session length.
  package static func text(of length: SessionLength, _ texts: TrainerTexts) -> String {
    switch length {
    case .endless: texts[.lengthEndless]
    case .trials(let count): texts.trials(count)
    case .minutes(let count): texts[.lengthMinutes, "\(count)"]
    }
  }

  /// Returns the name of a tuning.
  package static func name(of tuning: Tuning, _ texts: TrainerTexts) -> String {
    switch tuning {
    case .equal: return texts[.tuningEqual]
    case .pythagorean: return texts[.tuningPythagorean]
    case .quarterCommaMeantone: return texts[.tuningMeantone]
    case .just:
      let words = tuning.name.split(separator: " ")
      return texts[.tuningJust, String(words[1]), String(words[2])]
    }
  }

  mutating func addSounds(_ picker: SoundPicker, _ trainer: Trainer) {
    let texts = trainer.texts
    let found = picker.found(trainer.sounds)
    if !picker.filter.isEmpty { title += " – " + texts[.soundsFilter, picker.filter] }
    if found.isEmpty { rows = [ScreenLine(" \(texts[.soundsNone])")] }
    let chosen = min(picker.index, max(found.count - 1, 0))
    for (row, index) in found.enumerated() {
      let sound = trainer.sounds[index]
      let mark = sound.tag == trainer.preferences.sound ? "●" : " "
      rows.append(
        Self.row("\(mark) \(trainer.name(of: sound))", isChosen: row == chosen)
          .and(Self.detail(of: sound, texts), .faint))
    }
    chosenRow = chosen
  }

  /// Returns the bank and the intonation of a sound.
  static func detail(of sound: TrainerSound, _ texts: TrainerTexts) -> String {
    (sound.bank.isEmpty ? "" : "  \(sound.bank)") + "  [\(texts.intonation(of: sound))]"
  }

  static func intervalRow(_ interval: MusicalInterval, _ trainer: Trainer) -> String {
    let isIn = trainer.preferences.settings.intervals.contains(interval)
    return "\(isIn ? "[x]" : "[ ]") \(trainer.texts.interval(interval.semitones))"
  }
}
