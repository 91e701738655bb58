import PeachEarTraining
import PeachMusicUnits

extension Trainer {
  mutating func pressInSettings(_ key: TrainerKey, row: Int) -> [TrainerEffect] {
    let rows = SettingRow.allCases
    if let row = Self.row(row, of: rows.count, after: key) { screen = .settings(row: row) }
    switch (key, rows[row]) {
    case (.escape, _): screen = .home(row: 3)
    case (.enter, .sound), (.space, .sound): openSounds(isFromSettings: true)
    case (.enter, .intervals), (.space, .intervals): screen = .intervals(row: 12)
    case (.enter, .reset), (.space, .reset): screen = .reset(row: 0)
    case (.left, .reset), (.right, .reset): break
    case (.left, let setting): return change(setting, by: -1)
    case (.right, let setting), (.enter, let setting), (.space, let setting):
      return change(setting, by: 1)
    default: break
    }
    return []
  }

  private mutating func change(_ row: SettingRow, by step: Int) -> [TrainerEffect] {
    var settings = preferences.settings
    let (low, high) = (Int(settings.notes.lowerBound), Int(settings.notes.upperBound))
    switch row {
    case .sound: return changeSound(by: step)
    case .lowestNote:
      settings.notes = UInt8(min(max(low + step, 21), high))...settings.notes.upperBound
    case .highestNote:
      settings.notes = settings.notes.lowerBound...UInt8(min(max(high + step, low), 108))
    case .noteSeconds: settings.noteSeconds = Self.stepped(settings.noteSeconds, by: step)
    case .gap: settings.gapSeconds = Self.stepped(settings.gapSeconds, by: step)
    case .feedback: settings.feedbackSeconds = Self.stepped(settings.feedbackSeconds, by: step)
    case .pitch:
      let hertz = (settings.referencePitch.hertz * 2).rounded() / 2 + 0.5 * Double(step)
      settings.referencePitch = .hertz(min(max(hertz, 380), 480))
    case .intervals: screen = .intervals(row: 12)
    case .tuning:
      let all = Tuning.all
      let index = all.firstIndex(of: settings.tuning) ?? 0
      settings.tuning = all[(index + step + all.count) % all.count]
    case .loudness: settings.loudnessVariationDecibels += Double(step)
    case .procedure: preferences.procedure = preferences.procedure == .kazez ? .adaptive : .kazez
    case .length: preferences.length = preferences.length.stepped(by: step)
    case .reset: return []
    case .language: preferences.language = preferences.language == .german ? .english : .german
    }
    preferences.settings = settings.limited
    return [save]
  }

  private static func stepped(_ seconds: Double, by step: Int) -> Double {
    ((seconds * 10).rounded() + Double(step)) / 10
  }

  private mutating func changeSound(by step: Int) -> [TrainerEffect] {
    let index = sounds.firstIndex { $0.tag == preferences.sound } ?? 0
    preferences.sound = sounds[(index + step + sounds.count) % sounds.count].tag
    return [.chooseSound(tag: preferences.sound), save]
  }

  mutating func pressInIntervals(_ key: TrainerKey, row: Int) -> [TrainerEffect] {
    if let row = Self.row(row, of: 25, after: key) { screen = .intervals(row: row) }
    switch key {
    case .escape: screen = .settings(row: SettingRow.intervals.rawValue)
    case .enter, .space:
      guard let interval = MusicalInterval(semitones: 12 - row) else { return [] }
      var chosen = preferences.settings.intervals
      if let index = chosen.firstIndex(of: interval) {
        // At least one interval remains.
        if chosen.count > 1 { chosen.remove(at: index) }
      } else {
        chosen.append(interval)
        chosen.sort { $0.semitones < $1.semitones }
      }
      preferences.settings.intervals = chosen
      return [save]
    default: break
    }
    return []
  }
}
