import PeachInstrumentModel

/// FLAC and Ogg Vorbis: files that need a decoder.
extension AudioFileInformation {
  // RFC 9639 §8.2 (STREAMINFO) and §8.4 (APPLICATION).
  mutating func readFLAC(_ file: UnsafeRawBufferPointer) {
    func integer(_ offset: Int, _ count: Int) -> Int {
      file.integer(offset, count, isBigEndian: true)
    }
    var offset = 4
    var foreign: [UInt8] = []
    for _ in 0..<4096 where offset + 4 <= file.count {
      let header = integer(offset, 1)
      let size = integer(offset + 1, 3)
      let start = offset + 4
      guard size <= file.count - start else { break }
      if header & 0x7F == 0, size >= 34 {
        let packed = file.unsigned(start + 10, 8, isBigEndian: true)
        sampleRate = Double(packed >> 44 & 0xF_FFFF)
        channelCount = Int(packed >> 41 & 7) + 1
        let frames = packed & 0xF_FFFF_FFFF
        frameCount = frames == 0 ? nil : Int(clamping: frames)
      } else if header & 0x7F == 2, size >= 12, file.fourCharacterCode(at: start) == "riff" {
        // `flac --keep-foreign-metadata` stores each chunk of a WAV file in a block.
        foreign += Self.sampler(file, start + 4..<start + size)
      }
      if header & 0x80 != 0 { break }
      offset = start + size
    }
    if foreign.isEmpty { return }
    let head: [UInt8] = Array("RIFF____WAVE".utf8)
    note = (head + foreign).withUnsafeBytes { RecordingChunks($0) }
  }

  /// Returns a stored WAV chunk if it declares pitch or loop, else nothing.
  private static func sampler(_ file: UnsafeRawBufferPointer, _ range: Range<Int>) -> [UInt8] {
    let code = file.fourCharacterCode(at: range.lowerBound)
    guard code == "smpl" || code == "inst", range.count <= 4096 else { return [] }
    let bytes = Array(file[range])
    return bytes.count % 2 == 0 ? bytes : bytes + [0]
  }

  // RFC 3533 §6 (pages); Vorbis I §4.2.2 (identification header).
  mutating func readOgg(_ file: UnsafeRawBufferPointer) {
    let packet = 27 + file.integer(26, 1, isBigEndian: false)
    // Packet type 1, then “vorbis”.
    guard file.integer(packet, 1, isBigEndian: false) == 1,
      file.fourCharacterCode(at: packet + 1) == "vorb",
      file.fourCharacterCode(at: packet + 3) == "rbis"
    else { return }
    channelCount = file.integer(packet + 11, 1, isBigEndian: false)
    sampleRate = Double(file.unsigned(packet + 12, 4, isBigEndian: false))
    // Only the last page, which a damaged file lacks, gives the number of frames.
  }
}
