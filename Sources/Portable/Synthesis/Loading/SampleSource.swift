import PeachInstrumentModel

/// A sample of a bank that needs no decoding, to be read when it is wanted.
struct SampleSource {
  private let bank: SoundBank
  private let sample: Int

  /// A sample of a bank; nil where it is compressed or missing, or fewer than `count` frames of it are
  /// within the file.
  init?(_ bank: SoundBank, sample: Int, count: Int) {
    guard count > 0, bank.storedFrameCount(ofSampleAt: sample) >= count else { return nil }
    self.bank = bank
    self.sample = sample
  }

  /// Reads the first `count` frames for as long as `body` runs.
  func withFrames(count: Int, _ body: (UnsafeBufferPointer<Float>) -> Void) {
    var room: [Float] = []
    let found = bank.readStoredFrames(ofSampleAt: sample, count: count, into: &room)
    if found == count {
      room.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[..<count])) }
    }
    bank.forgetBytes(ofSampleAt: sample)
  }
}
