import PeachMusicUnits

/// The built-in sample of Apple's sampler: 110 periods of 440 Hz in 12,000 frames.
enum BuiltInSine {
  static var name: String { "built-in sine" }
  static var frameCount: Int { 12_000 }

  /// The sample as a WAV file at 48 kHz and half of full scale.
  static var file: [UInt8] {
    var bytes = Array("RIFF".utf8)
    func add(_ value: Int, _ count: Int) {
      for index in 0..<count { bytes.append(UInt8(truncatingIfNeeded: value >> (8 * index))) }
    }
    add(36 + 2 * frameCount, 4)
    bytes += Array("WAVEfmt ".utf8)
    add(16, 4)
    for field in [1, 1] { add(field, 2) }
    for field in [48_000, 96_000] { add(field, 4) }
    for field in [2, 16] { add(field, 2) }
    bytes += Array("data".utf8)
    add(2 * frameCount, 4)
    for frame in 0..<frameCount {
      let (sine, _) = Exponential.sineAndCosine(cycles: Double(frame * 11 % 1200) / 1200)
      let value = sine * 16_384
      add(Int(value < 0 ? value - 0.5 : value + 0.5), 2)
    }
    return bytes
  }
}
