import PeachInstrumentModel
import PeachMusicUnits

/// The waves that SFZ makes without a file: `*sine` and its like.
///
/// One period of 2048 frames, made of its first 64 partials, so that little folds back at any key;
/// noise is a second long, and always the same.
enum SFZWaveform {
  private static var periodFrames: Int { 2048 }
  private static var partialCount: Int { 64 }
  /// The key whose pitch a wave has as it is stored.
  static var key: Int { 60 }
  /// So that one period sounds at the pitch of that key, 261.63 Hz.
  static var sampleRate: Double { 2048 * 261.6255653005986 }

  /// The frames of a wave by its name, stored as 32-bit numbers; nil for a name that is not known.
  static func frames(_ name: String) -> [Float]? {
    switch FilePath.folded(name) {
    case "*sine": return sum { $0 == 1 ? 1 : 0 }
    // A ramp and a square of ±1 (Fourier).
    case "*saw": return sum { 2 / Double.pi / Double($0) * ($0 % 2 == 1 ? 1 : -1) }
    case "*square": return sum { $0 % 2 == 1 ? 4 / Double.pi / Double($0) : 0 }
    case "*triangle", "*tri":
      return sum {
        let size = 8 / (Double.pi * Double.pi) / Double($0 * $0)
        return $0 % 4 == 1 ? size : $0 % 4 == 3 ? -size : 0
      }
    case "*noise": return noise()
    case "*silence": return [Float](repeating: 0, count: 64)
    default: return nil
    }
  }

  private static func sum(_ amplitude: (Int) -> Double) -> [Float] {
    var frames = [Double](repeating: 0, count: periodFrames)
    for partial in 1...partialCount {
      let size = amplitude(partial)
      if size == 0 { continue }
      for frame in 0..<periodFrames {
        let turns = Double(partial * frame % periodFrames) / Double(periodFrames)
        frames[frame] += size * Exponential.sineAndCosine(turns: turns).sine
      }
    }
    return frames.map { Float($0) }
  }

  private static func noise() -> [Float] {
    var state: UInt32 = 1
    return (0..<44_100).map { _ in
      // Marsaglia, Xorshift RNGs, 2003.
      state ^= state << 13
      state ^= state >> 17
      state ^= state << 5
      return Float(Int32(bitPattern: state)) * (1.0 / 2_147_483_648)
    }
  }

  /// A wave as a WAV file of 32-bit numbers; nil for a name that is not known.
  static func file(_ name: String) -> [UInt8]? {
    guard let frames = frames(name) else { return nil }
    func little(_ number: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
    var bytes: [UInt8] = Array("RIFF".utf8) + little(36 + 4 * frames.count, 4)
    bytes += Array("WAVEfmt ".utf8) + little(16, 4) + little(3, 2) + little(1, 2)
    bytes += little(44_100, 4) + little(4 * 44_100, 4) + little(4, 2) + little(32, 2)
    bytes += Array("data".utf8) + little(4 * frames.count, 4)
    for frame in frames { bytes += little(Int(frame.bitPattern), 4) }
    return bytes
  }
}
