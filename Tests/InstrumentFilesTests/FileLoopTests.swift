import PeachInstrumentFiles
import PeachInstrumentModel
import SoundMeasurement
import Testing

@Suite("Loops and chunks of WAV files")
struct FileLoopTests {
  private static let frames = (0..<100).map { Int16($0 * 100) }

  private func bank(_ wave: [UInt8], _ opcodes: String = "") throws -> SoundBank {
    try SFZFile.bank(
      "<region> sample=a.wav \(opcodes)", in: MemoryFolders(files: ["/i/a.wav": wave]))
  }

  private func wave(_ loops: [(type: Int, frames: ClosedRange<Int>)]) -> WaveFile {
    var file = WaveFile(Self.frames)
    file.addSampler(key: 60, loops: loops)
    return file
  }

  private func frames(_ bank: SoundBank) throws -> [Int] {
    try bank.readFrames(ofSampleAt: 0, decoder: nil, limit: 1000).map { Int($0 * 32768) / 100 }
  }

  @Test("An alternating loop is the forward loop of both halves, no end repeated (smpl type 1)")
  func alternating() throws {
    let bank = try bank(wave([(1, 10...14)]).bytes)
    let sample = bank.samples[0]
    #expect(sample.loop == 10..<18 && sample.frameCount == 103)
    let frames = try frames(bank)
    #expect(Array(frames[8..<22]) == [8, 9, 10, 11, 12, 13, 14, 13, 12, 11, 15, 16, 17, 18])
    #expect(frames.count == 103)
    #expect(
      bank.warnings == ["Sample /i/a.wav: its alternating loop is unrolled to a forward one."])
    #expect(bank.regions(ofPresetAt: 0)[0].looping == .continuous)
  }

  @Test("A segment of the file has the unrolled loop, unless the text declares another loop")
  func segments() throws {
    let file = wave([(1, 10...14)]).bytes
    let cut = try bank(file, "end=49 offset=5")
    #expect(cut.samples[0].loop == 5..<13 && cut.samples[0].frameCount == 48)
    #expect(Array(try frames(cut)[..<11]) == [5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 13])
    let own = try bank(file, "loop_start=20 loop_end=29")
    #expect(own.samples[0].loop == 20..<30 && own.samples[0].frameCount == 100)
    #expect(try frames(own) == Array(0..<100))
    let none = try bank(file, "loop_mode=no_loop")
    #expect(none.samples[0].loop == nil && none.samples[0].frameCount == 100)
  }

  @Test("Of several loops, the first forward one plays, or else the first; a warning says so")
  func several() throws {
    let forward = try bank(wave([(1, 5...9), (0, 20...29), (0, 40...49)]).bytes)
    #expect(forward.samples[0].loop == 20..<30)
    #expect(forward.warnings == ["Sample /i/a.wav: only one of its 3 loops plays."])
    let backward = try bank(wave([(2, 5...9)]).bytes)
    #expect(backward.samples[0].loop == 5..<10)
    #expect(backward.warnings == ["Sample /i/a.wav: its backward loop plays forward."])
    let single = try bank(wave([(0, 5...9)]).bytes)
    #expect(single.warnings == [] && single.samples[0].loop == 5..<10)
    // A loop outside the file.
    #expect(try bank(wave([(1, 90...200)]).bytes).samples[0].frameCount ?? 0 <= 199)
  }

  @Test("Chunks after one of odd size without a pad byte are found (RIFF requires the byte)")
  func unpadded() throws {
    var file = WaveFile(Self.frames)
    file.chunks.insert(("note", [1, 2, 3]), at: 0)
    file.addSampler(key: 62, loop: 10...19)
    let padded = try bank(file.bytes)
    let unpadded = try bank(file.unpaddedBytes)
    #expect(file.unpaddedBytes.count == file.bytes.count - 1)
    #expect(unpadded.samples == padded.samples && unpadded.samples[0].loop == 10..<20)
    #expect(try frames(unpadded) == Array(0..<100))
    // Data of odd size, before the sampler chunk.
    var short = WaveFile(bits: 8, data: [UInt8](repeating: 128, count: 99))
    short.addSampler(key: 62, loop: 10...19)
    #expect(try bank(short.unpaddedBytes).samples == bank(short.bytes).samples)
  }

  @Test("A file for a decoder is mended in memory")
  func mended() throws {
    var file = WaveFile(tag: 7, bits: 8, data: [UInt8](repeating: 0xFF, count: 99))
    file.chunks.insert(("note", [1, 2, 3]), at: 0)
    let bank = try bank(file.unpaddedBytes)
    let padded = try self.bank(file.bytes)
    withExtendedLifetime((bank, padded)) {
      #expect(Array(bank.sampleFiles[0].storage.bytes) == file.bytes)
      #expect(Array(padded.sampleFiles[0].storage.bytes) == file.bytes)
    }
    let whole = file.bytes
    #expect(whole.withUnsafeBytes { ChunkPadding.mended($0) } == nil)
  }
}
