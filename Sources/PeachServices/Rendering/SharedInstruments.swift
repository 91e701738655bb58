package import PeachInstrumentModel
import PeachStraightPresets
package import PeachSynthesis
import Synchronization

/// The instruments of a bank for several players or songs, which share samples in memory. Call on
/// any thread but the audio thread.
package final class SharedInstruments: Sendable {
  package let bank: SoundBank
  let interpolation: InterpolationQuality
  private let loader: Mutex<InstrumentLoader>

  /// Creates the instruments of a bank. Caches up to `unusedByteLimit` bytes of unused samples.
  package init(
    _ bank: SoundBank, interpolation: InterpolationQuality, unusedByteLimit: Int = 64 << 20
  ) {
    self.bank = bank
    self.interpolation = interpolation
    loader = Mutex(
      InstrumentLoader(
        bank: bank, decoder: DefaultSampleDecoder.decoder, unusedByteLimit: unusedByteLimit,
        interpolation: interpolation))
  }

  /// Creates instruments for one song: samples are in memory from their first note to their last.
  package init(readingOnDemand bank: SoundBank, interpolation: InterpolationQuality) {
    self.bank = bank
    self.interpolation = interpolation
    loader = Mutex(
      InstrumentLoader(
        readingOnDemand: bank, decoder: DefaultSampleDecoder.decoder,
        interpolation: interpolation))
  }

  /// Prepares a preset for the keys that are used. Waits while another thread is loading.
  package func prepare(
    presetAt index: Int, usedKeys: UsedKeys = .all, corrections: [Double] = [],
    steadyNotes: SteadyNotes = .none, replacements: [Int: SampleReplacement] = [:],
    shares: NoteShares = NoteShares()
  ) throws(SampleCodecError) -> PreparedPreset {
    try loader.withLock { loader throws(SampleCodecError) in
      try loader.prepare(
        presetAt: index, usedKeys: usedKeys, corrections: corrections, steadyNotes: steadyNotes,
        replacements: replacements, shares: shares)
    }
  }

  package var byteCount: Int { loader.withLock { $0.byteCount } }

  /// The instruments by which corrections are verified, whatever plays them.
  var forVerification: SharedInstruments {
    interpolation.sharesSamples(with: NoteRendering.interpolation)
      ? self : SharedInstruments(bank, interpolation: NoteRendering.interpolation)
  }

  /// Returns whether `other` has the same file, samples and presets.
  func matches(_ other: SoundBank) -> Bool {
    bank.storage === other.storage && bank.samples == other.samples && bank.presets == other.presets
  }
}
