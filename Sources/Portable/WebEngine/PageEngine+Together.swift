import PeachEarTraining
import PeachInstrumentModel
import PeachPlayback
import PeachStraightPresets
import PeachSynthesis
import PeachTrainerUI
import PeachWebPage

/// Notes of the trainer that sound together: with smooth levels, so that nothing but their tuning
/// beats. A tone with overtones takes the place of the sine, whose intervals do not beat.
extension PageEngine {
  func playNotes(_ cue: TrainerCue, _ notes: [TimedTrialNote], answerIndex: Int) {
    useChordTone()
    guard let (batch, times) = play(notes.map { ScheduledNote($0) }) else { return }
    mark(.targetBegan(cue), batch, times[answerIndex].start)
    mark(.targetEnded(cue), batch, times.reduce(0) { max($0, $1.end) })
  }

  /// Plays notes until ``stop()``.
  func playDrone(_ notes: [TrialNote]) {
    useChordTone()
    for note in notes where !playHeld(note, sample: note) { return }
  }

  /// Has the trainer's channel play chords.
  private func useChordTone() {
    if playsChords { return }
    prepareChords()
    guard let chordTone, chordTone.tag == selectedTag else { return }
    use(chordTone.preset, style, onChannels: [Self.trainerChannel])
    playsChords = true
  }

  /// Prepares the selected sound for chords, which straightens its levels, too. Reports a failure.
  func prepareChords() {
    if chordTone?.tag == selectedTag { return }
    do throws(StraighteningError) { chordTone = (selectedTag, try chordPreset()) } catch {
      pending.append(.note("\(selectedTag): \(error.description)"))
    }
  }

  private func chordPreset() throws(StraighteningError) -> PreparedPreset {
    if let (bank, index) = preset(tag: selectedTag) {
      return try bank.prepare(index, as: straighten(request(index, of: bank, .smooth)))
    }
    do throws(SampleCodecError) {
      return try InstrumentLoader(bank: HarmonicTone.soundBank).prepare(presetAt: 0)
    } catch { throw .samples(error) }
  }

  /// Has the trainer's channel play the selected sound again.
  func useSelectedTone() {
    guard playsChords, let keyboard else { return }
    use(keyboard.preset, style, onChannels: [Self.trainerChannel])
    playsChords = false
  }
}
