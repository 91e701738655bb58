import Foundation
import PeachAudio

/// Compares the CPU time of writing WAV files with and without dither, in interleaved runs.
enum DitherMeasurement {
  private static let frameCount = 4096
  private static let blockCount = 1000

  static func comparisons(pairs: Int = 9) throws -> [Comparison] {
    let folder = try Folder()
    let path = folder.path("dither.wav")
    let frames = (0..<frameCount).map { Float(sin(0.1 * Double($0))) * 0.5 }
    func milliseconds(_ format: WAVSampleFormat, isDithered: Bool) throws -> Double {
      let begun = CPUTime.threadMilliseconds
      let writer = try AudioFileWriter(
        path: path, type: .wav, sampleRate: 48_000, format: format, isDithered: isDithered)
      for _ in 0..<blockCount {
        try writer.write(left: frames, right: frames, frameCount: frameCount)
      }
      try writer.complete()
      return CPUTime.threadMilliseconds - begun
    }
    let formats: [(WAVSampleFormat, bits: String, threshold: Double)] = [
      (.integer16, "16", 0.25), (.integer24, "24", 0.6),
    ]
    return try formats.map { format, bits, threshold in
      _ = try milliseconds(format, isDithered: true)
      return Comparison(
        "85 s of stereo in \(bits) bits with dither", other: "without dither", unit: "ms",
        pairs: try (0..<pairs).map { _ in
          (
            try milliseconds(format, isDithered: true),
            try milliseconds(format, isDithered: false)
          )
        }, threshold: threshold)
    }
  }
}
