import PeachInstrumentFiles
import PeachInstrumentModel
import SoundFontFixtures
import Testing

@Suite("RIFF chunks")
struct RIFFReaderTests {
  private func chunk(_ code: String, _ contents: [UInt8], size: UInt32? = nil) -> [UInt8] {
    let size = size ?? UInt32(contents.count)
    return Array(code.utf8) + (0..<4).map { UInt8(truncatingIfNeeded: size >> (8 * $0)) } + contents
  }

  /// Returns the chunk names, or the error's reason, of a RIFF file with these contents.
  private func walk(
    _ contents: [UInt8], statedSize: UInt32? = nil
  ) -> (names: [String], reason: InstrumentFileError.Reason?, unpadded: Int, isMismatched: Bool) {
    let file = chunk("RIFF", Array("test".utf8) + contents, size: statedSize)
    return file.withUnsafeBytes { bytes in
      var names: [String] = []
      var unpadded = 0
      var isMismatched = false
      do throws(InstrumentFileError) {
        var reader = try RIFFReader(file: bytes, form: "test")
        isMismatched = reader.sizeMismatch != nil
        while let next = try reader.next() { names.append(next.name.description) }
        unpadded = reader.unpaddedCount
        return (names, nil, unpadded, isMismatched)
      } catch {
        return (names, error.reason, unpadded, isMismatched)
      }
    }
  }

  @Test("Chunks are consecutive; odd ones with or without a pad byte")
  func padding() {
    let padded = chunk("abcd", [1, 2, 3]) + [0] + chunk("efgh", [4])
    #expect(walk(padded).names == ["abcd", "efgh"] && walk(padded).unpadded == 0)
    let unpadded = chunk("abcd", [1, 2, 3]) + chunk("efgh", [4, 5])
    #expect(walk(unpadded).names == ["abcd", "efgh"] && walk(unpadded).unpadded == 1)
    // A pad byte other than zero is skipped.
    let dirty = chunk("abcd", [1, 2, 3]) + [0x41] + chunk("efgh", [4, 5])
    #expect(walk(dirty).names == ["abcd", "efgh"] && walk(dirty).unpadded == 0)
    // The last chunk may be odd and end with the file.
    #expect(walk(chunk("abcd", [1])).names == ["abcd"])
  }

  @Test("A chunk beyond the end is refused, for any declared size")
  func tooLong() {
    for size: UInt32 in [3, 100, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF] {
      let reason = walk(chunk("abcd", [1, 2], size: size)).reason
      #expect(reason == .exceedsParent(size: Int(size), available: 2))
    }
  }

  @Test("A list too short for its type is refused")
  func emptyList() {
    #expect(walk(chunk("LIST", [])).reason == .truncated(needed: 4, available: 0))
  }

  @Test("A wrong outermost size is a warning, and the file's end counts")
  func statedSize() {
    let contents = chunk("abcd", [1, 2]) + chunk("efgh", [3, 4])
    for size: UInt32 in [0, 14, 1000, 0xFFFF_FFFF] {
      let found = walk(contents, statedSize: size)
      #expect(found.names == ["abcd", "efgh"] && found.reason == nil)
      #expect(found.isMismatched)
    }
    #expect(!walk(contents).isMismatched)
    // Bytes after the declared end that are not a chunk are ignored.
    let trailing = walk(contents + [UInt8](repeating: 0xFF, count: 20), statedSize: 24)
    #expect(trailing.names == ["abcd", "efgh"] && trailing.reason == nil)
  }

  @Test("Lists are nested up to a limit")
  func depth() throws {
    var contents: [UInt8] = []
    for _ in 0..<20 { contents = chunk("LIST", Array("nest".utf8) + contents) }
    let file = chunk("RIFF", Array("test".utf8) + contents)
    try file.withUnsafeBytes { bytes in
      var reader = try RIFFReader(file: bytes, form: "test")
      var depth = 1
      #expect(throws: InstrumentFileError.self) {
        while let next = try reader.next() {
          reader = try reader.contents(of: next)
          depth += 1
        }
      }
      #expect(depth == RIFFReader.depthLimit)
    }
  }

  @Test("Repeated warnings are counted after the first few")
  func warnings() {
    var list = WarningList()
    for number in 0..<1000 { list.add(.zone, "\(number)") }
    list.add(.file, "other")
    #expect(list.all.count == 10 && list.all.contains("other"))
    #expect(list.all.last == "992 similar warnings were omitted.")
  }
}
