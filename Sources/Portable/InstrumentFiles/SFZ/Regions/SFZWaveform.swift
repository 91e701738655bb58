import PeachInstrumentModel
import PeachMusicUnits

/// Generated waveforms: `*sine` and others. Each is one period of 2048 frames with 64 partials,
/// which limits aliasing. Noise lasts one second and is deterministic.
enum SFZWaveform {
  private static var periodFrames: Int { 2048 }
  private static var partialCount: Int { 64 }
  static var key: Int { 60 }
  /// The rate at which one period lasts 1/261.63 s, as of the root key.
  static var sampleRate: Double { 2048 * 261.6255653005986 }

  /// Returns the frames of a waveform by name; `nil` for an unknown name.
  static func frames(_ name: String) -> [Float]? {
    switch FilePath.folded(name) {
    case "*sine": return sum { $0 == 1 ? 1 : 0 }
    // The Fourier series of waveforms with amplitude 1.
    case "*saw": return sum { 2 / Double.pi / Double($0) * ($0 % 2 == 1 ? 1 : -1) }
    case "*square": return sum { $0 % 2 == 1 ? 4 / Double.pi / Double($0) : 0 }
    case "*triangle", "*tri":
      return sum {
        let magnitude = 8 / (Double.pi * Double.pi) / Double($0 * $0)
        return $0 % 4 == 1 ? magnitude : $0 % 4 == 3 ? -magnitude : 0
      }
    case "*noise": return noise()
    case "*silence": return [Float](repeating: 0, count: 64)
    default: return nil
    }
  }

  private static func sum(_ amplitude: (Int) -> Double) -> [Float] {
    var frames = [Double](repeating: 0, count: periodFrames)
    for partial in 1...partialCount {
      let amplitude = amplitude(partial)
      if amplitude == 0 { continue }
      for frame in 0..<periodFrames {
        let cycles = Double(partial * frame % periodFrames) / Double(periodFrames)
        frames[frame] += amplitude * Exponential.sineAndCosine(cycles: cycles).sine
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

  /// Returns a waveform as a WAV file of 32-bit floats; `nil` for an unknown name.
  static func file(_ name: String) -> [UInt8]? {
    guard let frames = frames(name) else { return nil }
    var data = ByteList()
    for frame in frames { data.append(frame.bitPattern) }
    return data.waveFile(format: 3, bits: 32, sampleRate: 44_100)
  }
}

extension ByteList {
  /// Returns a mono WAV file of these frames. WAVE's format 1 is integer, 3 floating-point.
  func waveFile(format: UInt16, bits: UInt16, sampleRate: UInt32) -> [UInt8] {
    var header = ByteList()
    for field in [format, 1] { header.append(field) }
    for field in [sampleRate, sampleRate * UInt32(bits / 8)] { header.append(field) }
    for field in [bits / 8, bits] { header.append(field) }
    var contents = ByteList()
    contents.append(Array("WAVE".utf8))
    contents.append("fmt ", header.bytes)
    contents.append("data", bytes)
    var file = ByteList()
    file.append("RIFF", contents.bytes)
    return file.bytes
  }
}
