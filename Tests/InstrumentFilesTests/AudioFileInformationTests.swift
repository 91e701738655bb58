import Foundation
import PeachInstrumentFiles
import PeachInstrumentModel
import SoundMeasurement
import TestEnvironment
import Testing

@Suite("Audio file information")
struct AudioFileInformationTests {
  private func read(_ bytes: [UInt8]) -> AudioFileInformation? {
    bytes.withUnsafeBytes { AudioFileInformation($0) }
  }

  @Test(
    "Plain WAV files need no decoder",
    arguments: [
      (1, 8, PCMLayout.Format.unsigned8), (1, 16, .integer16), (1, 24, .integer24),
      (1, 32, .integer32), (3, 32, .float32), (3, 64, .float64),
    ])
  func waves(tag: Int, bits: Int, format: PCMLayout.Format) throws {
    var wave = WaveFile(
      tag: tag, channels: 2, bits: bits, rate: 48_000,
      data: [UInt8](repeating: 1, count: 2 * bits / 8 * 10))
    wave.addSampler(key: 62, loop: 2...8)
    let found = try #require(read(wave.bytes))
    #expect(found.format == .wav && found.channelCount == 2 && found.sampleRate == 48_000)
    #expect(found.frameCount == 10 && found.pcmLayout?.format == format)
    #expect(found.note.key == 62 && found.note.loop == 2..<9)
  }

  @Test("AIFF with frames that begin late, and a rate of 80 bits")
  func aiff() throws {
    func big(_ number: Int, _ count: Int) -> [UInt8] { WaveFile.little(number, count).reversed() }
    // 44,100 = 0.67291… · 2¹⁶: exponent 16383 + 15, fraction 44100 · 2⁴⁸.
    let rate = big(16383 + 15, 2) + big(44_100 << 16, 4) + big(0, 4)
    let common = big(1, 2) + big(3, 4) + big(16, 2) + rate
    let sound = big(4, 4) + big(0, 4) + [9, 9, 9, 9] + [0x40, 0, 0, 0, 0xC0, 0]
    let body =
      Array("AIFFCOMM".utf8) + big(common.count, 4) + common + Array("SSND".utf8)
      + big(sound.count, 4) + sound
    let file = Array("FORM".utf8) + big(body.count, 4) + body
    let found = try #require(read(file))
    #expect(found.sampleRate == 44_100 && found.channelCount == 1 && found.frameCount == 3)
    let code = try #require(found.pcmLayout)
    let values = file.withUnsafeBytes { code.read(0..<3, channel: 0, of: $0) }
    #expect(values == [0.5, 0, -0.5])
  }

  @Test("Other and truncated files have no information and are harmless")
  func hostile() {
    #expect(read([]) == nil && read(Array("RIFF".utf8)) == nil)
    var wave = WaveFile([1, 2, 3, 4], channels: 2)
    wave.addSampler(key: 60, loop: 0...1)
    for length in 0..<wave.bytes.count { _ = read(Array(wave.bytes[..<length])) }
    var random = RandomNumbers(seed: 7)
    for head in ["RIFF____WAVE", "FORM____AIFC", "caff", "fLaC", "OggS"] {
      for _ in 0..<300 {
        let rest = (0..<random.whole(0...90)).map { _ in UInt8(random.whole(0...255)) }
        if let found = read(Array(head.utf8) + rest) {
          #expect(found.sampleRate > 0 && found.channelCount > 0)
        }
      }
    }
  }

  /// Frames, channels and rates from `sndfile-info`, for every file that has them.
  @Test(
    "Shared files match sndfile-info",
    .enabled(if: TestFiles.exists(TestFiles.shared("facts/audio"))))
  func facts() throws {
    let facts = TestFiles.sharedData.appending(path: "facts")
    let names = FileManager.default.enumerator(atPath: facts.path)?.compactMap { $0 as? String }
    var count = 0
    for name in names ?? [] where name.hasSuffix(".sndfile-info.txt") {
      let text = try String(contentsOf: facts.appending(path: name), encoding: .utf8)
      func number(_ label: String) -> Double? {
        let line = text.split(separator: "\n").last { $0.hasPrefix(label) }
        return line?.split(separator: ":").last.flatMap {
          Double($0.trimmingCharacters(in: .whitespaces))
        }
      }
      let path = TestFiles.shared(String(name.dropLast(".sndfile-info.txt".count)))
      guard let rate = number("Sample Rate"), let channels = number("Channels"),
        let frames = number("Frames"), let data = FileManager.default.contents(atPath: path)
      else { continue }
      guard let found = read(Array(data)) else {
        Issue.record("\(name) is not known")
        continue
      }
      count += 1
      #expect(found.sampleRate == rate && found.channelCount == Int(channels), "\(name)")
      if let known = found.frameCount { #expect(known == Int(frames), "\(name)") }
    }
    #expect(count > 20)
  }

  @Test(
    "FLAC keeps a WAV file's sampler chunk",
    .enabled(if: TestFiles.exists(TestFiles.shared("sfz/sfizz/root_key_62.flac"))))
  func flac() throws {
    let path = TestFiles.shared("sfz/sfizz/root_key_62.flac")
    let data = try #require(FileManager.default.contents(atPath: path))
    #expect(read(Array(data))?.note.key == 62)
  }
}
