import PeachInstrumentFiles
import PeachInstrumentModel
import SoundMeasurement
import Testing

@Suite("External samples")
struct SampleCollectionTests {
  private func collection(_ files: [String: [UInt8]]) -> SampleCollection {
    SampleCollection(MemoryFolders(files: files).folders(own: "/i"))
  }

  @Test("A stereo file is a pair of samples")
  func stereo() throws {
    var wave = WaveFile([0, 100, 200, 300, 400, 500], channels: 2)
    wave.addSampler(key: 64, loop: 1...2)
    var all = collection(["/i/a.wav": wave.bytes])
    var warnings = WarningList()
    let file = try #require(all.file(named: "A.WAV", warnings: &warnings))
    #expect(all.file(named: "./a.wav", warnings: &warnings) == file && all.files.count == 1)
    let pair = all.samples(ofFile: file)
    #expect(pair == [0, 1] && all.samples(ofFile: file) == pair)
    let (left, right) = (all.samples[0], all.samples[1])
    #expect(left.side == .left && left.partner == 1 && right.side == .right && right.partner == 0)
    #expect(left.rootKey == 64 && left.loop == 1..<3 && left.frameCount == 3)
    #expect(left.name == "a.wav" && warnings.all.isEmpty)
  }

  @Test("The loop of a frame range is relative to its first frame")
  func frameRanges() throws {
    var all = collection(["/i/a.wav": WaveFile([1, 2, 3, 4, 5, 6]).bytes])
    var warnings = WarningList()
    let file = try #require(all.file(named: "a.wav", warnings: &warnings))
    let index = try #require(
      all.samples(ofFile: file, frames: 2..<5, rootKey: 70, loop: .some(3..<6)).first)
    #expect(all.samples[index].frameCount == 3 && all.samples[index].loop == 1..<3)
    #expect(all.samples[index].rootKey == 70 && all.samples[index].side == .mono)
    let without = all.samples(ofFile: file, loop: .some(nil))[0]
    #expect(all.samples[without].loop == nil)
  }

  @Test("Missing, refused and invalid files are reported once")
  func missing() {
    var all = collection(["/i/a.wav": [1, 2, 3], "/other/b.wav": WaveFile([1]).bytes])
    var warnings = WarningList()
    for name in ["a.wav", "c.wav", "../other/b.wav", "a.wav", "c.wav"] {
      #expect(all.file(named: name, warnings: &warnings) == nil)
    }
    #expect(warnings.all.count == 3)
    #expect(all.samples.isEmpty && all.samples(named: "x") == nil)
    var homeless = SampleCollection(nil)
    #expect(homeless.file(named: "a.wav", warnings: &warnings) == nil)
    #expect(warnings.all.count == 4)
    homeless.embed(
      ByteStorage(copying: WaveFile([1, 2]).bytes), as: "e.wav", warnings: &warnings)
    #expect(homeless.file(named: "e.wav", warnings: &warnings) == 0)
  }
}

extension SampleCollection {
  fileprivate func samples(named name: String) -> Sample? { samples.first { $0.name == name } }
}
