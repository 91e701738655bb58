package import PeachInstrumentModel
package import PeachMusicUnits

extension Region {
  /// Returns the pitch that the file declares for the region's sample, at its original sample rate.
  package func declaredPitch(of sample: Sample) -> Frequency {
    RegionTuning(self, sample: sample).nominal
  }
}
