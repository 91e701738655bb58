import PeachInstrumentModel

extension Region {
  /// The region without what moves its pitch while a note sounds, or away from the key: both
  /// oscillators, the envelopes but the volume's, and modulators of pitch other than the wheel's.
  ///
  /// Modulators stay in their places, because links name them by number (SoundFont 2.04 §8.2.2):
  /// they move by nothing.
  var withSteadyPitch: Region {
    var steady = self
    for generator in Self.pitchMovers { steady.generators[generator] = 0 }
    for index in steady.modulators.indices {
      let modulator = steady.modulators[index]
      // Bit 7 tells MIDI's controllers from the general ones, of which 14 is the wheel (§8.2.1).
      let isWheel = modulator.source & 0xFF == 14
      if Self.pitchNumbers.contains(modulator.destination) && !isWheel {
        steady.modulators[index].amount = 0
      }
    }
    if var performance = steady.performance, !performance.envelopes.isEmpty {
      for index in performance.envelopes.indices { performance.envelopes[index].pitchCents = 0 }
      performance.modulations.removeAll {
        if case .envelope(_, .pitch) = $0.target { true } else { false }
      }
      steady.performance = performance
    }
    return steady
  }

  private static var pitchMovers: [Generator] {
    [.modulationLFOToPitch, .vibratoLFOToPitch, .modulationEnvelopeToPitch]
  }

  private static var pitchNumbers: [UInt16] {
    let fixed: [Generator] = [.coarseTune, .fineTune, .scaleTuning, .overridingRootKey]
    return (pitchMovers + fixed).map { UInt16($0.rawValue) }
  }
}
