import PeachEarTraining
import PeachIntonation
import PeachMusicUnits
import PeachPlayback

extension BankPreset {
  /// Returns whether chords have no beats of their own: three keys of a compass are within
  /// ``ToneSteadiness/largestCents`` of their pitch, and their level does not fluctuate. Renders
  /// and measures them, which takes up to some seconds. Not for the audio thread.
  ///
  /// - Parameter options: Those of the player of chords.
  /// - Throws: ``NotePlayerError`` or `SampleCodecError`.
  package func steadiness(
    keys: ClosedRange<UInt8>, options: NoteOptions
  ) throws -> ToneSteadiness {
    if let cache = options.intonation,
      let played = try playedIntonation(cache, straightTones: options.straightTones),
      case .varying(_, _, _, let reason?) = played.badge
    {
      return .notStraight(reason)
    }
    let instrument = try NoteInstrument(playing: self, options: options)
    let meter = SteadinessMeter(sampleRate: instrument.sampleRate)
    return try meter.steadiness(keys: keys) { try Self.played($0, by: instrument) }
  }

  /// Returns a held note, mono.
  private static func played(
    _ frequency: Frequency, by instrument: NoteInstrument
  ) throws -> [Float] {
    let note = ScheduledNote(
      frequency: frequency, duration: .seconds(SteadinessMeter.seconds), amplitude: 0.25,
      region: RegionSelector(TrialNote(frequency: frequency)))
    var frames: [Float] = []
    try instrument.render(
      [note], count: Int(SteadinessMeter.seconds * instrument.sampleRate)
    ) { left, right, count in
      for index in 0..<count { frames.append(0.5 * (left[index] + right[index])) }
    }
    return frames
  }
}
