import PeachEarTraining
import PeachMIDIEvents
import PeachMusicUnits
import PeachPlayback
import PeachSequencing
import PeachSynthesis
import PeachTrainerUI
import PeachWebPage

/// The notes of the trainer and of keyboards.
extension PageEngine {
  func playPair(
    _ cue: TrainerCue, _ reference: TrialNote, _ target: TrialNote, gapSeconds: Double,
    isUnison: Bool
  ) {
    useSelectedTone()
    let pair = TimedTrialNote.pair(reference, target, gapSeconds: gapSeconds, isUnison: isUnison)
    guard let (batch, ends) = play(pair.map { ScheduledNote($0) }) else { return }
    mark(.targetBegan(cue), batch, ends[1].start)
    mark(.targetEnded(cue), batch, ends[1].end)
  }

  func playReference(_ cue: TrainerCue, _ note: TrialNote) {
    useSelectedTone()
    guard let (batch, ends) = play([ScheduledNote(TimedTrialNote(note))]) else { return }
    mark(.referenceEnded(cue), batch, ends[0].end)
  }

  func playTarget(_ note: TrialNote, like: TrialNote?) {
    if playHeld(note, sample: like ?? note) { heldNote = lastNote }
  }

  /// Plays a note until ``stop()``, with the sample of another. Returns `false`, with a report, if
  /// it cannot.
  func playHeld(_ note: TrialNote, sample: TrialNote) -> Bool {
    guard canPlay(note.frequency) else { return false }
    lastNote += 1
    let events = style.events(
      id: lastNote, channel: Self.trainerChannel, frequency: note.frequency,
      amplitude: note.amplitude, frames: nil, sampleRate: live.sampleRate,
      region: RegionSelector(sample))
    return sendNotes(events) != nil
  }

  func bend(_ frequency: Frequency) {
    guard let heldNote, frequency.isPlayable, canPlay(frequency) else { return }
    let number = FrequencyCalculation.noteNumber(frequency: frequency)
    send([TimedEvent(frame: 0, event: .retune(note: heldNote, noteNumber: number))])
  }

  /// Fades the trainer's notes out, and cancels those that have not started.
  func stop() {
    do throws(LiveCommandError) {
      while let batch = batches.first {
        try live.cancel(batch: batch)
        batches.removeFirst()
      }
    } catch { report(error) }
    marks.removeAll { mark in
      if case .waited = mark.report { return false }
      return true
    }
    heldNote = nil
    send([
      TimedEvent(
        frame: 0,
        event: .fadeChannel(Self.trainerChannel, frames: frames(style.fadeOutSeconds)))
    ])
  }

  func wait(_ cue: TrainerCue, seconds: Double) {
    guard let batch = live.send([]) else { return report(.queueFull) }
    mark(.waited(cue), batch, frames(seconds))
  }

  /// Plays a MIDI channel message on the keyboard's channels, where RPN 6 makes MPE zones. A
  /// program change is ignored: the page selects the sound.
  func play(_ status: UInt8, _ first: UInt8, _ second: UInt8) {
    guard (0x80..<0xF0).contains(status), status & 0xF0 != 0xC0,
      let message = MIDIMessage(status: status, data1: first, data2: second),
      let event = SynthesizerEvent(message, firstChannel: Self.keyboardChannels.lowerBound)
    else { return }
    send([TimedEvent(frame: 0, event: event)])
  }

  /// Returns the nearest number of frames, as native players do.
  func frames(_ seconds: Double) -> Int { Int((seconds * live.sampleRate).rounded()) }

  /// Whether a tone can be represented at the sample rate; reports it otherwise.
  private func canPlay(_ frequency: Frequency) -> Bool {
    if frequency.hertz < live.sampleRate / 2 { return true }
    pending.append(
      .note(
        "\(Int(min(frequency.hertz, 1e9))) Hz is not below half the sample rate, "
          + "\(Int(live.sampleRate / 2)) Hz."))
    return false
  }

  /// Plays notes in one batch. Returns the frames at which each starts and ends; `nil`, with a
  /// report, if the queue is full or if a frequency is too high.
  func play(
    _ notes: [ScheduledNote]
  ) -> (batch: UInt64, times: [(start: Int, end: Int)])? {
    var events: [TimedEvent] = []
    var times: [(start: Int, end: Int)] = []
    for note in notes where !canPlay(note.frequency) { return nil }
    for note in notes {
      lastNote += 1
      let (start, length) = (frames(note.start / .seconds(1)), frames(note.duration / .seconds(1)))
      let own = style.events(
        id: lastNote, channel: Self.trainerChannel, frequency: note.frequency,
        amplitude: note.amplitude, frames: length, sampleRate: live.sampleRate,
        region: note.region)
      events += own.map { TimedEvent(frame: $0.frame + start, event: $0.event) }
      times.append((start, start + length))
    }
    return sendNotes(events).map { ($0, times) }
  }

  /// Sends the events of notes, which ``stop()`` cancels. Returns `nil`, with a report, if the
  /// queue is full.
  private func sendNotes(_ events: [TimedEvent]) -> UInt64? {
    reportMissingSound()
    guard let batch = live.send(events) else {
      report(.queueFull)
      return nil
    }
    batches = batches.suffix(Self.batchLimit - 1) + [batch]
    return batch
  }

  func mark(_ report: EngineReport, _ batch: UInt64, _ offset: Int) {
    marks.append(EngineMark(report: report, batch: batch, offset: offset))
  }
}

extension ScheduledNote {
  /// Creates a player's note from a trial's, at exactly its level.
  init(_ timed: TimedTrialNote) {
    self.init(
      at: .seconds(timed.startSeconds), frequency: timed.note.frequency,
      duration: .seconds(timed.durationSeconds), amplitude: timed.note.amplitude,
      region: RegionSelector(timed.sampleNote))
  }
}

extension RegionSelector {
  /// Creates a selector for the sample of a trial's note.
  init(_ note: TrialNote) {
    self.init(frequency: note.frequency, amplitude: TrialNote.sampleAmplitude)
  }
}
