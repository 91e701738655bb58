import PeachInstrumentFiles
import PeachInstrumentModel
import SoundFontFixtures
import Testing

/// The fixtures were made by `wavpack` from WAV files of known properties.
@Suite("Headers of WavPack files")
struct WavPackBlocksTests {
  private func read(_ bytes: [UInt8]) -> AudioFileInformation? {
    bytes.withUnsafeBytes { AudioFileInformation($0) }
  }

  // Proves wavpack chunks: WavPack 4 and 5 Block Format, §3; exact
  @Test("Rate, channels, frames, and the smpl chunk after the frames are those of the WAV file")
  func properties() throws {
    let files = [
      (WavPackFixture.mono, 1, 200), (WavPackFixture.high, 2, 200), (WavPackFixture.hybrid, 2, 200),
      (WavPackFixture.channels, 4, 100), (WavPackFixture.float, 1, 100),
    ]
    for (index, (bytes, channels, frames)) in files.enumerated() {
      let information = try #require(read(bytes))
      #expect(information.format == .wavPack && information.pcmLayout == nil)
      #expect(information.sampleRate == 44_100 && information.channelCount == channels)
      #expect(information.frameCount == frames && information.missingByteCount == 0)
      #expect(information.note.key == (index < 3 ? 64 : nil))
      #expect(information.note.loop == (index < 3 ? 10..<91 : nil))
      #expect(bytes.withUnsafeBytes { WavPackBlocks($0).isHybrid } == (index == 2))
    }
  }

  @Test("A file that is cut off lacks the frames of the blocks that are not whole")
  func missing() throws {
    let file = WavPackFixture.mono
    let end = 8 + Int(file[4]) + Int(file[5]) << 8
    // The chunks after the frames are in a block of their own.
    #expect(end < file.count)
    for count in 32..<file.count {
      let information = try #require(read(Array(file[..<count])))
      #expect(information.missingByteCount == (count < end ? 400 : 0), "\(count)")
    }
    for count in 0..<32 { #expect(read(Array(file[..<count])) == nil) }
    let silence = WavPackFixture.silence(blockCount: 4, declared: 88_200)
    let cut = try #require(read(Array(silence[..<(3 * 56)])))
    #expect(cut.frameCount == 88_200 && cut.missingByteCount == 2 * 22_050)
  }

  @Test("Without a declared number of frames, it is that of the blocks")
  func undeclared() throws {
    let information = try #require(read(WavPackFixture.silence(blockCount: 3)))
    #expect(information.frameCount == 66_150 && information.missingByteCount == 0)
  }

  @Test("Files of DSD, with samples of 1 bit, are not read")
  func dsd() {
    var file = WavPackFixture.mono
    file[27] |= 0x80
    #expect(read(file) == nil)
    #expect(throws: InstrumentFileError.self) {
      try InstrumentFile.read(ByteStorage(copying: file))
    }
  }
}
