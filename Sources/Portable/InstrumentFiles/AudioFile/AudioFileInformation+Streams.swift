import PeachInstrumentModel

/// FLAC and Ogg Vorbis: files that need a decoder.
extension AudioFileInformation {
  // RFC 9639 §8.2 (STREAMINFO) and §8.4 (APPLICATION).
  mutating func readFLAC(_ file: UnsafeRawBufferPointer) {
    func number(_ place: Int, _ count: Int) -> Int {
      RecordingChunks.number(file, place, count, isBigEndian: true)
    }
    var place = 4
    var foreign: [UInt8] = []
    for _ in 0..<4096 where place + 4 <= file.count {
      let header = number(place, 1)
      let size = number(place + 1, 3)
      let start = place + 4
      guard size <= file.count - start else { break }
      if header & 0x7F == 0, size >= 34 {
        let packed = RecordingChunks.unsigned(file, start + 10, 8, isBigEndian: true)
        sampleRate = Double(packed >> 44 & 0xF_FFFF)
        channelCount = Int(packed >> 41 & 7) + 1
        let frames = packed & 0xF_FFFF_FFFF
        frameCount = frames == 0 ? nil : Int(clamping: frames)
      } else if header & 0x7F == 2, size >= 12, RecordingChunks.code(file, start) == "riff" {
        // `flac --keep-foreign-metadata` keeps each chunk of a WAV file in a block of its own.
        foreign += Self.sampler(file, start + 4..<start + size)
      }
      if header & 0x80 != 0 { break }
      place = start + size
    }
    if foreign.isEmpty { return }
    let head: [UInt8] = Array("RIFF____WAVE".utf8)
    note = (head + foreign).withUnsafeBytes { RecordingChunks($0) }
  }

  /// The chunks that say something about the note, of those that a file kept.
  private static func sampler(_ file: UnsafeRawBufferPointer, _ range: Range<Int>) -> [UInt8] {
    let code = RecordingChunks.code(file, range.lowerBound)
    guard code == "smpl" || code == "inst", range.count <= 4096 else { return [] }
    let bytes = Array(file[range])
    return bytes.count % 2 == 0 ? bytes : bytes + [0]
  }

  // RFC 3533 §6 (pages); Vorbis I §4.2.2 (identification header).
  mutating func readOgg(_ file: UnsafeRawBufferPointer) {
    let segments = RecordingChunks.number(file, 26, 1, isBigEndian: false)
    let packet = 27 + segments
    func number(_ offset: Int, _ count: Int) -> Int {
      RecordingChunks.number(file, packet + offset, count, isBigEndian: false)
    }
    // 1, then “vorbis”.
    guard number(0, 1) == 1, RecordingChunks.code(file, packet + 1) == "vorb",
      RecordingChunks.code(file, packet + 3) == "rbis"
    else { return }
    channelCount = number(11, 1)
    sampleRate = Double(RecordingChunks.unsigned(file, packet + 12, 4, isBigEndian: false))
    // How many frames there are only its last page tells, and a damaged file has none.
  }
}
