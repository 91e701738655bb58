// swift-format-ignore-file
// Stands for the part of Apple's framework that the adapter uses, as its documentation declares it,
// so that the adapter can be compiled where there is no such framework. Nothing of it runs.

public final class AVAudioFormat {
  public init?(standardFormatWithSampleRate sampleRate: Double, channels: UInt32) {
    self.sampleRate = sampleRate
  }
  public let sampleRate: Double
}
