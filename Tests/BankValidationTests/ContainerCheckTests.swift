import Foundation
import PeachBankValidation
import PeachInstrumentModel
import SoundFontFixtures
import Testing

@Suite("Container checks")
struct ContainerCheckTests {
  @Test("A valid bank has no findings")
  func clean() {
    let check = CheckedBank.check(CheckedBank.clean.chunks.file)
    #expect(check.findings == [] && check.worst == nil && check.error == nil)
    #expect(check.bank?.presets.count == 1)
  }

  @Test("Wrong chunk and file sizes")
  func size() {
    #expect(
      CheckedBank.broken { (chunks: inout SoundFontChunks) in chunks.statedSize = 12 } == [
        .fileSize
      ])
  }

  @Test("Odd chunks without a pad byte")
  func pad() {
    // A comment of odd size violates its own rule.
    let broken = CheckedBank.broken { (chunks: inout SoundFontChunks) in
      chunks["INAM"] = Array("odd name\0".utf8)
      chunks.padsOddChunks = false
    }
    #expect(broken == [.missingPad, .informationText])
  }

  @Test("A DLS file without a pad byte has a finding, but no warning for listeners (RIFF)")
  func padOfDLS() {
    var builder = DLSBuilder()
    builder.waves = [DLSBuilder.Wave((0..<100).map { Int16($0 * 300) })]
    var file = builder.file
    // An unknown chunk of one byte, directly before the next chunk.
    file.insert(contentsOf: Array("xtra".utf8) + [1, 0, 0, 0, 7], at: 12)
    let size = file.count - 8
    for index in 0..<4 { file[4 + index] = UInt8(truncatingIfNeeded: size >> (8 * index)) }
    let check = CheckedBank.check(file)
    #expect(check.findings.map(\.rule).contains(.missingPad))
    #expect(check.bank?.lacksPadByte == true)
    #expect(check.bank?.warnings.contains { $0.contains("pad byte") } == false)
    #expect(CheckedBank.check(builder.file).findings.map(\.rule).contains(.missingPad) == false)
  }

  // SoundFont 2.04 has no rule for files of other formats: DLS has its own specification.
  @Test("Findings cite sections of SoundFont 2.04 in SoundFonts only")
  func sections() throws {
    var builder = DLSBuilder()
    builder.waves = [DLSBuilder.Wave((0..<100).map { Int16($0 * 300) })]
    builder.instruments = []
    let other = CheckedBank.check(builder.file)
    let finding = try #require(other.findings.first { $0.rule == .noPresets })
    #expect(finding.section.isEmpty && finding.description.hasSuffix("(no-presets)"))
    var font = CheckedBank.clean
    font.presets = []
    let own = CheckedBank.check(font.chunks.file)
    let cited = try #require(own.findings.first { $0.rule == .noPresets })
    #expect(!cited.section.isEmpty && cited.section == cited.rule.section)
    #expect(cited.description.hasSuffix("(no-presets, \(cited.section))"))
    // A file that is no bank has no sections either; a broken SoundFont has.
    let text = CheckedBank.check(Array("wvpk or another file".utf8))
    #expect(text.findings.map(\.section) == [""])
    let cut = CheckedBank.check(Array(font.chunks.file.prefix(40)))
    #expect(cut.findings.map(\.section) == [BankRule.unreadable.section])
  }

  @Test("Lists and tables out of order")
  func order() {
    #expect(
      CheckedBank.broken { (chunks: inout SoundFontChunks) in chunks.lists.swapAt(0, 1) }
        == [.listOrder])
    #expect(
      CheckedBank.broken { (chunks: inout SoundFontChunks) in chunks.lists[2].chunks.swapAt(4, 8) }
        == [.listOrder])
  }

  @Test("Duplicate chunks")
  func repeated() {
    #expect(
      CheckedBank.broken { (chunks: inout SoundFontChunks) in
        chunks.lists[0].chunks.append(("INAM", Array("again\0".utf8)))
      } == [.repeatedChunk])
    #expect(
      CheckedBank.broken { (chunks: inout SoundFontChunks) in chunks.lists.append(chunks.lists[1]) }
        == [.repeatedChunk])
  }

  @Test("Unknown chunks; DMOD is known from editors")
  func unknown() {
    for list in 0..<3 {
      #expect(
        CheckedBank.broken { (chunks: inout SoundFontChunks) in
          chunks.lists[list].chunks.append(("what", [1, 2]))
        } == [.unknownChunk])
    }
    #expect(
      CheckedBank.broken { (chunks: inout SoundFontChunks) in
        chunks.lists[0].chunks.append(("DMOD", [UInt8](repeating: 0, count: 10)))
      } == [])
  }

  @Test("Missing required texts", arguments: ["isng", "INAM"])
  func missingText(code: String) {
    #expect(
      CheckedBank.broken { (chunks: inout SoundFontChunks) in chunks.remove(code) }
        == [.missingInformation])
  }

  @Test("Texts of odd size, unterminated or too long; comments may be long")
  func texts() {
    let long = [UInt8](repeating: 65, count: 299) + [0]
    for text in [Array("odd\0\0".utf8), Array("open".utf8), long] {
      #expect(
        CheckedBank.broken { (chunks: inout SoundFontChunks) in
          chunks.lists[0].chunks.append(("ICOP", text))
        } == [.informationText])
    }
    #expect(
      CheckedBank.broken { (chunks: inout SoundFontChunks) in
        chunks.lists[0].chunks.append(("ICMT", long))
      } == [])
  }

  @Test("Unknown versions")
  func version() { #expect(CheckedBank.broken { $0.version = (2, 5) } == [.newerVersion]) }

  @Test("Low bytes (sm24) of the wrong size or before version 2.04")
  func lowBytes() {
    let low: (inout SoundFontBuilder) -> Void = {
      $0.samples[0].lowBytes = [UInt8](repeating: 0, count: 3200)
    }
    #expect(CheckedBank.broken(low) == [])
    #expect(
      CheckedBank.broken {
        low(&$0)
        $0.version = (2, 1)
      } == [.lowBytes])
    var builder = CheckedBank.clean
    low(&builder)
    var chunks = builder.chunks
    chunks["sm24"].removeLast(4)
    #expect(CheckedBank.check(chunks.file).findings.map(\.rule) == [.lowBytes])
  }

  @Test("Terminal records with the wrong name")
  func terminals() {
    for (table, size) in [("phdr", 38), ("inst", 22)] {
      #expect(
        CheckedBank.broken { (chunks: inout SoundFontChunks) in
          let start = chunks[table].count - size
          chunks[table].replaceSubrange(start..<(start + 3), with: [0, 0, 0])
        } == [.terminalRecord])
    }
  }

  @Test("Unreadable files are one error with chunk and byte offset")
  func unreadable() throws {
    let whole = CheckedBank.clean.chunks.file
    let offset = try #require(whole.indices.first { whole[$0...].starts(with: Array("pbag".utf8)) })
    var chunks = CheckedBank.clean.chunks
    chunks["pbag"].removeLast(2)
    let check = CheckedBank.check(chunks.file)
    #expect(check.findings.map(\.rule) == [.unreadable] && check.worst == .error)
    #expect(check.findings[0].offset == offset && check.bank == nil)
    #expect(check.findings[0].description.contains("chunk ‘pbag’ at byte \(offset)"))
  }

  @Test("Other formats are identified")
  func otherFormats() {
    func name(_ bytes: [UInt8]) -> String? { CheckedBank.check(bytes).otherFormat }
    let head = Array("RIFF\u{10}\0\0\0".utf8)
    let rest = [UInt8](repeating: 0, count: 40)
    #expect(name(head + Array("RMID".utf8) + rest) == "a MIDI file")
    #expect(name(Array("PK\u{3}\u{4}".utf8) + rest) == "a ZIP archive")
    #expect(name(Array("<!DOCTYPE html>".utf8)) == "a web page")
    let nameless = ByteStorage(
      bytes: UnsafeRawBufferPointer(start: nil, count: 0), path: "/a/My.DLS", release: {})
    let meant = BankCheck(structureOf: nameless).findings.map(\.message)
    #expect(
      meant.count == 1 && meant[0].hasSuffix("its file extension is that of a DLS bank"))
    #expect(name(rest) == nil && name([]) == nil)
    #expect(
      CheckedBank.check(Array("MThd".utf8) + rest).findings[0].message.contains("a MIDI file"))
  }

  @Test("Every rule has a unique name and is documented")
  func rules() throws {
    #expect(Set(BankRule.allCases.map(\.name)).count == BankRule.allCases.count)
    let page = try String(
      contentsOf: URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Documentation/banks/bank-checks.md"), encoding: .utf8)
    var part = page[...]
    for severity in [BankSeverity.error, .warning, .note] {
      let heading = "**\(severity.name.prefix(1).uppercased())\(severity.name.dropFirst())s**"
      part = part[try #require(part.range(of: heading)).upperBound...]
      let here = part.range(of: "\n**").map { part[..<$0.lowerBound] } ?? part
      for rule in BankRule.allCases where rule.severity == severity {
        let row = "| `\(rule.name)` | \(rule.section)\(rule.section.isEmpty ? "" : " ")|"
        #expect(here.contains(row), "\(row)")
      }
    }
    #expect(BankSeverity.allCases.map(\.name) == ["note", "warning", "error"])
  }

  @Test("Of a file that is not read, the message names no chunk")
  func notRead() {
    let archive = [UInt8](repeating: 1, count: 26) + Array("sfArk".utf8)
    let check = BankCheck(structureOf: ByteStorage(copying: archive))
    #expect(check.findings.count == 1)
    let message = check.findings[0].description
    #expect(message.contains("sfArk") && !message.contains("chunk"))
  }
}
