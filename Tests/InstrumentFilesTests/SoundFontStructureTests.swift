import PeachInstrumentFiles
import PeachInstrumentModel
import SoundFontFixtures
import Testing

@Suite("SoundFont structure")
struct SoundFontStructureTests {
  private func failure(_ chunks: SoundFontChunks) -> InstrumentFileError? {
    do throws(InstrumentFileError) {
      _ = try SoundFont.read(ByteStorage(copying: chunks.file))
      return nil
    } catch { return error }
  }

  @Test("A file's records are read as written, without a warning")
  func roundTrip() throws {
    var builder = SoundFontBuilder.simple
    builder.information += [
      ("IENG", Array("An Engineer\0".utf8)), ("ICOP", Array("free\0\0".utf8)),
      ("ICMT", Array("two\nlines\0".utf8)), ("ISFT", Array("tool:\0".utf8)),
    ]
    builder.presets[0].zones[0].settings = [.init(.pan, -100), .init(number: 60, amount: 7)]
    let modulator = Modulator(
      source: 0x0502, destination: 48, amount: -5, amountSource: 1, transform: 2)
    builder.instruments[0].zones[0].modulators = [modulator]
    let font = try builder.chunks.read()
    #expect(font.warnings == [])
    #expect(font.version == .init(major: 2, minor: 4))
    #expect(
      font.information.map(\.code.description)
        == ["ifil", "isng", "INAM", "IENG", "ICOP", "ICMT", "ISFT"])
    #expect(
      font.summary
        == .init(
          name: "fixture", author: "An Engineer", copyright: "free", comment: "two\nlines"))
    #expect(font.presets.count == 1 && font.presets[0].name.text == "preset")
    #expect(
      font.presetZones.generators(ofZone: 0).map { [$0.number, $0.amount] }
        == [[17, UInt16(bitPattern: -100)], [60, 7], [41, 0]])
    #expect(Array(font.instrumentZones.modulators(ofZone: 0)) == [modulator])
    let header = font.samples[0]
    #expect(header.start == 0 && header.end == 100)
    #expect(header.loopStart == 10 && header.loopEnd == 90 && header.sampleRate == 44100)
    #expect(font.sampleBytes.count == 2 * 146)
  }

  @Test("Tables of broken records are refused with chunk, offset and reason")
  func recordSizes() throws {
    let sizes = [
      "phdr": 38, "pbag": 4, "pmod": 10, "pgen": 4, "inst": 22, "ibag": 4, "imod": 10, "igen": 4,
      "shdr": 46,
    ]
    for (code, size) in sizes {
      var chunks = SoundFontBuilder.simple.chunks
      chunks[code].append(contentsOf: [0, 0])
      let error = try #require(failure(chunks))
      #expect(error.chunk.description == code)
      let length = chunks[code].count
      #expect(error.reason == .notMultiple(size: length, recordSize: size))
      let offset = error.offset
      #expect(Array(chunks.file[offset..<(offset + 4)]) == Array(code.utf8))
      #expect(
        error.description
          == "chunk ‘\(code)’ at byte \(offset): \(length) bytes are not a multiple of \(size)")
      chunks[code] = []
      #expect(failure(chunks)?.reason == .tooFewRecords(count: 0, minimum: 1))
      chunks.remove(code)
      #expect(failure(chunks)?.reason == .missing)
      #expect(failure(chunks)?.chunk.description == code)
    }
  }

  @Test("A table longer than 16 bits can index is refused")
  func tooManyRecords() {
    var chunks = SoundFontBuilder.simple.chunks
    chunks["igen"] = [UInt8](repeating: 0, count: 4 * 65537)
    #expect(failure(chunks)?.reason == .tooManyRecords(count: 65537, limit: 65536))
  }

  @Test("Descending and out-of-bounds indices are refused (§7.2, 7.3, 7.6, 7.7)")
  func indices() {
    var builder = SoundFontBuilder.simple
    builder.presets.append(.init(program: 1, zones: [.init(plays: 0)]))
    builder.instruments.append(.init(zones: [.init(plays: 0)]))
    for (code, offset) in [("phdr", 24), ("inst", 20)] {
      var chunks = builder.chunks
      chunks[code][offset] = 9
      #expect(
        failure(chunks)?.reason == .indexBeyondTable(record: 0, index: 9, count: 3))
      chunks[code][offset] = 2
      #expect(failure(chunks)?.reason == .indexDecreases(record: 1, from: 2, to: 1))
      #expect(failure(chunks)?.chunk.description == code)
    }
    for code in ["pbag", "ibag"] {
      for offset in [0, 2] {
        var chunks = builder.chunks
        chunks[code][offset] = 200
        #expect(failure(chunks)?.chunk.description == code)
      }
      var chunks = builder.chunks
      chunks[code][0] = 2
      #expect(failure(chunks)?.reason == .indexDecreases(record: 1, from: 2, to: 1))
    }
  }

  // Proves file terminals: SF2.04 §7.2; exact
  @Test("A missing terminal record is tolerated: the last zones extend to the end")
  func terminals() throws {
    var builder = SoundFontBuilder.simple
    builder.instruments[0].zones[0].modulators = [
      Modulator(source: 2, destination: 48, amount: 1, amountSource: 0, transform: 0)
    ]
    var chunks = builder.chunks
    chunks["phdr"].removeLast(38)
    chunks["inst"].removeLast(22)
    chunks["shdr"].removeLast(46)
    chunks["pgen"].removeLast(4)
    chunks["imod"].removeLast(10)
    let font = try chunks.read()
    #expect(font.warnings.count == 5)
    #expect(font.presets.count == 1 && font.instruments.count == 1 && font.samples.count == 1)
    #expect(font.soundBank().regions(ofPresetAt: 0).count == 1)
    chunks = SoundFontBuilder.simple.chunks
    chunks["pbag"].removeLast(4)
    #expect(failure(chunks)?.chunk == "phdr")
  }

  // Proves file version: SF2.04 §5.1; exact
  @Test("Versions 2.00 to 2.04 and 3 are read; others and none are refused (§5.1)")
  func versions() {
    for (major, minor): (UInt16, UInt16) in [(2, 0), (2, 1), (2, 4), (3, 0), (3, 1)] {
      var builder = SoundFontBuilder.simple
      builder.version = (major, minor)
      #expect(failure(builder.chunks) == nil)
    }
    var builder = SoundFontBuilder.simple
    for major: UInt16 in [0, 1, 4, 65535] {
      builder.version = (major, 0)
      #expect(
        failure(builder.chunks)?.reason == .unsupportedVersion(major: Int(major), minor: 0))
    }
    var chunks = SoundFontBuilder.simple.chunks
    chunks["ifil"] = [2, 0]
    #expect(failure(chunks)?.reason == .wrongSize(size: 2, expected: 4))
    chunks.remove("ifil")
    #expect(failure(chunks)?.chunk == "ifil" && failure(chunks)?.reason == .missing)
  }

  @Test("Missing lists are refused; duplicates are a warning, and the first counts")
  func lists() throws {
    for (index, form) in ["INFO", "sdta", "pdta"].enumerated() {
      var chunks = SoundFontBuilder.simple.chunks
      chunks.lists.append((form, []))
      #expect(try chunks.read().warnings.count == 1)
      chunks = SoundFontBuilder.simple.chunks
      chunks.lists.remove(at: index)
      // Without sample data a bank may still refer to ROM (§6); its samples are silent.
      #expect(failure(chunks)?.reason == (form == "sdta" ? nil : .missing))
    }
  }

  // Proves file unknown-chunks: SF2.04 §3.3; exact
  @Test("Unknown chunks and lists are skipped, and lists may be in any order")
  func unknownChunks() throws {
    var chunks = SoundFontBuilder.simple.chunks
    chunks.lists[2].chunks.insert(("what", [1, 2, 3]), at: 4)
    chunks.lists.insert(("xtra", [("abcd", [1])]), at: 0)
    chunks.lists.swapAt(1, 3)
    #expect(try chunks.read().soundBank().regions(ofPresetAt: 0).count == 1)
  }

  // Proves file odd-chunks: SF2.04 §3.1; exact
  @Test("An odd chunk is read with and without its pad byte", arguments: [true, false])
  func oddChunks(isPadded: Bool) throws {
    var builder = SoundFontBuilder.simple
    builder.version = (3, 0)
    builder.samples = [SoundFontSample(compressed: Array("OggS and more".utf8))]
    var chunks = builder.chunks
    chunks.padsOddChunks = isPadded
    #expect(chunks["smpl"].count % 2 == 1)
    let font = try chunks.read()
    let bank = font.soundBank()
    #expect(bank.regions(ofPresetAt: 0).count == 1)
    // The file is invalid, and everything in it is read.
    #expect(font.warnings.contains { $0.contains("odd size") } == !isPadded)
    #expect(bank.warnings == [])
  }

  @Test("Names are decoded from any bytes, without trailing spaces")
  func names() throws {
    let cases: [([UInt8], String)] = [
      (Array("Cello  ".utf8), "Cello"), (Array("Cello\0junk".utf8), "Cello"),
      ([0x46, 0x6C, 0xFC, 0x67, 0x65, 0x6C], "Flügel"), (Array("Flügel".utf8), "Flügel"),
      (Array("abcdefghijklmnopqrst".utf8), "abcdefghijklmnopqrst"), ([], ""),
      ([0xFF, 0xFE, 0x80], "ÿþ\u{80}"),
    ]
    for (bytes, text) in cases {
      let name = FixedName(bytes: bytes)
      #expect(name.text == text)
      #expect(Array(name.bytes.prefix(bytes.count)) == Array(bytes.prefix(20)))
    }
  }

  @Test("Bytes of no known format are refused as such")
  func unknownFormats() {
    let cases: [(String, InstrumentFileError.Reason)] = [
      ("", .unknownFormat), ("RAFF", .unknownFormat), ("RIFFsizeAVI ", .unknownFormat),
      ("RIFF", .truncated(needed: 12, available: 4)),
      ("RIFFsize", .truncated(needed: 12, available: 8)),
    ]
    for (text, reason) in cases {
      #expect(throws: InstrumentFileError.self) {
        do throws(InstrumentFileError) {
          _ = try InstrumentFile.read(ByteStorage(copying: Array(text.utf8)))
        } catch {
          #expect(error.reason == reason && error.offset == 0)
          throw error
        }
      }
    }
    let file = SoundFontBuilder.simple.chunks.file
    #expect(file.withUnsafeBytes { InstrumentFormat(recognizing: $0) } == .soundFont)
  }
}
