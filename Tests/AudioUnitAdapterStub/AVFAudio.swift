// swift-format-ignore-file
// Stubs for the part of Apple's framework that the adapter uses, as documented, so that the adapter
// compiles without the framework. They are never run.

public final class AVAudioFormat {
  public init?(standardFormatWithSampleRate sampleRate: Double, channels: UInt32) {
    self.sampleRate = sampleRate
  }
  public let sampleRate: Double
}
