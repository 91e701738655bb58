import PeachEarTraining
package import PeachMusicUnits
package import PeachPlayback
import PeachTuning

extension Cadence {
  /// Returns the notes of the cadence in a temperament. Notes of all temperaments have the same
  /// samples, so that they differ only in pitch.
  ///
  /// ```swift
  /// Cadence().notes(.just, tonic: .hertz(240))[1].frequency.hertz  // 300: the major third
  /// ```
  package func notes(_ style: ListeningStyle, tonic: Frequency) -> [ScheduledNote] {
    Self.chords.enumerated().flatMap { index, chord -> [ScheduledNote] in
      let (start, duration) = time(ofChord: index)
      return zip(chord.frequencies(style, tonic: tonic), chord.frequencies(.equal, tonic: tonic))
        .map { frequency, sampleFrequency in
          ScheduledNote(
            at: .seconds(start), frequency: frequency, duration: .seconds(duration),
            region: RegionSelector(frequency: sampleFrequency))
        }
    }
  }
}

extension CadenceChord {
  /// Returns the frequencies of the voices, from the bass up, in a temperament whose root is the
  /// tonic.
  package func frequencies(_ style: ListeningStyle, tonic: Frequency) -> [Frequency] {
    precondition(style.isTemperament, "The style is a tone, not a temperament.")
    guard let temperament = style.temperament else { return pureFrequencies(tonic: tonic) }
    // The root of the tuning is C.
    let (tuning, root) = (KeyboardTuning(temperament), 60)
    func noteNumber(_ key: Int) -> Double { tuning[MIDINote(clamping: key)] ?? Double(key) }
    return keys.map { key in
      tonic.raised(by: Cents(100 * (noteNumber(root + key) - noteNumber(root))))
    }
  }
}

extension ListeningStyle {
  /// The temperament of the keys; `nil` for tones, and for pure chords, which have ratios of
  /// integers.
  var temperament: Temperament? {
    switch self {
    case .equal: .equal
    case .vallotti: .vallotti
    case .meantone: .quarterCommaMeantone
    case .recorded, .straight, .smooth, .just: nil
    }
  }
}
