import Foundation
import PeachServices
import TestEnvironment
import Testing

@Suite("An audio file that is written in parts")
struct AudioFileWriterTests {
  @Test("A complete WAV file replaces the old one")
  func wav() throws {
    let folder = try TemporaryFolder()
    let path = try folder.put("audio.wav", [1, 2, 3])
    let writer = try AudioFileWriter(
      path: path, type: .wav, sampleRate: 48_000, format: .integer16)
    let silence = [Float](repeating: 0, count: 100)
    for _ in 0..<2 { try writer.write(left: silence, right: silence, frameCount: 100) }
    #expect(try Data(contentsOf: URL(filePath: path)).count == 3)
    try writer.complete()
    // 200 frames of four bytes, in the chunk that ends the file.
    let bytes = Array(try Data(contentsOf: URL(filePath: path)))
    #expect(Array(bytes.suffix(808).prefix(8)) == Array("data".utf8) + [0x20, 3, 0, 0])
  }

  @Test("Without dither, samples are the nearest integers; with dither, some are others")
  func dither() throws {
    let folder = try TemporaryFolder()
    // 0.25 is 8192 of 32768.
    let frames = [Float](repeating: 0.25, count: 100)
    func differing(isDithered: Bool) throws -> Int {
      let path = folder.path("dither.wav")
      let writer = try AudioFileWriter(
        path: path, type: .wav, sampleRate: 48_000, format: .integer16, isDithered: isDithered)
      try writer.write(left: frames, right: frames, frameCount: 100)
      try writer.complete()
      let bytes = Array(try Data(contentsOf: URL(filePath: path)).suffix(400))
      return stride(from: 0, to: 400, by: 2).count { bytes[$0] != 0 || bytes[$0 + 1] != 0x20 }
    }
    #expect(try differing(isDithered: false) == 0)
    #expect(try differing(isDithered: true) > 10)
  }
}
