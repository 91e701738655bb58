/// An instrument of Apple's sampler (AUSampler): layers of zones, each layer with a filter,
/// envelopes, LFOs and connections.
///
/// The content of an `.aupreset`; EXS24 instruments are translated to it.
package struct SamplerInstrument: Hashable, Sendable {
  /// The name in the file; may be empty.
  package var name = ""
  package var gainDecibels = 0.0
  package var tuneCents = 0.0
  /// The polyphony; `nil` for no limit.
  package var noteLimit: UInt16?
  package var layers: [SamplerLayer] = []
  /// The LFOs shared by all layers.
  package var lfos: [SamplerLFO] = []
  /// The paths of audio files by ``SamplerZone/waveform``.
  package var references: [Int64: String] = [:]

  /// Creates an instrument without layers.
  package init() {}
}
