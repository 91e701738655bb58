import PeachMusicUnits
import PeachPlayback

extension PitchBendEncoder {
  /// Throws if the frequency is outside the pitch-bend range of `key`.
  static func check(_ frequency: Frequency, key: UInt8) throws(NotePlayerError) {
    let noteNumber = FrequencyCalculation.noteNumber(frequency: frequency)
    guard abs(noteNumber - Double(key)) <= Double(rangeSemitones) else {
      throw .outsidePitchBendRange(hertz: frequency.hertz, key: key)
    }
  }
}
