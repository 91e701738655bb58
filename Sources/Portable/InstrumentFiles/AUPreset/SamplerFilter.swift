package import PeachInstrumentModel

/// A filter.
package struct SamplerFilter: Hashable, Sendable {
  /// Where it begins to fall.
  package var cutoffHertz: Double
  /// The peak there above the level far from it.
  package var resonanceDecibels: Double
  /// What it does.
  package var kind = RegionFilter.lowPass
}
