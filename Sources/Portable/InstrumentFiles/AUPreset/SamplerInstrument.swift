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
  package var oscillators: [SamplerOscillator] = []
  /// The audio files by the numbers that zones know them by.
  package var references: [Int64: String] = [:]

  /// An instrument without layers.
  package init() {}
}

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
  package var oscillators: [SamplerOscillator] = []
  /// Its envelopes, the first of which shapes the level.
  package var envelopes: [SamplerEnvelope] = []
  /// What moves what.
  package var connections: [SamplerConnection] = []
  /// Its zones, in the file's order.
  package var zones: [SamplerZone] = []

  /// A layer without zones.
  package init() {}
}

/// A low-pass filter.
package struct SamplerFilter: Hashable, Sendable {
  /// Where it begins to fall.
  package var cutoffHertz: Double
  /// The peak there above the level far below.
  package var resonanceDecibels: Double
}

/// A low-frequency oscillator.
package struct SamplerOscillator: Hashable, Sendable {
  /// Swings in a second.
  package var hertz = 5.0
  /// Seconds from the key to its beginning.
  package var delaySeconds = 0.0
}

/// An envelope. The times of falls are for the whole way from full to nothing, for the level 96 dB.
package struct SamplerEnvelope: Hashable, Sendable {
  package var delaySeconds = 0.0
  package var attackSeconds = 0.0
  package var holdSeconds = 0.0
  package var decaySeconds = 0.0
  /// 0…1 of the way from nothing to full.
  package var sustain = 1.0
  package var releaseSeconds = 0.0
}
