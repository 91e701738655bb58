package import PeachInstrumentModel
package import PeachMusicUnits

/// The properties of a region that concern its recording.
extension Region {
  /// Whether the volume envelope decays by 30 dB or more within 30 seconds while the key is held.
  package var decaysWhileHeld: Bool { DecayingTone.diesAway(self) }

  /// Returns the pitch that the file declares for the region's sample, at its original sample rate.
  package func declaredPitch(of sample: Sample) -> Frequency {
    RegionTuning(self, sample: sample).nominal
  }
}
