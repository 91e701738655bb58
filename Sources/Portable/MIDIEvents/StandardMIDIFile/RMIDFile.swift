/// The chunks of an RMID file: a MIDI file in a RIFF file (MIDI RP-029), with a sound bank (DLS, or
/// a SoundFont by the SF2 RMIDI specification) and texts.
struct RMIDFile {
  /// The MIDI file.
  private(set) var data: ByteRange?
  /// The sound bank, with its RIFF header.
  private(set) var bank: ByteRange?
  private(set) var information = SongInformation()
  /// The offset and value of an invalid bank offset.
  private(set) var invalidBankOffset: (offset: Int, value: Int?)?

  /// Reads the chunks of a file; returns `nil` if it is no RMID file.
  init?(_ bytes: [UInt8]) {
    guard bytes.starts(at: 0, with: "RIFF"), bytes.starts(at: 8, with: "RMID") else { return nil }
    var chunks = RIFFChunks(bytes, in: 12..<bytes.count)
    while let chunk = chunks.next() {
      if data == nil && bytes.starts(at: chunk.offset, with: "data") {
        data = chunk.content
      } else if bank == nil && bytes.starts(at: chunk.offset, with: "RIFF") {
        bank = ByteRange(offset: chunk.offset, count: chunk.content.count + 8)
      } else if bytes.starts(at: chunk.offset, with: "LIST"),
        bytes.starts(at: chunk.content.offset, with: "INFO"), chunk.content.count >= 4
      {
        readInformation(bytes, chunk.content)
      }
    }
  }

  private mutating func readInformation(_ bytes: [UInt8], _ list: ByteRange) {
    var chunks = RIFFChunks(bytes, in: list.offset + 4..<list.offset + list.count)
    while let chunk = chunks.next() {
      func isNamed(_ name: StaticString) -> Bool { bytes.starts(at: chunk.offset, with: name) }
      if isNamed("INAM") { information.title = information.title ?? chunk.content }
      if isNamed("IART") { information.artist = information.artist ?? chunk.content }
      if isNamed("IENC") { information.encoding = information.encoding ?? chunk.content }
      if isNamed("MENC") { information.songEncoding = information.songEncoding ?? chunk.content }
      guard isNamed("DBNK") else { continue }
      let value = chunk.content.count == 2 ? bytes.littleEndian16(at: chunk.content.offset) : nil
      if let value, value < 128 {
        information.bankOffset = information.bankOffset ?? value
      } else if invalidBankOffset == nil {
        invalidBankOffset = (chunk.content.offset, value)
      }
    }
  }
}

/// The information of an RMID file about its song. Texts are ranges of the file.
package struct SongInformation: Hashable, Sendable {
  /// The number that is added to the banks of an embedded SoundFont; `nil` without one.
  package var bankOffset: Int?
  package var title: ByteRange?
  package var artist: ByteRange?
  /// The name of the encoding of these texts, and of those in the MIDI file.
  package var encoding: ByteRange?
  package var songEncoding: ByteRange?
}

/// Iterates over the chunks of a part of a RIFF file. The last one is cut at the end.
private struct RIFFChunks {
  private let bytes: [UInt8]
  private var offset: Int
  private let end: Int

  init(_ bytes: [UInt8], in range: Range<Int>) {
    self.bytes = bytes
    (offset, end) = (range.lowerBound, range.upperBound)
  }

  mutating func next() -> (offset: Int, content: ByteRange)? {
    guard offset + 8 <= end else { return nil }
    let start = offset
    let size = min(bytes.littleEndian32(at: start + 4), end - start - 8)
    offset = start + 8 + size + (size & 1)
    return (start, ByteRange(offset: start + 8, count: size))
  }
}
