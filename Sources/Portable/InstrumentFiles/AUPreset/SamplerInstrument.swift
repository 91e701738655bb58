package import PeachInstrumentModel
package import PeachMusicUnits

/// An instrument of Apple's sampler (AUSampler): layers of zones, each layer with a filter,
/// envelopes, LFOs and connections. The content of an `.aupreset`; EXS24 instruments are translated
/// to it.
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
  package var references = KeyedArray<Int64, String>()
}

/// Zones that share filter, envelopes, LFOs and connections.
package struct SamplerLayer: Hashable, Sendable {
  package var gainDecibels = 0.0
  package var tuneCents = 0.0
  /// Whether notes ignore note-off.
  package var isOneShot = false
  package var filter: SamplerFilter?
  package var lfos: [SamplerLFO] = []
  /// The envelopes; the first is the volume envelope.
  package var envelopes: [SamplerEnvelope] = []
  package var connections: [SamplerConnection] = []
  package var zones: [SamplerZone] = []
}

package struct SamplerFilter: Hashable, Sendable {
  package var cutoffHertz: Double
  /// The height of the peak at the cutoff.
  package var resonanceDecibels: Double
  package var kind = RegionFilter.lowPass
}

package struct SamplerLFO: Hashable, Sendable {
  package var hertz = 5.0
  package var delaySeconds = 0.0
}

/// An envelope. Decay and release times are for the full range: 96 dB for the level.
package struct SamplerEnvelope: Hashable, Sendable {
  package var delaySeconds = 0.0
  package var attackSeconds = 0.0
  package var holdSeconds = 0.0
  package var decaySeconds = 0.0
  /// The sustain level, 0…1.
  package var sustain = 1.0
  package var releaseSeconds = 0.0
}

/// A sample with its keys and velocities; by default of all keys, without a loop.
package struct SamplerZone: Hashable, Sendable {
  /// The number of the built-in sine.
  package static var sineWaveform: Int64 { -2 }

  /// The name in the file; may be empty.
  package var name = ""
  /// The number of the sample in ``SamplerInstrument/references``.
  package var waveform: Int64 = 0
  package var rootKey: UInt8 = 60
  package var keys: ClosedRange<UInt8> = 0...127
  package var velocities: ClosedRange<UInt8> = 0...127
  /// The range of frames that plays; `nil` for the file's end.
  package var startFrame = 0
  package var endFrame: Int?
  package var looping = SampleLooping.none
  /// The loop in frames of the file; the end is exclusive, `nil` for the file's end.
  package var loopStart = 0
  package var loopEnd: Int?
  /// The crossfade at the end of the loop.
  package var loopCrossfadeSeconds = 0.0
  package var gainDecibels = 0.0
  package var tuneCents = 0.0
  /// −1 for left through 1 for right.
  package var pan = 0.0
  /// Whether the pitch depends on the key.
  package var followsKeys = true
  /// The exclusive class; 0 for none.
  package var exclusiveClass: UInt8 = 0
  package var conditions: RegionConditions?
}
