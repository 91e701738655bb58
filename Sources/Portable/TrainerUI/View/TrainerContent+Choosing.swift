import PeachEarTraining
import PeachMusicUnits

extension TrainerContent {
  mutating func addSettings(_ trainer: Trainer, chosen: Int) {
    let names = SettingRow.allCases.map { Self.name(of: $0, trainer.texts) }
    var widest = 0
    for name in names { widest = max(widest, name.unicodeScalars.count) }
    for (index, row) in SettingRow.allCases.enumerated() {
      let isChosen = index == chosen
      let space = String(repeating: " ", count: widest - names[index].unicodeScalars.count + 2)
      rows.append(
        ScreenLine(
          " \(isChosen ? "▸" : " ") \(names[index])\(space)\(Self.value(of: row, trainer))",
          isChosen ? .chosen : .plain))
    }
    chosenRow = chosen
  }

  static func name(of row: SettingRow, _ texts: TrainerTexts) -> String {
    switch row {
    case .sound: texts[.settingSound]
    case .lowestNote: texts[.settingLowest]
    case .highestNote: texts[.settingHighest]
    case .noteSeconds: texts[.settingSeconds]
    case .gap: texts[.settingGap]
    case .pitch: texts[.settingPitch]
    case .intervals: texts[.settingIntervals]
    case .tuning: texts[.settingTuning]
    case .loudness: texts[.settingLoudness]
    case .procedure: texts[.settingProcedure]
    case .language: texts[.settingLanguage]
    }
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
    case .gap: return texts[.seconds, number(settings.gapSeconds)]
    case .pitch: return texts[.hertz, number(settings.referencePitch.hertz)]
    case .intervals:
      var names = ""
      for interval in settings.intervals {
        names += (names.isEmpty ? "" : ", ") + texts.interval(interval.semitones)
      }
      return names
    case .tuning: return tuning(settings.tuning, texts)
    case .loudness:
      let decibels = settings.loudnessVariationDecibels
      return decibels == 0 ? texts[.none] : texts[.decibels, number(decibels)]
    case .procedure:
      let isKazez = trainer.preferences.procedure == .kazez
      return texts[isKazez ? .procedureKazez : .procedureAdaptive]
    case .language: return texts.language.name
    }
  }

  private static func tuning(_ tuning: Tuning, _ texts: TrainerTexts) -> String {
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
    if !picker.filter.isEmpty {
      title += " – " + texts[.soundsFilter, picker.filter]
    }
    if found.isEmpty { rows = [ScreenLine(" \(texts[.soundsNone])")] }
    let chosen = min(picker.index, max(found.count - 1, 0))
    for (row, index) in found.enumerated() {
      let sound = trainer.sounds[index]
      let isChosen = row == chosen
      let isTaken = sound.tag == trainer.preferences.sound
      rows.append(
        ScreenLine(
          " \(isChosen ? "▸" : " ")\(isTaken ? "●" : " ") \(trainer.name(of: sound))",
          isChosen ? .chosen : .plain
        ).and(Self.detail(of: sound, texts), .faint))
    }
    chosenRow = chosen
  }

  /// Returns the bank and the intonation of a sound.
  static func detail(of sound: TrainerSound, _ texts: TrainerTexts) -> String {
    let badge =
      switch sound.badge {
      case .unknown: texts[.notMeasured]
      case .measuring: texts[.measuring]
      case .exact: texts[.badgeExact]
      case .within(let cents): texts[.badgeWithin, texts.cents(cents)]
      case .wavering(let cents, nil): texts[.badgeWavering, texts.cents(cents)]
      case .wavering(let cents, let error?):
        texts[.badgeWaveringWithin, texts.cents(cents), texts.cents(error)]
      case .unpitched: texts[.badgeUnpitched]
      }
    return (sound.bank.isEmpty ? "" : "  \(sound.bank)") + "  [\(badge)]"
  }

  mutating func addIntervals(_ trainer: Trainer, chosen: Int) {
    for row in 0..<25 {
      let isChosen = row == chosen
      rows.append(
        ScreenLine(
          " \(isChosen ? "▸" : " ") \(Self.intervalRow(row, trainer))",
          isChosen ? .chosen : .plain))
    }
    chosenRow = chosen
  }

  static func intervalRow(_ row: Int, _ trainer: Trainer) -> String {
    let texts = trainer.texts
    let semitones = 12 - row
    let isIn = trainer.preferences.settings.intervals.contains { $0.semitones == semitones }
    return "\(isIn ? "[x]" : "[ ]") \(texts.interval(semitones))"
  }
}
