/// A low-pass filter.
package struct SamplerFilter: Hashable, Sendable {
  /// Where it begins to fall.
  package var cutoffHertz: Double
  /// The peak there above the level far below.
  package var resonanceDecibels: Double
}
