import Foundation
import Peach
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
}
