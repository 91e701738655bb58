import PeachMusicUnits
import PeachPlayback

/// The key and the velocity that select the regions of a note.
struct NoteSelection: Hashable {
  var key: UInt8
  var velocity: UInt8
  /// The frequency that selects the key, for messages.
  var hertz: Double
}

extension NoteStyle {
  /// Returns the selection of a note; `nil` for a silent note. Throws if the note or its region is
  /// not playable, or outside the key's pitch-bend range.
  func selection(
    of frequency: Frequency, amplitude: Double, region: RegionSelector?, sampleRate: Double,
    isHeld: Bool = false
  ) throws(NotePlayerError) -> NoteSelection? {
    try frequency.check(sampleRate: sampleRate)
    if let region, !region.frequency.isPlayable {
      throw .notPlayable(hertz: region.frequency.hertz)
    }
    let isBent = pitchMode == .midiBend && !isHeld
    if isBent {
      // Without a region, the nearest key: out of range below key 0 and above key 127.
      let selector = region ?? RegionSelector(frequency: frequency)
      try PitchBendEncoder.check(frequency, key: selector.keyAndVelocity.key)
    }
    guard let level = Velocity(level: amplitude)?.value else { return nil }
    let selector = region ?? RegionSelector(frequency: frequency, amplitude: amplitude)
    let (key, velocity) = selector.keyAndVelocity
    return NoteSelection(
      key: key, velocity: isBent ? level : velocity, hertz: selector.frequency.hertz)
  }

  /// Returns the selection of a note, whose times are checked too.
  func selection(
    of note: ScheduledNote, sampleRate: Double
  ) throws(NotePlayerError) -> NoteSelection? {
    let selection = try selection(
      of: note.frequency, amplitude: note.amplitude, region: note.region, sampleRate: sampleRate)
    try note.checkTimes()
    return selection
  }
}

extension Frequency {
  /// Throws unless a tone of this frequency can be represented at a sample rate.
  func check(sampleRate: Double) throws(NotePlayerError) {
    guard isPlayable else { throw .notPlayable(hertz: hertz) }
    guard hertz < sampleRate / 2 else {
      throw .aboveHalfSampleRate(hertz: hertz, sampleRate: sampleRate)
    }
  }
}

extension PitchBendEncoder {
  /// Throws if the frequency is outside the pitch-bend range of `key`.
  static func check(_ frequency: Frequency, key: UInt8) throws(NotePlayerError) {
    let noteNumber = FrequencyCalculation.noteNumber(frequency: frequency)
    guard abs(noteNumber - Double(key)) <= Double(rangeSemitones) else {
      throw .outsidePitchBendRange(hertz: frequency.hertz, key: key)
    }
  }
}

extension ScheduledNote {
  /// Throws unless the note lasts and starts within a day.
  func checkTimes() throws(NotePlayerError) {
    let seconds = duration / .seconds(1)
    guard seconds > 0 && seconds <= 86_400 else { throw .durationOutOfRange(seconds: seconds) }
    let begin = start / .seconds(1)
    guard begin >= 0 && begin <= 86_400 else { throw .durationOutOfRange(seconds: begin) }
  }
}
