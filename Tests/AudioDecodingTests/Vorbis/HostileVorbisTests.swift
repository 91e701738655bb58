import PeachAudioDecoding
import PeachInstrumentModel
import TestEnvironment
import Testing

@Suite("Hostile Vorbis files")
struct HostileVorbisTests {
  private static let limit = 1 << 14

  /// Decodes a file, whose frames must be finite and within the limit. Returns whether it has
  /// frames.
  @discardableResult private static func decode(_ file: [UInt8]) -> Bool {
    do {
      let audio = try file.withUnsafeBytes { try VorbisDecoder.decode($0, frameLimit: limit) }
      #expect(audio.values.count <= 2 * limit)
      #expect(audio.values.count % audio.channelCount == 0)
      #expect(audio.values.allSatisfy { $0.isFinite })
      return !audio.values.isEmpty
    } catch {
      #expect(error is SampleCodecError)
      return false
    }
  }

  private static func pages(_ kind: WrittenStream.Kind, seed: UInt64) -> [[UInt8]] {
    let stream = WrittenStream(kind, blockCount: 8, seed: seed)
    var ogg = OggWriter()
    for (index, header) in stream.headers.enumerated() where index != 1 {
      ogg.write([header], granulePosition: 0)
      if index == 0 { ogg.write([Array(stream.headers[1].prefix(9))], granulePosition: 0) }
    }
    let end = Int64(stream.frameCounts.last ?? 0)
    ogg.write(stream.packets, granulePosition: end, isLast: true)
    return ogg.pages
  }

  @Test("A changed byte is an error or other frames", arguments: VorbisFormulaTests.kinds)
  func changedBytes(kind: WrittenStream.Kind) {
    var random = RandomNumbers(seed: 4)
    let pages = Self.pages(kind, seed: 4)
    #expect(Self.decode(pages.flatMap { $0 }))
    var decoded = 0
    for page in pages.indices {
      for byte in pages[page].indices {
        for _ in 0..<TestScale.cases(short: 1, full: 12) {
          var changed = pages
          let value = UInt8(random.whole(1...255))
          changed[page][byte] ^= random.chance(0.5) ? value : 1 << (value & 7)
          // The checksum is wrong.
          Self.decode(changed.flatMap { $0 })
          OggWriter.sign(&changed[page])
          if Self.decode(changed.flatMap { $0 }) { decoded += 1 }
        }
      }
    }
    // Audio packets and some parameters may be anything.
    #expect(decoded > 100)
  }

  @Test("Any cut of the setup header is an error", arguments: VorbisFormulaTests.kinds)
  func cutSetup(kind: WrittenStream.Kind) {
    let stream = WrittenStream(kind, blockCount: 8, seed: 4)
    for count in 0..<stream.headers[2].count {
      var ogg = OggWriter()
      ogg.write([stream.headers[0]], granulePosition: 0)
      ogg.write(
        [stream.headers[1], Array(stream.headers[2].prefix(count))], granulePosition: 0)
      ogg.write(stream.packets, granulePosition: 100, isLast: true)
      #expect(!Self.decode(ogg.file), "\(count)")
    }
  }

  @Test("Cut packets have frames, and random ones end somewhere")
  func damagedPackets() {
    var random = RandomNumbers(seed: 11)
    for kind in VorbisFormulaTests.kinds {
      let stream = WrittenStream(kind, blockCount: 12, seed: 3)
      for _ in 0..<TestScale.cases(short: 50, full: 1_000) {
        var ogg = OggWriter()
        for header in stream.headers { ogg.write([header], granulePosition: 0) }
        let packets = stream.packets.map { packet in
          if random.chance(0.3) { return Array(packet.prefix(random.whole(1...packet.count))) }
          if random.chance(0.3) { return packet }
          // An audio packet begins with a 0.
          let count = random.whole(0...300)
          return [UInt8(random.whole(0...127)) * 2]
            + (0..<count).map { _ in UInt8(random.whole(0...255)) }
        }
        ogg.write(packets, granulePosition: Int64(random.whole(-5...9_000)), isLast: true)
        Self.decode(ogg.file)
      }
    }
  }

  @Test("Random bytes are an error")
  func randomBytes() {
    var random = RandomNumbers(seed: 12)
    let headers = WrittenStream(VorbisFormulaTests.kinds[0], blockCount: 6, seed: 1).headers
    for _ in 0..<TestScale.cases(short: 300, full: 10_000) {
      let bytes = (0..<random.whole(0...400)).map { _ in UInt8(random.whole(0...255)) }
      #expect(!Self.decode(bytes))
      #expect(!Self.decode([UInt8]("OggS".utf8) + bytes))
      // Random setup headers, the first fields of which are valid.
      var setup = BitWriter()
      setup.writeHeader(5)
      setup.write(0, 8)
      setup.write(0x564342, 24)
      var ogg = OggWriter()
      ogg.write([headers[0]], granulePosition: 0)
      ogg.write([headers[1], setup.bytes + bytes], granulePosition: 0)
      ogg.write([[0, 0, 0, 0]], granulePosition: 100, isLast: true)
      #expect(!Self.decode(ogg.file))
    }
  }

  @Test("A few bytes cannot declare codebooks that need much memory or time")
  func largeCodebooks() {
    var setup = BitWriter()
    setup.writeHeader(5)
    setup.write(255, 8)
    for _ in 0..<256 {
      // 2²³ entries of 23 bits each, in order.
      setup.write(0x564342, 24)
      setup.write(65_535, 16)
      setup.write(1 << 23, 24)
      setup.write(true)
      setup.write(22, 5)
      setup.write(1 << 23, 24)
      setup.write(0, 4)
    }
    var ogg = OggWriter()
    let headers = WrittenStream(VorbisFormulaTests.kinds[0], blockCount: 6, seed: 1).headers
    ogg.write([headers[0]], granulePosition: 0)
    ogg.write([headers[1], setup.bytes], granulePosition: 0, isLast: true)
    let time = ContinuousClock().measure { #expect(!Self.decode(ogg.file)) }
    #expect(time < .seconds(1))
  }

  @Test("The time for false pages is bounded")
  func falsePages() {
    // Each looks like a page of 65,025 bytes.
    let page = [UInt8]("OggS".utf8) + [UInt8](repeating: 0, count: 22) + [255]
    let file = (0..<40_000).flatMap { _ in page } + [UInt8](repeating: 255, count: 70_000)
    let time = ContinuousClock().measure { #expect(!Self.decode(file)) }
    #expect(time < .seconds(TestScale.isDebug ? 20 : 2))
  }

  @Test("Incomplete and overfull codes are errors (§3.2.1)")
  func codes() {
    func isDecoded(_ lengths: [Int]) -> Bool {
      let stream = WrittenStream(VorbisFormulaTests.kinds[0], blockCount: 6, seed: 1)
      // An additional codebook, which nothing uses.
      var setup = BitWriter()
      setup.writeHeader(5)
      setup.write(WrittenSetup.books.count, 8)
      for book in WrittenSetup.books { book.write(to: &setup) }
      WrittenBook(dimensions: 1, lengths: lengths).write(to: &setup)
      WrittenSetup.writeRest(stream.kind, &setup)
      var ogg = OggWriter()
      ogg.write([stream.headers[0]], granulePosition: 0)
      ogg.write([stream.headers[1], setup.bytes], granulePosition: 0)
      let end = Int64(stream.frameCounts.last ?? 0)
      ogg.write(stream.packets, granulePosition: end, isLast: true)
      return Self.decode(ogg.file)
    }
    #expect(isDecoded([1, 2, 2]) && isDecoded([2, 4, 4, 4, 4, 2, 3, 3]))
    // A single codeword of one bit is tolerated (erratum of 2015).
    #expect(isDecoded([1]) && isDecoded([0, 1]))
    #expect(!isDecoded([1, 2]) && !isDecoded([1, 2, 3]) && !isDecoded([32]))
    #expect(!isDecoded([1, 1, 1]) && !isDecoded([2, 4, 4, 4, 4, 2, 3, 3, 32]))
  }
}
