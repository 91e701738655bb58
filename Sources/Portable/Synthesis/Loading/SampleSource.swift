import PeachInstrumentModel

/// An uncompressed sample of a bank that can be read on demand.
struct SampleSource {
  private let bank: SoundBank
  private let sample: Int

  /// Creates a source; returns `nil` if the sample is compressed, missing or shorter than `count`
  /// frames.
  init?(_ bank: SoundBank, sample: Int, count: Int) {
    guard count > 0, bank.storedFrameCount(ofSampleAt: sample) >= count else { return nil }
    self.bank = bank
    self.sample = sample
  }

  /// Reads the first `count` frames and passes them to `body`.
  func withFrames(count: Int, _ body: (UnsafeBufferPointer<Float>) -> Void) {
    var buffer: [Float] = []
    let found = bank.readStoredFrames(ofSampleAt: sample, count: count, into: &buffer)
    if found == count {
      buffer.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[..<count])) }
    }
    bank.forgetBytes(ofSampleAt: sample)
  }
}
