/// An instrument as Apple's sampler (AUSampler) thinks of it: layers of zones, each layer with a
/// filter, envelopes, oscillators and connections between them.
///
/// This is what an `.aupreset` says, and what an EXS24 instrument is translated into.
package struct SamplerInstrument: Hashable, Sendable {
  /// Its name in the file; may be empty.
  package var name = ""
  /// How much louder the whole is.
  package var gainDecibels = 0.0
  /// How much higher the whole is.
  package var tuneCents = 0.0
  /// How many notes may sound at once; nil where it does not say.
  package var noteLimit: UInt16?
  /// Its layers.
  package var layers: [SamplerLayer] = []
  /// Oscillators that all layers share.
  package var oscillators: [SamplerLFO] = []
  /// The audio files by the numbers that zones know them by.
  package var references: [Int64: String] = [:]

  /// An instrument without layers.
  package init() {}
}
