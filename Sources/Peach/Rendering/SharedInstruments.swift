package import PeachInstrumentModel
package import PeachSynthesis
import Synchronization

/// A bank's instruments for several players or songs at once: each sample is read and decoded once,
/// and is in memory once, however many play it. Any thread but the audio thread.
package final class SharedInstruments: Sendable {
  /// The bank.
  package let bank: SoundBank
  private let loader: Mutex<InstrumentLoader>

  /// The instruments of a bank; so many bytes of samples are kept that nobody plays any more.
  package init(_ bank: SoundBank, unusedByteLimit: Int = 64 << 20) {
    self.bank = bank
    loader = Mutex(
      InstrumentLoader(
        bank: bank, decoder: StandardDecoder.decoder, unusedByteLimit: unusedByteLimit))
  }

  /// The same for one song alone: samples that need no decoding are in memory only from the first note
  /// that strikes them to the last.
  package init(readingOnDemand bank: SoundBank) {
    self.bank = bank
    loader = Mutex(InstrumentLoader(readingOnDemand: bank, decoder: StandardDecoder.decoder))
  }

  /// A preset ready to sound, as far as the keys struck reach; waits while others load.
  package func prepare(
    presetAt index: Int, struck: StruckKeys = .all, corrections: [Double] = [],
    steadyPitch: Bool = false
  ) throws(SampleDecodingError) -> PreparedPreset {
    try loader.withLock { loader throws(SampleDecodingError) in
      try loader.prepare(
        presetAt: index, struck: struck, corrections: corrections, steadyPitch: steadyPitch)
    }
  }

  /// How many bytes of samples are in memory.
  package var byteCount: Int { loader.withLock { $0.byteCount } }

  /// True where these are another bank's instruments too: the same file, read the same way.
  func serve(_ other: SoundBank) -> Bool {
    bank.storage === other.storage && bank.samples == other.samples && bank.presets == other.presets
  }
}
