import PeachEarTraining
import PeachTrialRecords

/// Sounds that an app changes outside the trainer's screens.
extension Trainer {
  /// Trains with a sound from now on. A trial whose notes are still heard begins again, because
  /// both notes must have the same sound.
  package mutating func changeSound(
    to sound: TrainerSound, at moment: TrainerTimestamp
  ) -> [TrainerEffect] {
    let isSame = preferences.sound == sound.tag && self.sound.compass == sound.compass
    addSound(sound)
    if isSame { return [] }
    preferences.sound = sound.tag
    let index = history.sounds.index(of: sound.tag)
    comparison?.settings.sound = index
    comparison?.settings.compass = sound.compass
    matching?.settings.sound = index
    matching?.settings.compass = sound.compass
    beats?.settings.sound = index
    beats?.settings.compass = sound.compass
    guard isTraining, !isPaused, review == nil, study == nil,
      !isResultShown
    else { return [save] }
    return [save] + stopTrial() + startTrial(at: moment)
  }
}
