import PeachInstrumentModel
import Synchronization
import Testing

@Suite("PCM layouts")
struct PCMLayoutTests {
  private func read(_ format: PCMLayout.Format, big: Bool = false, _ bytes: [UInt8]) -> [Float] {
    let code = PCMLayout(
      format: format, isBigEndian: big, channelCount: 1, data: 0..<bytes.count)
    return bytes.withUnsafeBytes { code.read(0..<Int.max, channel: 0, of: $0) }
  }

  @Test("Every format decodes its minimum, middle and maximum")
  func formats() {
    #expect(read(.unsigned8, [0, 128, 255]) == [-1, 0, 127.0 / 128])
    #expect(read(.signed8, [0x80, 0, 0x7F]) == [-1, 0, 127.0 / 128])
    #expect(read(.integer16, [0, 0x80, 0, 0, 0xFF, 0x7F]) == [-1, 0, 32767.0 / 32768])
    #expect(read(.integer16, big: true, [0x80, 0, 0x40, 0]) == [-1, 0.5])
    #expect(read(.integer24, [0, 0, 0x80, 0xFF, 0xFF, 0xFF]) == [-1, -1.0 / 8_388_608])
    #expect(read(.integer32, [0, 0, 0, 0x80, 0, 0, 0, 0x40]) == [-1, 0.5])
    // 0.25 and −2 in IEEE 754; NaN is silent.
    #expect(read(.float32, [0, 0, 0x80, 0x3E, 0, 0, 0xC0, 0x7F]) == [0.25, 0])
    #expect(read(.float64, big: true, [0xC0, 0, 0, 0, 0, 0, 0, 0]) == [-2])
  }

  @Test("A channel of given frames is read, and nothing beyond the file")
  func ranges() {
    let bytes: [UInt8] = [9, 9, 0, 1, 2, 3, 4, 5, 6]
    let code = PCMLayout(format: .signed8, isBigEndian: false, channelCount: 2, data: 2..<9)
    #expect(code.frameCount == 3)
    bytes.withUnsafeBytes { file in
      let left: [Float] = [0, 2 / 128, 4 / 128]
      let right: [Float] = [3 / 128, 5 / 128]
      #expect(code.read(1..<3, channel: 1, of: file) == right)
      #expect(code.read(0..<9, channel: 0, of: file) == left)
      #expect(code.read(0..<3, channel: 2, of: file).isEmpty)
      let cut = UnsafeRawBufferPointer(rebasing: file[..<5])
      #expect(code.read(0..<3, channel: 0, of: cut) == [0])
    }
  }

  @Test("External samples are read from their files, by channel and frame range")
  func sampleFiles() throws {
    let storage = ByteStorage(copying: [0, 64, 32, 192, 128, 0])
    let code = PCMLayout(format: .signed8, isBigEndian: false, channelCount: 2, data: 0..<6)
    let part = SampleFileSegment(file: 0, channel: 1, frames: 1..<9, fileFrameCount: 3)
    #expect(part.frameCount == 2 && part.file == 0 && part.channel == 1 && part.frames == 1..<9)
    #expect(SampleFileSegment(file: 3).frames == 0..<Int.max)
    #expect(SampleFileSegment(file: 3).frameCount == nil)
    let bank = SoundBank(
      information: .init(name: ""), presets: [],
      samples: [
        Sample(name: "", encoding: .file(part), sampleRate: 1, rootKey: 60),
        Sample(name: "", encoding: .file(SampleFileSegment(file: 7)), sampleRate: 1, rootKey: 60),
      ], sampleFiles: [SampleFile(path: "a", storage: storage, pcmLayout: code)],
      storage: storage, regionSource: { _, _ in [] })
    #expect(bank.samples[0].frameCount == 2)
    #expect(try bank.readFrames(ofSampleAt: 0, decoder: nil, limit: 9) == [-0.5, 0])
    #expect(try bank.readFrames(ofSampleAt: 1, decoder: nil, limit: 9).isEmpty)
    #expect(throws: SampleCodecError.tooLong(frames: 2, limit: 1)) {
      try bank.readFrames(ofSampleAt: 0, decoder: nil, limit: 1)
    }
  }

  @Test("Other encodings are decoded by the given decoder")
  func decoded() throws {
    let file = SampleFile(path: "a.flac", storage: ByteStorage(copying: [1]))
    let decoder: SampleDecoder = { _, _ throws(SampleCodecError) in
      DecodedAudio(sampleRate: 8000, channelCount: 2, values: [1, 2, 3, 4, 5, 6])
    }
    #expect(try file.readFrames(1..<3, channel: 1, decoder: decoder, limit: 9) == [4, 6])
    #expect(throws: SampleCodecError.noDecoder) {
      try file.readFrames(1..<3, channel: 1, decoder: nil, limit: 9)
    }
  }

  @Test("Only the bytes of PCM frames and stored samples are fetched before reading")
  func fetched() throws {
    let told = Mutex<[Range<Int>]>([])
    let memory = ByteStorage(copying: [UInt8](repeating: 7, count: 100))
    let storage = ByteStorage(
      bytes: memory.bytes, prefetch: { range in told.withLock { $0.append(range) } },
      release: { _ = memory })
    let decoder: SampleDecoder = { _, _ throws(SampleCodecError) in
      #expect(!told.withLock { $0.isEmpty }, "It has begun before.")
      return DecodedAudio(sampleRate: 8000, channelCount: 1, values: [1])
    }
    func fetched(_ encoding: Sample.Encoding, plain: PCMLayout? = nil) throws -> [Range<Int>] {
      told.withLock { $0 = [] }
      let sample = Sample(name: "", encoding: encoding, sampleRate: 8000, rootKey: 60)
      let bank = SoundBank(
        information: .init(name: ""), presets: [], samples: [sample],
        sampleFiles: [SampleFile(path: "a", storage: storage, pcmLayout: plain)],
        storage: storage, regionSource: { _, _ in [] })
      _ = try bank.readFrames(ofSampleAt: 0, decoder: decoder, limit: 99)
      return told.withLock { $0 }
    }
    #expect(try fetched(.unsigned8(10..<20)) == [10..<20])
    #expect(try fetched(.integer16(10..<21)) == [10..<20])
    #expect(try fetched(.integer24(high: 10..<20, low: 50..<56)) == [10..<20, 50..<55])
    #expect(try fetched(.compressed(30..<40)) == [30..<40])
    #expect(try fetched(.file(SampleFileSegment(file: 0))) == [0..<100])
    let stereo = PCMLayout(
      format: .integer24, isBigEndian: false, channelCount: 2, data: 40..<100)
    let part = SampleFileSegment(file: 0, channel: 1, frames: 2..<5)
    #expect(try fetched(.file(part), plain: stereo) == [52..<70])
    #expect(try fetched(.missing).isEmpty)
  }
}
