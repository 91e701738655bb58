/// Writes audio for other programs.
public enum WaveFile {
  /// Returns a WAV file of interleaved stereo frames of 32-bit float samples.
  public static func stereo(_ samples: [Float], rate: Int) -> [UInt8] {
    func bytes(_ number: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
    let count = 4 * samples.count
    var file = Array("RIFF".utf8) + bytes(36 + count, 4) + Array("WAVEfmt ".utf8) + bytes(16, 4)
    // IEEE floating-point samples: format 3.
    file += bytes(3, 2) + bytes(2, 2) + bytes(rate, 4) + bytes(8 * rate, 4) + bytes(8, 2)
    file += bytes(32, 2) + Array("data".utf8) + bytes(count, 4)
    for sample in samples { file += bytes(Int(sample.bitPattern), 4) }
    return file
  }
}
