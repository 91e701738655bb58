import PeachMusicUnits

/// The built-in sample of Apple's sampler: 110 periods of 440 Hz in 12,000 frames.
enum BuiltInSine {
  static var name: String { "built-in sine" }
  static var frameCount: Int { 12_000 }

  /// The sample as a WAV file at 48 kHz and half of full scale.
  static var file: [UInt8] {
    var data = ByteList()
    for frame in 0..<frameCount {
      let (sine, _) = Exponential.sineAndCosine(cycles: Double(frame * 11 % 1200) / 1200)
      let value = sine * 16_384
      data.append(UInt16(bitPattern: Int16(value < 0 ? value - 0.5 : value + 0.5)))
    }
    return data.waveFile(format: 1, bits: 16, sampleRate: 48_000)
  }
}
