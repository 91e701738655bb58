package import PeachMusicUnits
package import PeachTrialRecords

/// Changes of the sounds and the history while the trainer runs.
extension Trainer {
  /// Adds a sound, or replaces the one with its tag.
  package mutating func addSound(_ sound: TrainerSound) {
    if let index = sounds.firstIndex(where: { $0.tag == sound.tag }) {
      sounds[index] = sound
    } else {
      sounds.append(sound)
    }
  }

  /// Sets the badge of a sound, which has been measured.
  package mutating func setBadge(_ badge: IntonationBadge?, of tag: String) {
    for index in sounds.indices where sounds[index].tag == tag { sounds[index].badge = badge }
    endMeasurement(of: tag)
  }

  package mutating func setSteadiness(_ steadiness: ToneSteadiness, of tag: String) {
    for index in sounds.indices where sounds[index].tag == tag {
      sounds[index].steadiness = steadiness
    }
  }

  /// Shows the badge of a sound, whose measurement has ended.
  package mutating func endMeasurement(of tag: String) {
    for index in sounds.indices where sounds[index].tag == tag { sounds[index].isMeasuring = false }
  }

  /// Removes the sounds of a bank.
  package mutating func removeSounds(bank: String) { sounds.removeAll { $0.bank == bank } }

  /// Sets the calendar day, which later events set, too.
  package mutating func beginDay(_ day: Int) { today = day }

  /// Continues with the state of the procedures after other trials. Ends training, whose procedure
  /// does not have them.
  package mutating func adopt(_ history: TrainingHistory) {
    if isTraining {
      _ = endTraining()
      screen = .home(row: homeRow)
    }
    self.history = history
    undoPoint = nil
    // Who has trials from elsewhere is no new listener.
    if screen == .welcome && !history.practice.isEmpty { screen = .home(row: homeRow) }
  }

  /// Returns the sounds whose name or bank contains a text, without regard to case.
  package func sounds(matching text: String) -> [TrainerSound] {
    var picker = SoundPicker(isFromSettings: false)
    picker.filter = text
    return picker.found(sounds).map { sounds[$0] }
  }
}
