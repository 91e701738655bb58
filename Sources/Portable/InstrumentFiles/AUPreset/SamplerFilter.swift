package import PeachInstrumentModel

/// A filter.
package struct SamplerFilter: Hashable, Sendable {
  package var cutoffHertz: Double
  /// The height of the peak at the cutoff.
  package var resonanceDecibels: Double
  package var kind = RegionFilter.lowPass
}
