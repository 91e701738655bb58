/// Zones that share filter, envelopes, LFOs and connections.
package struct SamplerLayer: Hashable, Sendable {
  package var gainDecibels = 0.0
  package var tuneCents = 0.0
  /// Whether notes ignore note-off.
  package var isOneShot = false
  /// The filter; `nil` if it is off.
  package var filter: SamplerFilter?
  /// The layer's LFOs.
  package var lfos: [SamplerLFO] = []
  /// The envelopes; the first is the volume envelope.
  package var envelopes: [SamplerEnvelope] = []
  /// The modulations.
  package var connections: [SamplerConnection] = []
  /// Its zones, in the file's order.
  package var zones: [SamplerZone] = []

  /// A layer without zones.
  package init() {}
}
