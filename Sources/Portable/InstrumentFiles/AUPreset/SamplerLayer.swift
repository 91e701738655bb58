/// Zones that share a sound.
package struct SamplerLayer: Hashable, Sendable {
  /// How much louder its zones are.
  package var gainDecibels = 0.0
  /// How much higher its zones are.
  package var tuneCents = 0.0
  /// Whether notes play to their end once begun.
  package var playsThrough = false
  /// Its filter; nil where that is off.
  package var filter: SamplerFilter?
  /// Its own oscillators.
  package var oscillators: [SamplerLFO] = []
  /// Its envelopes, the first of which shapes the level.
  package var envelopes: [SamplerEnvelope] = []
  /// What moves what.
  package var connections: [SamplerConnection] = []
  /// Its zones, in the file's order.
  package var zones: [SamplerZone] = []

  /// A layer without zones.
  package init() {}
}
