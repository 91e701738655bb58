import PeachAudioDecoding
import PeachInstrumentModel
import TestEnvironment
import Testing

@Suite("Ogg streams")
struct OggStreamTests {
  private let stream = WrittenStream(
    VorbisFormulaTests.kinds[0], blockCount: 24, seed: 5)

  private static func decode(_ file: [UInt8], limit: Int = 1 << 20) throws -> DecodedAudio {
    try file.withUnsafeBytes { try VorbisDecoder.decode($0, frameLimit: limit) }
  }

  /// Writes the stream, with the granule position of each page of four packets changed.
  private func pages(
    serialNumber: UInt32 = 7, _ position: (_ page: Int, _ count: Int) -> Int = { $1 }
  ) -> [[UInt8]] {
    var ogg = OggWriter(serialNumber: serialNumber)
    ogg.write([stream.headers[0]], granulePosition: 0)
    ogg.write(Array(stream.headers[1...]), granulePosition: 0)
    for page in 0..<6 {
      let packets = Array(stream.packets[4 * page..<4 * page + 4])
      let count = stream.frameCounts[4 * page + 3]
      ogg.write(
        packets, granulePosition: Int64(position(page, count)), isLast: page == 5)
    }
    return ogg.pages
  }

  private static func joined(_ pages: some Sequence<[UInt8]>) -> [UInt8] { pages.flatMap { $0 } }

  @Test("The last page states where the stream ends")
  func end() throws {
    let whole = try Self.decode(Self.joined(pages())).values
    #expect(whole.count == stream.frameCounts[23])
    for dropped in [1, 10, 150] {
      let changed = pages { page, count in page == 5 ? count - dropped : count }
      let audio = try Self.decode(Self.joined(changed))
      #expect(audio.values[...] == whole.dropLast(dropped), "\(dropped)")
    }
    // A position after the last frame adds none.
    let long = pages { page, count in page == 5 ? count + 99 : count }
    #expect(try Self.decode(Self.joined(long)).values == whole)
  }

  @Test("The first page states how many frames precede the stream")
  func start() throws {
    let whole = try Self.decode(Self.joined(pages())).values
    for dropped in [1, 60, stream.frameCounts[3]] {
      let changed = pages { $1 - dropped }
      #expect(try Self.decode(Self.joined(changed)).values[...] == whole.dropFirst(dropped))
    }
    // A stream that begins later has all its frames.
    #expect(try Self.decode(Self.joined(pages { $1 + 5_000 })).values == whole)
  }

  @Test("A stream between and before others is decoded alone")
  func otherStreams() throws {
    let whole = try Self.decode(Self.joined(pages()))
    let other = pages(serialNumber: 8)
    // Packets of another codec, which begin first.
    var foreign = OggWriter(serialNumber: 9)
    for _ in 0..<8 {
      foreign.write([[UInt8](repeating: 0x55, count: 300)], granulePosition: 1 << 40)
    }
    let mixed = zip(foreign.pages, pages()).flatMap { [$0, $1] }
    #expect(try Self.decode(Self.joined(mixed)).values == whole.values)
    #expect(try Self.decode(Self.joined(pages() + other)).values == whole.values)
    #expect(throws: SampleCodecError.undecodable(code: 0)) {
      try Self.decode(foreign.file)
    }
  }

  @Test("A lost or damaged page loses its frames only")
  func damagedPages() throws {
    let pages = pages()
    let whole = try Self.decode(Self.joined(pages)).values
    let counts = stream.frameCounts
    for lost in 3..<7 {
      // The page after the lost one begins with packets 4 · (lost − 1) …; the first one primes.
      let first = 4 * (lost - 1)
      let expected = Array(whole[..<counts[first - 5]]) + whole[counts[first]...]
      var missing = pages
      missing.remove(at: lost)
      #expect(try Self.decode(Self.joined(missing)).values == expected, "\(lost)")
      var damaged = pages
      damaged[lost][40] ^= 4
      #expect(try Self.decode(Self.joined(damaged)).values == expected, "\(lost)")
      // Bytes between pages are skipped.
      var padded = pages
      padded[lost] = [UInt8]("OggS\0OggOggS".utf8) + pages[lost]
      #expect(try Self.decode(Self.joined(padded)).values == whole)
    }
  }

  @Test("A stream ends after 1,000 gaps")
  func gaps() throws {
    var ogg = OggWriter()
    ogg.write([stream.headers[0]], granulePosition: 0)
    ogg.write(Array(stream.headers[1...]), granulePosition: 0)
    let headerCount = ogg.pages.count
    for _ in 0..<2_100 { ogg.write(Array(stream.packets[..<2]), granulePosition: -1) }
    // Every second page is lost, and the first packet of each page after it primes.
    let kept = ogg.pages.enumerated().filter {
      $0.offset < headerCount || $0.offset % 2 == headerCount % 2
    }
    let audio = try Self.decode(Self.joined(kept.map { $0.element }), limit: 1 << 24)
    #expect(audio.values.count == 1_001 * stream.frameCounts[1] && stream.frameCounts[1] > 0)
  }

  @Test("A truncated file has its whole pages; without one it is an error")
  func truncated() throws {
    let pages = pages()
    let file = Self.joined(pages)
    let whole = try Self.decode(file).values
    var ends = [Int]()
    for page in pages { ends.append((ends.last ?? 0) + page.count) }
    for count in 0..<file.count {
      let page = ends.firstIndex { $0 > count } ?? 0
      let expected = page < 3 ? 0 : stream.frameCounts[4 * (page - 2) - 1]
      do {
        let values = try Self.decode(Array(file[..<count])).values
        #expect(values.count == expected && values[...] == whole.prefix(expected), "\(count)")
      } catch SampleCodecError.undecodable {
        #expect(expected == 0, "\(count)")
      }
    }
  }

  @Test("The limit counts frames of up to two channels, and fewer of more")
  func limit() throws {
    let file = Self.joined(pages())
    let count = stream.frameCounts[23]
    #expect(try Self.decode(file, limit: count).values.count == count)
    for limit in [count - 1, count / 2, 0, -5] {
      do {
        _ = try Self.decode(file, limit: limit)
        Issue.record("\(limit)")
      } catch SampleCodecError.tooLong(let frames, max(limit, 0)) {
        #expect(frames > limit && frames <= count)
      }
    }
    #expect(throws: SampleCodecError.tooLong(frames: count, limit: count - 1)) {
      try Self.decode(file, limit: count - 1)
    }
    let four = WrittenStream(VorbisFormulaTests.kinds[5], blockCount: 24, seed: 5)
    let frames = four.frameCounts[23]
    #expect(try Self.decode(four.file(), limit: 2 * frames).values.count == 4 * frames)
    #expect(throws: SampleCodecError.tooLong(frames: frames, limit: frames - 2)) {
      try Self.decode(four.file(), limit: 2 * frames - 4)
    }
  }
}
