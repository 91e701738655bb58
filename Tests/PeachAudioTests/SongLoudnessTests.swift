import Foundation
import PeachLoudness
import PeachServices
import Testing

/// ITU-R BS.1770-4: a sine of 997 Hz at 0 dBFS in one channel of a stereo pair has −3.01 LKFS.
@Suite("Loudness of songs")
struct SongLoudnessTests {
  @Test(
    "A sine has its loudness and its true peak",
    .enabled(if: LoudnessMeter.isAvailable, "Built without the trait Loudness."),
    arguments: [(1.0, -3.01), (0.1, -23.01)])
  func sine(amplitude: Double, loudness: Double) throws {
    let meter = try LoudnessMeter(sampleRate: 48_000)
    let left = (0..<480_000).map { index in
      Float(amplitude * sin(2 * .pi * 997 * Double(index) / 48_000))
    }
    let right = [Float](repeating: 0, count: left.count)
    try meter.add(left, right, count: left.count)
    #expect(abs(try meter.integrated() - loudness) < 0.05)
    #expect(abs(20 * log10(try meter.truePeak() / amplitude)) < 0.2)
  }

  @Test("The gain reaches the target, unless the true peak would exceed −1 dBTP")
  func gain() {
    #expect(SongLoudness(integrated: -23, truePeak: -12).gain(to: -16).value == 7)
    #expect(SongLoudness(integrated: -23, truePeak: -6).gain(to: -16).value == 5)
    #expect(SongLoudness(integrated: -10, truePeak: 0).gain(to: -16).value == -6)
    #expect(SongLoudness(integrated: -.infinity, truePeak: -.infinity).gain(to: -16).value == 0)
  }

  @Test("A type of audio file follows from the extension")
  func type() {
    #expect(AudioFileType(ofPath: "a/b.FLAC") == .flac && AudioFileType(ofPath: "b.aif") == .aiff)
    #expect(AudioFileType(ofPath: "a.flac/b") == nil && AudioFileType(ofPath: "wav") == nil)
    #expect(AudioFileType.opus.isLossy && !AudioFileType.wav.isLossy)
  }
}
